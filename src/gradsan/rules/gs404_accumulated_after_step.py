"""GS404 accumulated-after-step."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS404",
    name="accumulated-after-step",
    frameworks=("torch",),
    says="gradients that were already used are added to again",
    why="""
        backward adds to .grad. If a step has used a gradient and nobody has cleared it, the
        next backward adds the new one to the old one, and the next step moves along the sum. The
        same goes for a gradient that is read after each of two backwards.
        """,
    outcome="silent",
    fix_safety="unsafe: call zero_grad once per step, inside the loop or first in the closure.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                opt = torch.optim.SGD([x], lr=0.0)
                """,
            leaf="x",
            bad="""
                for _ in range(3):
                    loss = (x * x).sum()
                    loss.backward()  # changed
                    opt.step()  # needed
            """,
            good="""
                for _ in range(3):
                    opt.zero_grad()
                    loss = (x * x).sum()
                    loss.backward()
                    opt.step()
            """,
            outcome="silent",
            reference="2 * x.detach()",
        ),
        Example(
            setup="""
                import torch
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                (3 * x).sum().backward()
                first = x.grad.clone()  # made
                (x * x).sum().backward()  # changed
                second = x.grad.clone()  # needed
            """,
            good="""
                (3 * x).sum().backward()
                first = x.grad.clone()
                x.grad = None
                (x * x).sum().backward()
                second = x.grad.clone()
            """,
            outcome="silent",
            reference="2 * x.detach()",
            seen_by=("check",),
        ),
    ),
    seen_by_why="a run cannot know that a gradient is read for itself, not for the sum",
)

_WORDS = Words(
    message="the gradients of the last step were not cleared: this backward adds to them",
    guilty="adds to the .grad that the last step has used",
    needed="moves along the sum of old and new gradients",
)


_SUMMED = Words(
    message="`{subject}` was read and not cleared: this backward adds to it",
    guilty="adds to the gradient that was read",
    made="reads the first gradient",
    needed="reads the sum of both",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "stale-grad", _WORDS)
    yield from tell_incidents(RULE, query, "summed-grad", _SUMMED)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a step that found its last gradients with others added to them."""
    return tell_mishap(RULE, event, "stale-grad", _WORDS)
