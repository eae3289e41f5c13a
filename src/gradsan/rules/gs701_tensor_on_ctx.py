"""GS701 tensor-on-ctx."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import Hazard, Mishap, RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import (
    HazardWords,
    Words,
    tell_hazards,
    tell_incidents,
    tell_mishap,
    tell_silent,
)
from gradsan.static.query import Query

RULE = Rule(
    code="GS701",
    name="tensor-on-ctx",
    frameworks=("torch",),
    says="a tensor kept as an attribute of ctx, or of the class, is another before backward",
    why="""
        ctx.x = x keeps a tensor without a version check. If it is changed before backward,
        the gradient is wrong and nothing is said. save_for_backward checks. What is kept on the
        class is one for all calls: the next call replaces it.
        """,
    outcome="silent",
    fix_safety=(
        "unsafe: ctx.save_for_backward(x) turns the silent error into a loud "
        "one; a clone makes it right; what is on the class goes to ctx."
    ),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                class Square(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t):
                        ctx.t = t  # saved
                        return t * t
                    @staticmethod
                    def backward(ctx, g):
                        return 2 * ctx.t * g
                """,
            leaf="x",
            bad="""
                h = x * 1
                y = Square.apply(h)
                h.add_(1.0)  # changed
                y.sum().backward()  # needed
            """,
            good="""
                h = x * 1
                y = Square.apply(h)
                h = h.add(1.0)
                y.sum().backward()
            """,
            outcome="silent",
            reference="2 * x.detach()",
        ),
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
                        Square.kept = t  # changed
                        return t * t
                    @staticmethod
                    def backward(ctx, g):
                        return 2 * Square.kept * g
                (Square.apply(x) + Square.apply(x + 1)).sum().backward()
            """,
            good="""
                class Square(torch.autograd.Function):
                    @staticmethod
                    def forward(ctx, t):
                        ctx.save_for_backward(t)
                        return t * t
                    @staticmethod
                    def backward(ctx, g):
                        return 2 * ctx.saved_tensors[0] * g
                (Square.apply(x) + Square.apply(x + 1)).sum().backward()
            """,
            outcome="silent",
            reference="4 * x.detach() + 2",
        ),
    ),
)

_WORDS = HazardWords(
    message="`{target}` is kept on ctx by {op} and changed before backward: the gradient is wrong",
    saved="{op} keeps it as an attribute of ctx, unchecked",
    changed="{write} writes into the same memory; nothing notices",
    needed="backward of {op} reads the changed values",
)


_ON_CLASS = Words(
    message="`{subject}` is one for all calls: backward of the first reads what the last has kept",
    guilty="takes the place of what an earlier call kept for its backward",
    when_silent="silent",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each write once."""
    yield from tell_hazards(RULE, query, "ctx", _WORDS)
    yield from tell_incidents(RULE, query, "kept-on-class", _ON_CLASS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a tensor on ctx that was changed before backward, or one on the class replaced."""
    if isinstance(event, Mishap):
        return tell_mishap(RULE, event, "kept-on-class", _ON_CLASS)
    if (
        not isinstance(event, Hazard)
        or event.save.kept != "ctx"
        or event.write.through == "optimizer"
    ):
        return None
    return tell_silent(RULE, event, _WORDS)
