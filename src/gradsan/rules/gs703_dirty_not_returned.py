"""GS703 dirty-not-returned."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS703",
    name="dirty-not-returned",
    frameworks=("torch",),
    says="a custom Function marks an input dirty and does not return it",
    why="""
        What is marked dirty must be an output: the changed tensor gets its new history
        through it. PyTorch raises otherwise.
        """,
    outcome="raises",
    fix_safety=("unsafe: return it, or do not mark it (a buffer without gradient needs no mark)."),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                class Count(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t, seen):
                        seen.add_(1)
                        ctx.mark_dirty(seen)  # changed
                        return t * 2
                    @staticmethod
                    def backward(ctx, g):
                        return g * 2, None
                Count.apply(x, torch.zeros(1)).sum().backward()
            """,
            good="""
                class Count(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t, seen):
                        seen.add_(1)
                        return t * 2
                    @staticmethod
                    def backward(ctx, g):
                        return g * 2, None
                Count.apply(x, torch.zeros(1)).sum().backward()
            """,
            outcome="raises",
            reference="torch.full((3,), 2.0)",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` is marked dirty but not returned",
    guilty="PyTorch raises when apply returns",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "dirty-not-returned", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "dirty-not-returned", _WORDS)
