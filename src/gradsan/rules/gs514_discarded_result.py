"""GS514 discarded-result."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS514",
    name="discarded-result",
    frameworks=("torch",),
    says="the result of an out-of-place op is thrown away",
    why="""
        x.clamp(0, 1) makes a new tensor. Standing alone it changes nothing: the value that
        goes on is the old one.
        """,
    outcome="silent",
    fix_safety="unsafe: `x = x.clamp(0, 1)`.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = x * 2
                y.clamp(min=0.0)  # changed
                y.sum().backward()
            """,
            good="""
                y = x * 2
                y = y.clamp(min=0.0)
                y.sum().backward()
            """,
            outcome="silent",
            reference="torch.tensor([2.0, 0.0, 2.0])",
            seen_by=("check",),
            semantics="intended",
        ),
    ),
    seen_by=("check",),
    seen_by_why="the guard does not watch for it yet",
)

_WORDS = Words(
    message="`{subject}` makes a new tensor, and nobody takes it",
    guilty="changes nothing",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "discarded-result", _WORDS)
