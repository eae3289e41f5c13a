"""GS308 write-to-function-view."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS308",
    name="write-to-function-view",
    frameworks=("torch",),
    says="the output of a custom Function that hands on its input is changed in place",
    why="""
        A Function that returns its input, or a view of it, gives a view whose history its own
        backward replaced. PyTorch cannot tell what a write to it would mean, and refuses.
        """,
    outcome="raises",
    fix_safety="unsafe: write out of place, or into a clone; better, forward returns a new tensor.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                class Scale(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t):
                        return t.view_as(t)
                    @staticmethod
                    def backward(ctx, g):
                        return g * 0.5
                y = Scale.apply(x * 2)  # made
                y.add_(1.0)  # changed
                y.sum().backward()
            """,
            good="""
                class Scale(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t):
                        return t.view_as(t)
                    @staticmethod
                    def backward(ctx, g):
                        return g * 0.5
                y = Scale.apply(x * 2)
                y = y.add(1.0)
                y.sum().backward()
            """,
            outcome="raises",
            reference="torch.ones(3)",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` is a view made inside a custom Function: {detail} on it raises",
    guilty="{detail} writes; PyTorch raises here",
    made="a view of the input comes back",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "function-view-write", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "function-view-write", _WORDS)
