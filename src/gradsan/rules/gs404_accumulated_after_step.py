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
    says="gradients that a step has already used are added to again",
    why="""
        backward adds to .grad. If a step has used a gradient and nobody has cleared it, the
        next backward adds the new one to the old one, and the next step moves along the sum.
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
                    loss.backward()  # made
                    opt.step()  # changed
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
    ),
)

_WORDS = Words(
    message=("the gradients of the last step were not cleared: this one moves along the sum"),
    guilty="steps along the sum of old and new gradients",
    made="adds to the .grad of the last step",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "stale-grad", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a step that found its last gradients with others added to them."""
    return tell_mishap(RULE, event, "stale-grad", _WORDS)
