"""What verify answers: a verdict, the numbers behind it, and whose fault it is if it is wrong."""

from __future__ import annotations

import json
import textwrap
from dataclasses import asdict, dataclass
from typing import Any, Literal, TypeAlias

from gradsan.model.finding import Finding, Place

Answer: TypeAlias = Literal["right", "wrong", "not smooth here", "cannot tell"]

WIDTH = 80
# The worst first: one wrong input makes the gradient wrong.
ORDER: tuple[Answer, ...] = ("wrong", "not smooth here", "cannot tell", "right")


@dataclass(frozen=True, slots=True)
class Check:
    """A derivative along one direction: what the framework claims and what was measured."""

    way: str  # reverse, forward, second order
    input: str
    claimed: float
    measured: float
    error: float  # of what was measured
    step: float
    answer: Answer


@dataclass(frozen=True, slots=True)
class Entry:
    """The entry of an input where claim and measurement are furthest apart."""

    input: str
    index: tuple[int, ...]
    claimed: float
    measured: float
    error: float


@dataclass(frozen=True, slots=True)
class Blame:
    """A line where a value left the graph, and what that took from the slope."""

    place: Place
    deed: str
    code: str  # of the rule that tells more, if there is one
    lost: float  # along the direction that was measured
    is_draw: bool = False  # a random number: no derivative by definition

    def __str__(self) -> str:
        rule = f" [{self.code}]" if self.code else ""
        where = f"{self.place.filename}:{self.place.start.row}"
        if self.is_draw:
            return f"{where} {self.deed} depends on it"
        return f"{where}{rule} {self.deed} takes the value out of the graph"


@dataclass(frozen=True, slots=True)
class Verification:
    """Whether a gradient is right."""

    answer: Answer
    reason: str
    framework: str
    precision: str  # float64, or float32 where the function takes no other
    checks: tuple[Check, ...] = ()
    entry: Entry | None = None
    findings: tuple[Finding, ...] = ()  # of the guard
    cuts: tuple[Blame, ...] = ()  # lines where values left the graph, proved to be the cause
    rules: tuple[str, ...] = ()  # derivative rules written by hand in this graph
    notes: tuple[str, ...] = ()

    @property
    def is_right(self) -> bool:
        """Whether the answer is «right»."""
        return self.answer == "right"

    def as_json(self) -> str:
        """Return everything as JSON."""
        data: dict[str, Any] = asdict(self)
        data["findings"] = [
            {"code": f.code, "message": f.message, "filename": f.place.filename,
             "row": f.place.start.row}
            for f in self.findings
        ]  # fmt: skip
        data["cuts"] = [
            {"deed": c.deed, "code": c.code, "filename": c.place.filename,
             "row": c.place.start.row, "lost": c.lost}
            for c in self.cuts
        ]  # fmt: skip
        return json.dumps({"schema": 1, **data}, indent=2)

    def __str__(self) -> str:
        lines = [*textwrap.wrap(f"{self.answer}: {self.reason}", WIDTH), ""]
        if self.checks:
            lines += [f"  {'input':16} {'way':13} {'claimed':>14} {'measured':>14} {'+-':>9}"]
            lines += [_row(check) for check in _worst_of_each(self.checks)]
        if self.entry is not None:
            lines += ["", f"  worst   {_entry(self.entry)}"]
        lines += [f"  blame   {cut}" for cut in self.cuts]
        for rule in self.rules:
            lines += [f"  suspect {rule} (a derivative written by hand)"]
        for finding in self.findings:
            place = f"{finding.place.filename}:{finding.place.start.row}"
            lines += [f"  blame   {place} [{finding.code}] {finding.message}"]
        lines += [f"  note    {note}" for note in self.notes]
        lines += ["", f"  {self.framework}, {self.precision}"]
        return "\n".join(lines)


def _worst_of_each(checks: tuple[Check, ...]) -> list[Check]:
    """Keep one check for each input and way: the one that is furthest off."""
    kept: dict[tuple[str, str], Check] = {}
    for check in checks:
        before = kept.get((check.input, check.way))
        if before is None or _rank(check) > _rank(before):
            kept[check.input, check.way] = check
    return list(kept.values())


def _rank(check: Check) -> tuple[int, float]:
    return -ORDER.index(check.answer), abs(check.claimed - check.measured)


def _row(check: Check) -> str:
    mark = "" if check.answer == "right" else f"  {check.answer}"
    return (
        f"  {check.input:16} {check.way:13} {check.claimed:14.6g} {check.measured:14.6g} "
        f"{check.error:9.1e}{mark}"
    )


def _entry(entry: Entry) -> str:
    where = f"{entry.input}{list(entry.index) if entry.index else ''}"
    return f"{where}: claimed {entry.claimed:.6g}, measured {entry.measured:.6g}"
