"""GS406 shared-grad."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS406",
    name="shared-grad",
    frameworks=("torch",),
    says="a .grad tensor is kept and later changed in place",
    why="""
        `.grad` is one tensor that backward adds to and `zero_grad(set_to_none=False)` writes
        zeros into. Who keeps it without a copy sees it change. `zero_grad()` lets go of it, and
        backward makes a new one: who was linked to the old one once never sees another.
        """,
    outcome="silent",
    fix_safety="unsafe: keep `.grad.clone()`.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                kept = []
                for scale in (1.0, 3.0):
                    (scale * x).sum().backward()
                    kept.append(x.grad)  # changed
                    x.grad.zero_()
                x.grad = kept[0]
            """,
            good="""
                kept = []
                for scale in (1.0, 3.0):
                    (scale * x).sum().backward()
                    kept.append(x.grad.clone())
                    x.grad.zero_()
                x.grad = kept[0]
            """,
            outcome="silent",
            reference="torch.ones(2)",
        ),
    ),
)

_WORDS = Words(
    message="`.grad` is kept without a copy and changes later",
    guilty="the same tensor is written by the next zero_grad or backward",
)

_LINKED = Words(
    message="`{subject}` is set only while there is none: it stays the gradient of the first pass",
    guilty="zero_grad() lets go of the gradient that is linked here; backward makes a new one",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "shared-grad", _WORDS)
    yield from tell_incidents(RULE, query, "linked-grad", _LINKED)
