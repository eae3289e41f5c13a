"""GS708 ignored-incoming-gradient."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS708",
    name="ignored-incoming-gradient",
    frameworks=("torch",),
    says="backward of a custom Function never reads the gradient that it is handed",
    why="""
        By the chain rule the gradient of an input is the derivative of the result times the
        incoming gradient. Without that factor it is right only if the incoming gradient is one,
        as for the loss itself; a mean, a weight or a sign behind the Function is lost, and
        nothing raises.
        """,
    outcome="silent",
    fix_safety="unsafe: multiply by the incoming gradient, where the shapes are known to agree.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                class Square(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t):
                        ctx.save_for_backward(t)
                        return t ** 2
                    @staticmethod
                    def backward(ctx, g):
                        t, = ctx.saved_tensors
                        return 2 * t  # cut
                Square.apply(x).mean().backward()
            """,
            good="""
                class Square(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t):
                        ctx.save_for_backward(t)
                        return t ** 2
                    @staticmethod
                    def backward(ctx, g):
                        t, = ctx.saved_tensors
                        return g * (2 * t)
                Square.apply(x).mean().backward()
            """,
            outcome="silent",
            reference="x.detach() * 2 / 3",
            seen_by=("check",),
        ),
    ),
    seen_by=("check",),
    seen_by_why="a run sees a gradient come back; what it should have been it cannot know",
)

_WORDS = Words(
    message="backward of `{detail}` never reads `{subject}`",
    guilty="the derivative alone, without the incoming gradient",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each return where it stands."""
    yield from tell_incidents(RULE, query, "incoming-ignored", _WORDS, role="cut")
