"""GS211 write-to-shared-memory."""

from __future__ import annotations

from dataclasses import replace

from gradsan.model.event import UNCOUNTED, Hazard, RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import HazardWords, tell_silent

RULE = Rule(
    code="GS211",
    name="write-to-shared-memory",
    frameworks=("torch",),
    says="a write through another door to the same memory changed a value that backward needs",
    why="""
        A storage, a tensor made by DLPack, the values inside a sparse tensor: each has a version
        counter of its own, or none, over memory that it shares. Backward compares the counter
        of the tensor that was saved and sees no write.
        """,
    outcome="silent",
    fix_safety="display: write into a clone, or run the backward first.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.ones(2, requires_grad=True)
                scale = torch.ones(2)
                other = torch.from_dlpack(scale)
                """,
            leaf="x",
            bad="""
                loss = (x * scale).sum()  # saved
                other.mul_(5.0)  # changed
                loss.backward()  # needed
            """,
            good="""
                loss = (x * scale).sum()
                loss.backward()
                other.mul_(5.0)
            """,
            outcome="silent",
            reference="torch.ones(2)",
            seen_by=("guard",),
        ),
    ),
    seen_by=("guard",),
    seen_by_why="that two objects share memory is seldom told by the text",
)

_WORDS = HazardWords(
    message="`{target}` shares its memory with what {op} kept: the gradient is wrong and nothing "
    "raised",
    saved="{op} keeps it for backward",
    changed="{write} writes into the same memory; the counter of what was saved does not notice",
    needed="backward of {op} reads the changed values; nothing raised",
)

_UNCOUNTED = replace(
    _WORDS,
    message="`{target}` is changed by {write}, which no version counter notices, after {op} "
    "saved it: the gradient is wrong and nothing raised",
    changed="{write} changes it; no version counter notices",
)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a value that was changed through another object over the same memory."""
    if not isinstance(event, Hazard) or event.write.through not in ("alias", "storage"):
        return None
    words = _UNCOUNTED if event.write.op in UNCOUNTED else _WORDS
    return None if event.save.kept else tell_silent(RULE, event, words)
