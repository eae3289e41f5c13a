"""GS304 write-to-no-grad-view."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS304",
    name="write-to-no-grad-view",
    frameworks=("torch",),
    says="a view made under no_grad is changed in place with grad mode on",
    why="""
        A view made under no_grad has no place in the graph. Writing it with grad mode on
        could be meant to be tracked or not; PyTorch refuses to guess.
        """,
    outcome="raises",
    fix_safety=(
        "unsafe: make the view where the write is; writing under `torch.no_grad()` is another way."
    ),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = x * 2
                with torch.no_grad():
                    v = y[:2]  # made
                v.add_(1.0)  # changed
                y.sum().backward()
            """,
            good="""
                y = x * 2
                with torch.no_grad():
                    v = y[:2]
                    v.add_(1.0)
                y.sum().backward()
            """,
            outcome="raises",
            reference="torch.full((3,), 2.0)",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` is a view made under no_grad: {detail} on it raises",
    guilty="{detail} writes with grad mode on; PyTorch raises here",
    made="the view is made here",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "no-grad-view-write", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "no-grad-view-write", _WORDS)
