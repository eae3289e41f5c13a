"""GS509 optimized-inner-value."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS509",
    name="optimized-inner-value",
    frameworks=("torch",),
    says="an optimizer is given a tensor that is not a leaf",
    why="""
        An optimizer writes into what it is given and reads its .grad; a value made by an op
        has no .grad, so PyTorch refuses it.
        """,
    outcome="raises",
    fix_safety="unsafe: make the leaf last: `(…).requires_grad_()`, behind `.detach()` if need be.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = x * 2  # made
                opt = torch.optim.SGD([y], lr=0.1)  # cut
            """,
            good="""
                opt = torch.optim.SGD([x], lr=0.1)
                (x * 2).sum().backward()
            """,
            outcome="raises",
            reference="torch.full((2,), 2.0)",
        ),
    ),
)

_WORDS = Words(
    message="{subject} is given a tensor that is not a leaf",
    guilty="PyTorch raises here",
    made="made by an op here",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "inner-optimized", _WORDS, role="cut")


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "inner-optimized", _WORDS, role="cut")
