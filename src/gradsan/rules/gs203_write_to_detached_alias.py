"""GS203 write-to-detached-alias."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS203",
    name="write-to-detached-alias",
    frameworks=("torch",),
    says="a detached alias is changed in place while its tensor is still used",
    why="""
        detach() shares memory. Changing the alias changes the values of the tensor it came
        from, which is used afterwards as if nothing had happened.
        """,
    outcome="silent",
    fix_safety="unsafe: `.detach().clone()` gives the alias its own memory.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = x + 1
                soft = y.detach()
                soft /= 4.0  # changed
                (y * y).sum().backward()
            """,
            good="""
                y = x + 1
                soft = y.detach().clone()
                soft /= 4.0
                (y * y).sum().backward()
            """,
            outcome="silent",
            reference="2 * (x.detach() + 1)",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` shares memory with `{detail}`, which is used after this write",
    guilty="changes `{detail}` too",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each write once; one that makes a kept value stale is told as that."""
    stale = {hazard.write.spot.place for hazard in query.hazards()}
    for finding in tell_incidents(RULE, query, "detached-alias", _WORDS):
        if finding.place not in stale:
            yield finding
