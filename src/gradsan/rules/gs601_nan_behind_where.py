"""GS601 nan-behind-where."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS601",
    name="nan-behind-where",
    frameworks=("torch",),
    says="torch.where hides a branch that gives NaN in backward",
    why="""
        where picks values, but backward runs through both branches. The dropped branch gets
        gradient zero, and zero times an infinite derivative is NaN.
        """,
    outcome="nonfinite",
    fix_safety=("unsafe: make the argument safe first, with a second where inside the branch."),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.linspace(0.0, 4.0, 3).requires_grad_()
                """,
            leaf="x",
            bad="""
                y = torch.where(x > 0, torch.sqrt(x), torch.zeros_like(x))  # cut
                y.sum().backward()
            """,
            good="""
                safe = torch.where(x > 0, x, torch.ones_like(x))
                y = torch.where(x > 0, torch.sqrt(safe), torch.zeros_like(x))
                y.sum().backward()
            """,
            outcome="nonfinite",
            reference="torch.tensor([0.0, 0.5 / 2**0.5, 0.25])",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` blows up where the condition drops it; its gradient is NaN there",
    guilty="backward goes through both branches",
    when_silent="nonfinite",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "where-nan", _WORDS, role="cut")


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "where-nan", _WORDS, role="cut")
