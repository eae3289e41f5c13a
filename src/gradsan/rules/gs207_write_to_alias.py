"""GS207 write-to-alias."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS207",
    name="write-to-alias",
    frameworks=("torch",),
    says="a tensor is changed in place while another name for it is still read",
    why="""
        An assignment gives a second name, not a copy. Changing the tensor under one name
        changes it under the other, which is read afterwards as if it were the old value. What
        state_dict() gives are the weights, too: the next step changes them.
        """,
    outcome="silent",
    seen_by_why="a state that is kept by reference is no write: a run hears nothing of it",
    fix_safety="unsafe: `.clone()` for the second name, or an out-of-place change.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = x + 0.0
                skip = y
                y *= 3.0  # changed
                (skip + y).sum().backward()
            """,
            good="""
                y = x + 0.0
                skip = y
                y = y * 3.0
                (skip + y).sum().backward()
            """,
            outcome="silent",
            reference="torch.full((3,), 4.0)",
            semantics="intended",
        ),
        Example(
            setup="""
                import copy
                import torch
                layer = torch.nn.Linear(2, 1, bias=False)
                torch.nn.init.ones_(layer.weight)
                opt = torch.optim.SGD(layer.parameters(), lr=0.1)
                """,
            leaf="layer.weight",
            bad="""
                best = layer.state_dict()  # changed
                layer.weight.sum().backward()
                opt.step()
                opt.zero_grad()
                layer.load_state_dict(best)  # needed
                (layer.weight ** 2).sum().backward()
            """,
            good="""
                best = copy.deepcopy(layer.state_dict())
                layer.weight.sum().backward()
                opt.step()
                opt.zero_grad()
                layer.load_state_dict(best)
                (layer.weight ** 2).sum().backward()
            """,
            outcome="silent",
            reference="torch.full((1, 2), 2.0)",
            semantics="intended",
            seen_by=("check",),
        ),
    ),
)

_WORDS = Words(
    message=("`{subject}` and `{detail}` are one tensor, and `{detail}` is read after this write"),
    guilty="changes `{detail}` too",
)
_KEPT = Words(
    message="`{subject}` was put into a list that is read after this write",
    guilty="changes what the list holds, too",
)
_STATE = Words(
    message="{subject} gives the weights themselves, not a copy: they go on training",
    guilty="kept by reference",
    needed="loads the weights as they are now; nothing is restored",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each write once; one that makes a kept value stale is told as that."""
    stale = {hazard.write.spot.place for hazard in query.hazards()}
    for kind, words in (
        ("plain-alias", _WORDS),
        ("kept-alias", _KEPT),
        ("kept-state", _STATE),
    ):
        for finding in tell_incidents(RULE, query, kind, words):
            if finding.place not in stale:
                yield finding
