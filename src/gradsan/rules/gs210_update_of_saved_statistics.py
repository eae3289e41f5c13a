"""GS210 update-of-saved-statistics."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import Hazard, RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import HazardWords, tell_hazards, tell_silent
from gradsan.static.query import Query

RULE = Rule(
    code="GS210",
    name="update-of-saved-statistics",
    frameworks=("torch",),
    says="a training pass updated running statistics that a backward still needs",
    why="""
        In eval mode batch norm divides by its running variance and keeps it for backward, and so
        does any op that is given it. A pass in training mode writes new statistics into the same
        memory and raises no version counter: backward then reads a variance that the forward has
        not seen.
        """,
    outcome="silent",
    fix_safety="display: run the backward before the training pass, or the eval pass after it.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([[1.0], [3.0]], requires_grad=True)
                norm = torch.nn.BatchNorm1d(1, eps=1e-9).eval()
                """,
            leaf="x",
            bad="""
                loss = norm(x).sum()                              # saved
                norm.train()
                norm(torch.tensor([[0.0], [10.0]]))               # changed
                loss.backward()                                   # needed
            """,
            good="""
                loss = norm(x).sum()
                loss.backward()
                norm.train()
                norm(torch.tensor([[0.0], [10.0]]))
            """,
            outcome="silent",
            reference="torch.ones(2, 1)",
        ),
    ),
)

_WORDS = HazardWords(
    message="running statistics were updated after {op} kept them: the gradient is wrong and "
    "nothing raised",
    saved="{op} keeps the running statistics for backward",
    changed="a pass in training mode updates them; no version counter notices",
    needed="backward of {op} reads the new statistics; nothing raised",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each training pass once."""
    yield from tell_hazards(RULE, query, "statistics", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell statistics that a training pass updated between an eval pass and its backward."""
    if not isinstance(event, Hazard) or event.write.through != "statistics" or event.save.kept:
        return None
    return tell_silent(RULE, event, _WORDS)
