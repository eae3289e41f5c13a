"""GS303 write-to-split-view."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS303",
    name="write-to-split-view",
    frameworks=("torch",),
    says="an output of unbind, split or chunk is changed in place",
    why="""
        Functions that return several views of one tensor (unbind, split, chunk, iterating
        over a tensor) make views whose writes autograd cannot track, so PyTorch refuses them.
        """,
    outcome="raises",
    fix_safety=(
        "unsafe: index the base instead (`x[0]` can be written), or make the change out of place."
    ),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                a, b, c = (x * 2).unbind(0)  # made
                a.mul_(3.0)  # changed
                (a + b).backward()
            """,
            good="""
                a, b, c = (x * 2).unbind(0)
                a = a.mul(3.0)
                (a + b).backward()
            """,
            outcome="raises",
            reference="torch.tensor([6.0, 2.0, 0.0])",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` is one of several views made at once: {detail} on it raises",
    guilty="{detail} writes into the view; PyTorch raises here",
    made="the views are made here",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "split-view-write", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "split-view-write", _WORDS)
