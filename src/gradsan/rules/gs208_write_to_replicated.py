"""GS208 write-to-replicated."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS208",
    name="write-to-replicated",
    frameworks=("torch",),
    says="an entry of a list made by multiplication is changed in place",
    why="""
        `[t] * n` holds the same tensor n times. A write to one entry changes them all.
        """,
    outcome="silent",
    fix_safety="unsafe: make each entry: `[torch.zeros(4) for _ in range(n)]`.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                rows = [torch.zeros(3)] * 2
                for k in range(2):
                    rows[k] += x * (k + 1)  # changed
                (rows[0] + 10 * rows[1]).sum().backward()
            """,
            good="""
                rows = [torch.zeros(3) for _ in range(2)]
                for k in range(2):
                    rows[k] += x * (k + 1)
                (rows[0] + 10 * rows[1]).sum().backward()
            """,
            outcome="silent",
            reference="torch.full((3,), 21.0)",
            semantics="intended",
        ),
    ),
)

_WORDS = Words(
    message="every entry of `{subject}` is the same tensor: this write changes them all",
    guilty="writes into all entries at once",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "replicated-write", _WORDS)
