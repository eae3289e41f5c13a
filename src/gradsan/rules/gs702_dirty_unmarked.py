"""GS702 dirty-unmarked."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS702",
    name="dirty-unmarked",
    frameworks=("torch",),
    says="a custom Function changes an input, returns it, and does not mark it dirty",
    why="""
        forward runs without a graph. If it changes an input in place, autograd must be told
        by ctx.mark_dirty, else the input keeps its old history and the gradient is wrong.
        """,
    outcome="silent",
    fix_safety=(
        "unsafe: ctx.mark_dirty(x) before the return, or a clone of it if the caller reads what it "
        "handed over again."
    ),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                class Triple(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t):
                        t.mul_(3)  # changed
                        return t
                    @staticmethod
                    def backward(ctx, g):
                        return g * 3
                y = x * 1
                Triple.apply(y)
                y.sum().backward()
            """,
            good="""
                class Triple(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t):
                        ctx.mark_dirty(t)
                        t.mul_(3)
                        return t
                    @staticmethod
                    def backward(ctx, g):
                        return g * 3
                y = x * 1
                Triple.apply(y)
                y.sum().backward()
            """,
            outcome="silent",
            reference="torch.full((3,), 3.0)",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` is changed and returned, but not marked dirty",
    guilty="writes into an input",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "dirty-unmarked", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "dirty-unmarked", _WORDS)
