"""GS519 copy-of-inner-value."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS519",
    name="copy-of-inner-value",
    frameworks=("torch",),
    says="copy.deepcopy of something that holds a tensor which is not a leaf",
    why="""
        A computed tensor belongs to a graph, and graphs are not copied: deepcopy raises for it,
        even when it sits in a plain object. Often it was meant to be a leaf and is not.
        """,
    outcome="raises",
    fix_safety="unsafe: make the leaf last: `(…).requires_grad_()`; or copy a detached clone.",
    examples=(
        Example(
            setup="""
                import copy
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = x * 0.1  # made
                best = copy.deepcopy(y)  # changed
                y.sum().backward()
            """,
            good="""
                y = x * 0.1
                best = y.detach().clone()
                y.sum().backward()
            """,
            outcome="raises",
            reference="torch.full((3,), 0.1)",
        ),
    ),
)

_WORDS = Words(
    message="{subject} of a tensor that is not a leaf raises",
    guilty="copies a tensor with a graph; PyTorch raises here",
    made="computed here, so not a leaf",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "inner-copied", _WORDS)
