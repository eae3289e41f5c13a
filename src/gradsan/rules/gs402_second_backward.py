"""GS402 second-backward."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS402",
    name="second-backward",
    frameworks=("torch",),
    says="backward goes a second time through a graph that was freed",
    why="""
        backward frees what the graph has kept. A second backward through the same values (the
        same loss, a state carried over, a running total) finds nothing there and PyTorch
        raises. `retain_graph=True` is rarely the answer: it keeps the old graph, and the next
        optimizer step turns this error into a stale one.
        """,
    outcome="raises",
    fix_safety=(
        "unsafe: detach what is carried over, once a pass, or what goes into the loss of others "
        "(a critic's), keep the graph with retain_graph=True, "
        "or compute it again where its weights have moved (a cache of weights: every time)."
    ),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = x * x  # changed
                for _ in range(2):
                    y.sum().backward()  # made needed
            """,
            good="""
                for _ in range(2):
                    x.grad = None
                    y = x * x
                    y.sum().backward()
            """,
            outcome="raises",
            reference="2 * x.detach()",
        ),
    ),
)

_WORDS = Words(
    message="what is computed here goes through backward twice, and the graph was freed",
    guilty="kept for backward here, or backward again",
    made="the first backward frees the graph here",
    needed="backward needs it again; PyTorch raises here",
)

_LENT = Words(
    message="`{subject}` goes into the loss of others with its graph, which their backward frees",
    guilty="its graph becomes a part of the first loss",
    made="the first backward frees the graph here",
    needed="backward needs it again; PyTorch raises here",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "second-backward", _WORDS)
    yield from tell_incidents(RULE, query, "lent-graph", _LENT)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "second-backward", _WORDS)
