"""GS302 write-to-view-of-leaf."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_first, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS302",
    name="write-to-view-of-leaf",
    frameworks=("torch",),
    says="a view of a leaf that requires grad is changed in place",
    why="""
        A view shares the memory of its leaf: writing through it changes the leaf, which
        PyTorch refuses while autograd records.
        """,
    outcome="raises",
    fix_safety=(
        "unsafe: clone first to differentiate through the write, or write under "
        "`torch.no_grad()` to set values."
    ),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                v = x[:2]  # made
                v.add_(1.0)  # changed
                x.sum().backward()
            """,
            good="""
                v = x.clone()[:2]
                v.add_(1.0)
                x.sum().backward()
            """,
            outcome="raises",
            reference="torch.ones(3)",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` is a view of a leaf that requires grad: {detail} on it raises",
    guilty="{detail} writes into the leaf; PyTorch raises here",
    made="the view is made here",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_first(RULE, query, "leaf-view-write", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "leaf-view-write", _WORDS)
