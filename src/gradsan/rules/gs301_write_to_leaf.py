"""GS301 write-to-leaf."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_first, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS301",
    name="write-to-leaf",
    frameworks=("torch",),
    says="a leaf that requires grad is changed in place",
    why="""
        A leaf is where gradients end up. Changing it in place while autograd records would
        leave no place for the gradient of the old value, so PyTorch refuses the write at
        once.
        """,
    outcome="raises",
    fix_safety=(
        "unsafe: under `torch.no_grad()` the write is not differentiated "
        "(initialisation, a manual step); on a clone it is."
    ),
    examples=(
        Example(
            setup="import torch",
            leaf="x",
            bad="""
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)  # made
                x.mul_(2.0)  # changed
                x.sum().backward()
            """,
            good="""
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                with torch.no_grad():
                    x.mul_(2.0)
                x.sum().backward()
            """,
            outcome="raises",
            reference="torch.ones(3)",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` is a leaf that requires grad: {detail} on it raises",
    guilty="{detail} writes into the leaf; PyTorch raises here",
    made="the leaf is made here",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_first(RULE, query, "leaf-write", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "leaf-write", _WORDS)
