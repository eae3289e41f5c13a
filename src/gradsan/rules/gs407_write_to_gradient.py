"""GS407 write-to-gradient."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS407",
    name="write-to-gradient",
    frameworks=("torch",),
    says="a gradient that others still need is written in place",
    why="""
        The gradient that a hook or a backward is given may be shared with other branches of
        the graph. Writing into it changes what they receive. A statistic taken from .grad by an
        op in place (`p.grad.pow_(2).sum()`) changes what the optimizer steps with. A backward
        that fills one buffer and returns it each time overwrites what it returned before.
        """,
    outcome="silent",
    fix_safety="unsafe: return a new tensor.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                def halve(g):
                    return g.mul_(0.5)  # changed
                a, b = x * 1.0, x * 1.0
                b.register_hook(halve)
                ((a + b) * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
            """,
            good="""
                def halve(g):
                    return g * 0.5
                a, b = x * 1.0, x * 1.0
                b.register_hook(halve)
                ((a + b) * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
            """,
            outcome="silent",
            reference="1.5 * torch.tensor([1.0, 2.0, 3.0])",
        ),
        Example(
            setup="""
                import torch
                w = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                opt = torch.optim.SGD([w], lr=0.1)
                """,
            leaf="w",
            bad="""
                (w * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
                size = w.grad.pow_(2).sum()  # changed
                opt.step()  # needed
            """,
            good="""
                (w * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
                size = w.grad.pow(2).sum()
                opt.step()
            """,
            outcome="silent",
            reference="torch.tensor([1.0, 2.0, 3.0])",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` is a gradient that others may share: return a new tensor instead",
    guilty="writes into the gradient",
)
_EDITED = Words(
    message="the gradient itself is changed here, and the optimizer uses it next",
    guilty="writes into .grad, not into a copy",
    needed="steps with the changed gradient",
)
_REUSED = Words(
    message="`{subject}` is overwritten before the gradient that an earlier backward returned in "
    "it is used: return a new tensor",
    guilty="writes into the memory of a gradient that is on its way",
    needed="this pass reads the changed gradient",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "gradient-write", _WORDS)
    yield from tell_incidents(RULE, query, "grad-edited", _EDITED)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "returned-gradient-write", _REUSED)
