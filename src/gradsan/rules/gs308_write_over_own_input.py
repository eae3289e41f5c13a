"""GS308 write-over-own-input."""

from __future__ import annotations

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_mishap

RULE = Rule(
    code="GS308",
    name="write-over-own-input",
    frameworks=("torch",),
    says="an op writes into memory that it reads at another place",
    why="""
        `a += a.T` and `x[1:] = f(x[:-1], out=x[1:])` read elements that the same op has already
        overwritten. PyTorch refuses where it sees the overlap.
        """,
    outcome="raises",
    fix_safety="none is applied: clone what is read, or work out of place (`a = a + a.T`).",
    examples=(
        Example(
            setup="import torch\nx = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)",
            leaf="x",
            bad="""
                a = x * 1  # made
                a += a.T  # changed
                a.sum().backward()
            """,
            good="""
                a = x * 1
                a = a + a.T
                a.sum().backward()
            """,
            outcome="raises",
            reference="torch.full((2, 2), 2.0)",
            seen_by=("guard",),
        ),
    ),
    seen_by=("guard",),
    seen_by_why="whether two views overlap is known for certain when the op runs",
)

_WORDS = Words(
    message="`{subject}` is written while other places of it are read: {detail} raises",
    guilty="{detail} reads and writes the same memory; PyTorch raises here",
    made="the memory is made here",
)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "overlapping-write", _WORDS)
