"""GS706 write-after-save-for-backward."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS706",
    name="write-after-save-for-backward",
    frameworks=("torch",),
    says="forward of a custom Function changes a tensor after it was handed to save_for_backward",
    why="""
        save_for_backward takes the tensor, not a copy, and takes it when forward ends. Backward
        then reads the changed values, and nothing raises.
        """,
    outcome="silent",
    fix_safety="unsafe: save a clone, or compute into a new tensor.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                class Grow(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t):
                        y = torch.exp(t)
                        ctx.save_for_backward(y)  # saved
                        y.sub_(1.0)  # changed
                        return y
                    @staticmethod
                    def backward(ctx, g):
                        y, = ctx.saved_tensors
                        return g * y
                Grow.apply(x).sum().backward()
            """,
            good="""
                class Grow(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t):
                        y = torch.exp(t)
                        ctx.save_for_backward(y)
                        return y - 1.0
                    @staticmethod
                    def backward(ctx, g):
                        y, = ctx.saved_tensors
                        return g * y
                Grow.apply(x).sum().backward()
            """,
            outcome="silent",
            reference="x.detach().exp()",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` was saved by forward and is changed before forward ends",
    guilty="writes into the tensor that was saved",
    made="saved here, not copied",
    made_role="saved",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "saved-then-written", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "saved-then-written", _WORDS)
