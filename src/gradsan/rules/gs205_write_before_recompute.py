"""GS205 write-before-recompute."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import Mishap, RuntimeEvent
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
    code="GS205",
    name="write-before-recompute",
    frameworks=("torch",),
    says="a value that a checkpointed block reads is changed before backward runs it again",
    why="""
        checkpoint keeps its arguments and runs the block again in backward. What the block
        reads besides (closures, globals, weights) is read again as it is then: if it was
        changed meanwhile, the gradient is of another function.
        """,
    outcome="silent",
    fix_safety=(
        "unsafe: run the block without checkpoint, which costs its memory; better, hand the value "
        "to the block as an argument, or change it after backward."
    ),
    examples=(
        Example(
            setup="""
                import torch
                from torch.utils.checkpoint import checkpoint
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                scale = torch.ones(2)
                def block(v):
                    return v * scale  # saved
                """,
            leaf="x",
            bad="""
                y = checkpoint(block, x, use_reentrant=False)
                scale.mul_(3.0)  # changed
                y.sum().backward()  # needed
            """,
            good="""
                y = checkpoint(block, x, use_reentrant=False)
                y.sum().backward()
                scale.mul_(3.0)
            """,
            outcome="silent",
            reference="torch.ones(2)",
        ),
    ),
)

_WORDS = HazardWords(
    message=(
        "`{target}` is read again by a checkpointed block after this write: the gradient is wrong"
    ),
    saved="{op} reads it, and will again in backward",
    changed="{write} writes before backward runs the block again",
    needed="runs the block again with the changed values; nothing raises",
)
_RESET = Words(
    message="`{subject}` is read again by a checkpointed block: the gradient is wrong",
    guilty="another number before backward runs the block again",
    needed="runs the block again with the new number; nothing raises",
)
_DIFFERS = Words(
    message="the block computes other numbers when backward runs it again: the gradient is wrong",
    guilty="what the block reads besides its arguments has changed, or it changes that itself",
    made="the first value that comes out different",
    made_role="saved",
    needed="runs the block again",
    when_raised="raises",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each write once."""
    yield from tell_hazards(RULE, query, "checkpoint", _WORDS)
    yield from tell_incidents(RULE, query, "recompute-reset", _RESET)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a value that the second run of a block saw changed, or that something has."""
    if isinstance(event, Mishap):
        return tell_mishap(RULE, event, "recompute-differs", _DIFFERS)
    if event.save.kept != "checkpoint" or event.write.through == "optimizer":
        return None
    return tell_silent(RULE, event, _WORDS)
