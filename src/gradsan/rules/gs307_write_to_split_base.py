"""GS307 write-to-split-base."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS307",
    name="write-to-split-base",
    frameworks=("torch",),
    says=(
        "a tensor is changed in place after unbind, split or chunk made views of it that "
        "are still used"
    ),
    why="""
        Views made several at once cannot follow a write to their base. PyTorch raises when
        one of them is used after the write.
        """,
    outcome="raises",
    fix_safety="unsafe: write before the split; writing out of place is another way.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = x * 2
                a, b, c = y.unbind(0)  # made
                y.mul_(0.5)  # changed
                (a * b).backward()  # needed
            """,
            good="""
                y = x * 2
                y = y.mul(0.5)
                a, b, c = y.unbind(0)
                (a * b).backward()
            """,
            outcome="raises",
            reference="torch.tensor([-1.0, 0.5, 0.0])",
        ),
    ),
)

_WORDS = Words(
    message="a tensor is changed in place after it was split, and its parts are used later",
    guilty="the whole is written here",
    made="split here",
    needed="a part is used here; PyTorch raises",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "split-base-write", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "split-base-write", _WORDS)
