"""GS310 write-through-out."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS310",
    name="write-through-out",
    frameworks=("torch",),
    says="`out=` is used where a gradient is wanted",
    why="""
        With out= an op writes into memory that has a history of its own, and records nothing.
        PyTorch refuses it as soon as one of the arguments requires grad.
        """,
    outcome="raises",
    fix_safety="unsafe: take the result: `y = torch.add(a, b)`.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                y = torch.empty(3)
                """,
            leaf="x",
            bad="""
                torch.mul(x, x, out=y)  # changed
                y.sum().backward()
            """,
            good="""
                y = torch.mul(x, x)
                y.sum().backward()
            """,
            outcome="raises",
            reference="2 * x.detach()",
        ),
    ),
)

_WORDS = Words(
    message="{subject} with out= raises: one of the arguments requires grad",
    guilty="writes without recording; PyTorch raises here",
    when_raised="raises",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "out-write", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what PyTorch refused."""
    return tell_mishap(RULE, event, "out-write", _WORDS)
