"""GS705 backward-out-of-graph."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS705",
    name="backward-out-of-graph",
    frameworks=("torch",),
    says="backward of a custom Function leaves the graph, and is differentiated twice",
    why="""
        With create_graph=True backward itself is recorded. What it takes out of the graph
        (.data, .detach()) is a constant for the second derivative, which is then wrong. So is
        what forward computes and keeps: it runs without a graph, only its inputs and results
        are connected.
        """,
    outcome="silent",
    fix_safety="unsafe: use the saved tensor itself, and differentiate it as often as asked.",
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
                        return g * 2 * t.data  # cut
                (g,) = torch.autograd.grad(Square.apply(x).sum(), x, create_graph=True)
                (g.sum() + x.sum()).backward()
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
                        return g * 2 * t
                (g,) = torch.autograd.grad(Square.apply(x).sum(), x, create_graph=True)
                (g.sum() + x.sum()).backward()
            """,
            outcome="silent",
            reference="torch.full((3,), 3.0)",
            seen_by=("check",),
        ),
    ),
    seen_by_why="the guard sees what raises (`@once_differentiable`), not what .data leaves out",
)

_WORDS = Words(
    message="`{subject}` is a constant for the second derivative",
    guilty="leaves the graph",
    when_raised="raises",
)
_ONCE = Words(
    message="`{subject}` may be differentiated once only, and is differentiated again",
    guilty="`@once_differentiable` cuts the graph of its backward",
    needed="needs the second derivative; PyTorch raised here",
    when_raised="raises",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "backward-out-of-graph", _WORDS, role="cut")


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a second derivative that the Function itself forbids."""
    return tell_mishap(RULE, event, "differentiated-twice", _ONCE, role="cut")
