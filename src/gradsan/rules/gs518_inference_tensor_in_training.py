"""GS518 inference-tensor-in-training."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS518",
    name="inference-tensor-in-training",
    frameworks=("torch",),
    says="a tensor made in inference mode is used where backward must keep it",
    why="""
        Tensors made in inference mode have no version counter. An op that has to keep one for
        backward cannot tell whether it was changed, and raises.
        """,
    outcome="raises",
    fix_safety="unsafe: use no_grad, or clone the tensor outside inference mode.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                with torch.inference_mode():  # changed
                    scale = torch.ones(3) * 2.0
                (x * scale).sum().backward()  # needed
            """,
            good="""
                with torch.no_grad():
                    scale = torch.ones(3) * 2.0
                (x * scale).sum().backward()
            """,
            outcome="raises",
            reference="torch.full((3,), 2.0)",
        ),
    ),
)

_WORDS = Words(
    message="a tensor made in inference mode is kept by {subject} for backward: that raises",
    guilty="inference mode is on from here",
    needed="{subject} has to keep it",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "inference-saved", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "inference-saved", _WORDS)
