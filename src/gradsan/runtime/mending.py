"""Tell what was repaired: once per place, with the bytes that it took.

A repair met again at the same places is counted, not repeated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gradsan.model.event import AS_NEW, Hazard, Stack
from gradsan.model.finding import Finding, Label
from gradsan.rules.index import entries, rule
from gradsan.runtime import sites
from gradsan.runtime.sizes import size
from gradsan.runtime.telling import resolved

_CURES = {
    "GS101": "what a checkpointed block saved was changed in it after that",
    "GS301": "the leaf was changed in place; `.grad` is the gradient of what it was before",
    "GS302": "a view of a leaf was changed in place; `.grad` of the leaf is the gradient of what "
    "it was before",
    "GS303": "one of several views was changed in place, as if it were a view by itself",
    "GS304": "a view made in no_grad was changed in place, as if it were made outside",
    "GS305": "the output of a module with a backward hook was changed in place",
    "GS202": "memory shared with NumPy was changed after this line saved it",
    "GS205": "what a checkpointed region reads was changed before it was recomputed",
    "GS209": "a checkpointed block changes Python state that it reads; it was run again with what "
    "it saw the first time, and the state left as if it had run once",
    "GS407": "a backward wrote over a gradient that an earlier one had returned; copies were "
    "handed on",
    "GS701": "what forward kept on ctx or on the class was another before backward read it",
    "GS702": "an input was changed and returned unmarked; it was marked dirty",
    "GS703": "an input was marked dirty and not returned; the mark was dropped",
    "GS308": "a view that a custom Function returned was changed in place",
    "GS309": "a tensor was changed in place by its own elements; they were copied first",
    "GS310": "the result of a call with out= was copied to its place, as part of the graph",
    "GS513": "a reentrant checkpoint without an input that requires grad was run as the other kind",
    "GS704": "a value was changed in forward after save_for_backward; the copy of then is saved",
    "GS306": "an expanded tensor was changed in place, each element of memory once",
}

_SUMMARY = re.compile(
    r"repaired (?:(?P<values>\d+) values?, (?P<size>[\d.]+) (?P<unit>\w+))?(?:; )?"
    r"(?:(?P<writes>\d+) forbidden writes?)?"
)
_UNITS = {"bytes": 1, "KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}


@dataclass(slots=True)
class Mended:
    """One finding in the making."""

    finding: Finding
    count: int = 0
    values: int = 0
    copied: int = 0


class Mender:
    """The repairs of one session."""

    def __init__(self, codes: frozenset[str]) -> None:
        self.codes = codes
        self.values = 0
        self.copied = 0
        self.writes = 0
        self._known: dict[object, list[Mended]] = {}

    def mended(self, hazard: Hazard, copied: int) -> None:
        """Count a value that backward was given as it was saved."""
        self.values += 1
        self.copied += copied
        key = (hazard.save.stack, hazard.write.stack, hazard.use.raised)
        if key not in self._known:
            self._known[key] = [Mended(found) for found in self._judged(hazard)]
        for mended in self._known[key]:
            mended.count += 1
            mended.copied += copied

    def cured(self, code: str, op: str, stack: Stack) -> None:
        """Count a forbidden write that was made possible."""
        self.writes += 1
        key = (code, stack)
        if key not in self._known:
            found = self._cure(code, op, stack)
            self._known[key] = [Mended(found)] if found else []
        for mended in self._known[key]:
            mended.count += 1

    def _judged(self, hazard: Hazard) -> list[Finding]:
        whole = resolved(hazard)
        judges = [e.runtime for e in entries() if e.runtime and e.rule.code in self.codes]
        return [_repaired(found, whole) for judge in judges if (found := judge(whole))]

    def _cure(self, code: str, op: str, stack: Stack) -> Finding | None:
        site = sites.resolve(stack)
        if site is None or code not in self.codes:
            return None
        target = f"`{site.target}`: " if site.target else ""
        words = "runs again in backward" if op == "checkpoint" else f"{op}: PyTorch forbids it"
        if code == "GS407":
            words = f"{op} writes into the memory of a gradient that is on its way"
        done = _CURES[code]
        if op.endswith(AS_NEW):
            words = f"{op.removesuffix(AS_NEW)}: PyTorch forbids it while autograd records"
            done = "a parameter was given a new value in place, as under no_grad: that is trained"
        label = Label(
            "changed", site.place, words, site.function, site.source,
            site.called_from,
        )  # fmt: skip
        return rule(code).rule.finding(
            f"{target}{done}", site.place, labels=(label,), outcome="repaired"
        )

    def findings(self) -> tuple[Finding, ...]:
        """Return what was repaired."""
        told: dict[tuple[object, ...], Mended] = {}
        for mended in (one for many in self._known.values() for one in many):
            key = (mended.finding.code, mended.finding.place, mended.finding.message)
            if before := told.get(key):
                mended = Mended(
                    before.finding,
                    before.count + mended.count,
                    copied=before.copied + mended.copied,
                )
            told[key] = mended
        return tuple(_with_cost(mended) for mended in told.values())

    def summary(self) -> tuple[str, ...]:
        """Say in a line what was done: `repaired 3 values, 2.1 MiB`."""
        if not self.values and not self.writes:
            return ()
        return (_summary(self.values, self.copied, self.writes),)


def _repaired(finding: Finding, hazard: Hazard) -> Finding:
    """Turn what would have gone wrong into what was done about it."""
    row = hazard.saved_at.place.start.row if hazard.saved_at else None
    given = f"{hazard.use.node or 'backward'} was given the value"
    given += f" of line {row}" if row else " that was saved"
    labels = tuple(
        replace(label, text=given) if label.role == "needed" else label for label in finding.labels
    )
    # «… after exp saved it: the gradient is wrong and nothing raised» is no longer true.
    message = finding.message.partition(": the gradient")[0]
    return replace(finding, outcome="repaired", message=message, labels=labels, fix=None)


def _with_cost(mended: Mended) -> Finding:
    finding = replace(mended.finding, count=mended.count)
    if not mended.copied:
        return finding
    return replace(finding, notes=(*finding.notes, ("cost", f"{size(mended.copied)} copied")))


def _summary(values: int, copied: int, writes: int) -> str:
    words = [f"{_count(values, 'value')}, {size(copied)}"] if values else []
    words += [_count(writes, "forbidden write")] if writes else []
    return f"repaired {'; '.join(words)}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def summed(notes: Iterable[str]) -> Iterator[str]:
    """Yield notes of several processes, with one summary in place of several.

    >>> list(summed(["repaired 1 value, 12 bytes", "a word", "repaired 2 values, 1.0 KiB"]))
    ['repaired 3 values, 1.0 KiB', 'a word']
    """
    told = list(notes)
    found = [(note, match) for note in told if (match := _SUMMARY.fullmatch(note))]
    values, copied, writes = 0, 0.0, 0
    for _, match in found:
        values += int(match["values"] or 0)
        copied += float(match["size"] or 0) * _UNITS[match["unit"] or "bytes"]
        writes += int(match["writes"] or 0)
    if found:
        yield _summary(values, int(copied), writes)
    summaries = {note for note, _ in found}
    yield from (note for note in told if note not in summaries)
