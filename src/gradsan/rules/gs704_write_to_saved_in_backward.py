"""GS704 write-to-saved-in-backward."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS704",
    name="write-to-saved-in-backward",
    frameworks=("torch",),
    says="backward of a custom Function writes into what forward saved",
    why="""
        A saved tensor is the user's own tensor, not a copy. Writing into it in backward
        changes it for every other op that kept it. What forward has made for backward alone may
        be used up, as long as backward runs once (no retain_graph).
        """,
    outcome="raises",
    fix_safety="unsafe: compute into a new tensor.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                class Double(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t):
                        ctx.save_for_backward(t)  # saved
                        return t * 2
                    @staticmethod
                    def backward(ctx, g):
                        t, = ctx.saved_tensors
                        t.copy_(g * 2)  # changed
                        return t
                e = torch.exp(x)
                Double.apply(e).sum().backward()
            """,
            good="""
                class Double(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t):
                        ctx.save_for_backward(t)
                        return t * 2
                    @staticmethod
                    def backward(ctx, g):
                        return g * 2
                e = torch.exp(x)
                Double.apply(e).sum().backward()
            """,
            outcome="raises",
            reference="2 * x.detach().exp()",
            seen_by=("check",),
        ),
    ),
    seen_by=("check",),
    seen_by_why="the guard does not watch for it yet",
)

_WORDS = Words(
    message="`{subject}` was saved by forward and is written in backward",
    guilty="writes into the saved tensor",
    made="saved here",
    made_role="saved",
    when_silent="silent",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "saved-write-in-backward", _WORDS)
