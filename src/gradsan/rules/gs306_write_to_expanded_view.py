"""GS306 write-to-expanded-view."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS306",
    name="write-to-expanded-view",
    frameworks=("torch",),
    says="an expanded tensor is changed in place",
    why="""
        expand repeats an element without copying it: several entries are one place in memory.
        A write to them is refused, with or without autograd; a write to one of them (`y[0] = v`)
        changes all the others, silently.
        """,
    outcome="raises",
    fix_safety="unsafe: `.clone()` (or `.repeat`) gives each entry its own memory.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = (x * 2).expand(2, 3)  # made
                y -= 1.0  # changed
                y.sum().backward()
            """,
            good="""
                y = (x * 2).expand(2, 3)
                y = y - 1.0
                y.sum().backward()
            """,
            outcome="raises",
            reference="torch.full((3,), 4.0)",
            seen_by=("check",),
        ),
    ),
    seen_by=("check",),
    seen_by_why="the guard does not watch for it yet",
)

_WORDS = Words(
    message="`{subject}` is expanded, many entries share one place: {detail} changes them all",
    guilty="{detail} writes to all of them at once",
    made="expanded here",
    when_silent="silent",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "expanded-write", _WORDS)
