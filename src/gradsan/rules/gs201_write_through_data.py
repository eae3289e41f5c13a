"""GS201 write-through-data."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import Hazard, RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import (
    HazardWords,
    Words,
    formula,
    runtime_labels,
    tell_hazards,
    tell_incidents,
)
from gradsan.static.query import Query

RULE = Rule(
    code="GS201",
    name="write-through-data",
    frameworks=("torch",),
    says="a write through `.data` changed a value that backward still needs",
    why="""
        `.data` gives the same memory under a version counter of its own. Backward then reads
        the changed values and reports nothing: the gradient is wrong, and nobody says so.
        """,
    outcome="silent",
    fix_safety="""unsafe: the op keeps a clone, so that backward has the values of the forward.
        Look first whether that is meant: the same write under `torch.no_grad()` would raise, a
        clamp in the graph trains something else. Only you can know.""",
    examples=(
        Example(
            setup="import torch\nx = torch.tensor([-3.0, 0.5, 3.0], requires_grad=True)",
            leaf="x",
            bad="""
                s = torch.sigmoid(x)               # saved
                s.data.clamp_(min=0.1, max=0.9)    # changed
                s.sum().backward()                 # needed
            """,
            good="""
                s = torch.sigmoid(x)
                kept = s.clone()
                kept.data.clamp_(min=0.1, max=0.9)
                s.sum().backward()
            """,
            outcome="silent",
            reference="x.detach().sigmoid() * (1 - x.detach().sigmoid())",
        ),
        Example(
            setup="import torch\nw = torch.tensor([1.0, 2.0], requires_grad=True)",
            leaf="w",
            bad="""
                loss = (w * w).sum()               # saved
                w.data.mul_(0.5)                   # changed
                loss.backward()                    # needed
            """,
            good="""
                loss = (w * w).sum()
                loss.backward()
                w.data.mul_(0.5)
            """,
            outcome="silent",
            reference="torch.tensor([2.0, 4.0])",
        ),
    ),
)


_WORDS = HazardWords(
    message="`{target}` is changed through .data after {op} saved it: "
    "the gradient is wrong and nothing raises",
    saved="{op} keeps {what} for backward",
    changed="{write} writes; no version counter notices",
    needed="backward of {op} reads the changed values and raises nothing",
    why="A write through .data is not counted, so PyTorch cannot notice.",
)


_SCALED = Words(
    message="a value is scaled through .data (`{subject}`): the gradient does not know the factor",
    guilty="changes the value, but not what backward knows of it",
    needed="gives the gradient without the factor",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell every write through `.data` to a value that is kept and still needed."""
    yield from tell_hazards(RULE, query, "data", _WORDS)
    kept = {hazard.write.spot.place for hazard in query.hazards()}
    for finding in tell_incidents(RULE, query, "scaled-data", _SCALED):
        if finding.place not in kept:
            yield finding


def runtime(hazard: RuntimeEvent) -> Finding | None:
    """Tell a stale value that backward read without noticing."""
    if not isinstance(hazard, Hazard):
        return None
    save, write, use = hazard.save, hazard.write, hazard.use
    if use.raised or write.through != "data" or save.kept or hazard.changed_at is None:
        return None
    op = save.op or "an op"
    facts = f"{save.tensor}, " if save.tensor.dtype else ""
    target = f"`{hazard.changed_at.target}`" if hazard.changed_at.target else "a value"
    more = f"; {hazard.later} more after it" if hazard.later else ""
    return RULE.finding(
        f"{target} was changed through .data after {op} saved it: "
        "the gradient is wrong and nothing raised",
        hazard.changed_at.place,
        labels=runtime_labels(
            hazard,
            saved=f"{op} keeps it for backward ({facts}version {save.version})",
            changed=f"{_deed(write.op)}; no version counter notices{more}",
            needed=f"{use.node} reads the changed values; nothing raised",
        ),
        why=f"{formula(op)} A write through .data is not counted, so PyTorch cannot notice.",
    )


def _deed(op: str) -> str:
    return "it is given other memory" if op == "data =" else f"{op} writes into the same memory"
