"""GS507 copy-through-data."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS507",
    name="copy-through-data",
    frameworks=("torch",),
    says="a computed value is written through .data and loses its graph",
    why="""
        A write through .data is not recorded. The numbers arrive, the history does not: no
        gradient flows to what was written.
        """,
    outcome="lost",
    fix_safety=("unsafe: rebind the name to the value, or write into a clone without .data."),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                w = torch.ones(3, requires_grad=True)
                """,
            leaf="x",
            bad="""
                state = torch.zeros(3)
                state.data.copy_(x * 2)  # cut
                (state * w).sum().backward()
            """,
            good="""
                state = torch.zeros(3)
                state.copy_(x * 2)
                (state * w).sum().backward()
            """,
            outcome="lost",
            reference="torch.full((3,), 2.0)",
        ),
    ),
)

_WORDS = Words(
    message="{subject} copies numbers only: gradient stops here",
    guilty="the history of what is written is lost",
    needed="nothing of it needs a gradient; PyTorch raises here",
    when_silent="lost",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "cut-data", _WORDS, role="cut")
