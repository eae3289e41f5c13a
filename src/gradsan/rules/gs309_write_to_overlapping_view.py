"""GS309 write-to-overlapping-view."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS309",
    name="write-to-overlapping-view",
    frameworks=("torch",),
    says="a tensor is changed in place by a transposed or shifted view of itself",
    why="""
        What is read and what is written are the same memory in another order, so later entries
        would read what earlier ones have just written. PyTorch refuses it where it sees it. A
        shift along an inner axis (`a[:, 1:] = a[:, :-1]`) it does not see: the first column is
        spread over all of them.
        """,
    outcome="raises",
    fix_safety="unsafe: `a = a + a.T`, or `a[1:] = a[:-1].clone()`: read first, then write.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([[0.5, -1.0], [2.0, 1.0]], requires_grad=True)
                """,
            leaf="x",
            bad="""
                a = x * 2
                a += a.T  # changed
                a.sum().backward()
            """,
            good="""
                a = x * 2
                a = a + a.T
                a.sum().backward()
            """,
            outcome="raises",
            reference="torch.full((2, 2), 4.0)",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` is changed by another view of itself: entries are read after they changed",
    guilty="reads and writes the same memory in two orders",
    when_silent="silent",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "overlapping-write", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "overlapping-write", _WORDS)
