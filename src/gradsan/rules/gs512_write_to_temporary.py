"""GS512 write-to-temporary."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS512",
    name="write-to-temporary",
    frameworks=("torch",),
    says="a write lands in a copy that nobody sees",
    why="""
        Indexing with a mask or a list copies. A write to such a copy (`x[mask][0] = v`)
        changes the copy and is lost.
        """,
    outcome="silent",
    fix_safety=(
        "unsafe: assign to the entries themselves (`x[rows] = x[rows].mul(2)`), "
        "index once (`x[mask, 0]`)."
    ),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                mask = torch.tensor([True, False, True])
                """,
            leaf="x",
            bad="""
                h = x * 2
                h[mask][0] *= 10.0  # changed
                h.sum().backward()
            """,
            good="""
                h = x * 2
                h = torch.where(torch.tensor([True, False, False]), h * 10.0, h)
                h.sum().backward()
            """,
            outcome="silent",
            reference="torch.tensor([20.0, 2.0, 2.0])",
            seen_by=("check",),
            semantics="intended",
        ),
    ),
    seen_by=("check",),
    seen_by_why="the guard does not watch for it yet",
)

_WORDS = Words(
    message="`{subject}` is a copy: the write to it is lost",
    guilty="writes into a temporary",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "temporary-write", _WORDS)
