"""GS515 rebound-loop-variable."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS515",
    name="rebound-loop-variable",
    frameworks=("torch",),
    says="a loop over a tensor rebinds its variable instead of changing the tensor",
    why="""
        The loop variable is a name for a row. Giving the name another value leaves the row as
        it was.
        """,
    outcome="silent",
    fix_safety="none is applied: collect the rows in a list and torch.stack them.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                rows = x.repeat(2, 1)
                for row in rows:
                    row = row * 3.0  # changed
                rows.sum().backward()
            """,
            good="""
                rows = x.repeat(2, 1)
                rows = torch.stack([row * 3.0 for row in rows])
                rows.sum().backward()
            """,
            outcome="silent",
            reference="torch.full((3,), 6.0)",
            seen_by=("check",),
            semantics="intended",
        ),
    ),
    seen_by=("check",),
    seen_by_why="the guard does not watch for it yet",
)

_WORDS = Words(
    message="`{subject}` gets another value here; the tensor is not changed",
    guilty="rebinds the loop variable",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "rebound-loop-variable", _WORDS)
