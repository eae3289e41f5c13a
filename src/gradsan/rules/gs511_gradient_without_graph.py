"""GS511 gradient-without-graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS511",
    name="gradient-without-graph",
    frameworks=("torch",),
    says="a gradient that was computed without create_graph is used in a loss",
    why="""
        torch.autograd.grad gives a plain tensor unless create_graph=True. A loss made of it
        (gradient penalty, MAML) has no second-order path: it raises, or trains on first-order
        terms only. The same happens if the graph was asked for and .data or .detach() drops it.
        """,
    outcome="raises",
    fix_safety=(
        "unsafe: create_graph=True if the second-order term is meant (a `.grad` that is read is "
        "asked of torch.autograd.grad instead), "
        "create_graph=False (written out) or .detach() if not."
    ),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                (g,) = torch.autograd.grad((x ** 3).sum(), x)  # cut
                (g * g).sum().backward()  # needed
            """,
            good="""
                (g,) = torch.autograd.grad((x ** 3).sum(), x, create_graph=True)
                (g * g).sum().backward()
            """,
            outcome="raises",
            reference="36 * x.detach() ** 3",
        ),
    ),
)

_WORDS = Words(
    message="the gradient is taken without create_graph, and a loss is made of it",
    guilty="no graph of the gradient is kept",
    needed="backward through it",
    when_silent="silent",
)

_CUT = replace(
    _WORDS,
    message="the gradient was asked for with create_graph, and `{subject}` drops its graph",
    guilty="leaves the graph of the gradient",
    needed="has first-order terms only",
)

_LOST = replace(_CUT, needed="does not come to what the gradient was made of", when_silent="lost")


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "first-order-only", _WORDS, role="cut")
    yield from tell_incidents(RULE, query, "gradient-cut", _CUT, role="cut")
    yield from tell_incidents(RULE, query, "gradient-lost", _LOST, role="cut")


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a derivative of gradients that a plain backward has made."""
    return tell_mishap(RULE, event, "first-order-only", _WORDS, role="cut")
