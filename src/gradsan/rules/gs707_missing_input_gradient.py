"""GS707 missing-input-gradient."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS707",
    name="missing-input-gradient",
    frameworks=("torch",),
    says="backward of a custom Function returns fewer gradients than forward takes inputs, or more",
    why="""
        Gradients are handed out by position: one for each input of forward (ctx not counted),
        None for an input that has none. PyTorch raises in backward if there are fewer, or more
        and one of the others is not None.
        """,
    outcome="raises",
    fix_safety="unsafe: return the gradient that was computed and left out.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                w = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
                """,
            leaf="w",
            bad="""
                class Weigh(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t, w):
                        ctx.save_for_backward(t, w)
                        return t * w
                    @staticmethod
                    def backward(ctx, g):
                        t, w = ctx.saved_tensors
                        grad_t = g * w
                        grad_w = g * t
                        return grad_t  # cut
                Weigh.apply(x, w).sum().backward()
            """,
            good="""
                class Weigh(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t, w):
                        ctx.save_for_backward(t, w)
                        return t * w
                    @staticmethod
                    def backward(ctx, g):
                        t, w = ctx.saved_tensors
                        grad_t = g * w
                        grad_w = g * t
                        return grad_t, grad_w
                Weigh.apply(x, w).sum().backward()
            """,
            outcome="raises",
            reference="x.detach()",
        ),
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                class Stretch(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t, factor):
                        ctx.factor = factor
                        return t * factor
                    @staticmethod
                    def backward(ctx, g):
                        return g * ctx.factor  # cut
                Stretch.apply(x, 3.0).sum().backward()
            """,
            good="""
                class Stretch(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t, factor):
                        ctx.factor = factor
                        return t * factor
                    @staticmethod
                    def backward(ctx, g):
                        return g * ctx.factor, None
                Stretch.apply(x, 3.0).sum().backward()
            """,
            outcome="raises",
            reference="torch.full((3,), 3.0)",
        ),
    ),
)

_WORDS = Words(
    message="backward of `{subject}` returns {detail}",
    guilty="PyTorch raises when backward returns",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each return where it stands."""
    yield from tell_incidents(RULE, query, "gradient-count", _WORDS, role="cut")


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "gradient-count", _WORDS, role="cut")
