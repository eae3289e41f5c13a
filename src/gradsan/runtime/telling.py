"""Turn hazards into findings, each told once.

A hazard met again at the same places is counted, not repeated: training loops meet theirs
thousands of times, so the first look is at the raw stacks and resolves nothing.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeAlias

from gradsan.model.event import UNCOUNTED, Hazard, Mishap, Proof, RuntimeEvent, Site, Stack
from gradsan.model.finding import Finding, Fix, Place
from gradsan.rules.index import entries
from gradsan.runtime import sites
from gradsan.runtime.allowing import is_allowed
from gradsan.runtime.arrays import array_write
from gradsan.runtime.proving import PROOF, proof_text
from gradsan.runtime.sizes import bytes_of, size
from gradsan.runtime.spoken import expression_at, spoken

Raw: TypeAlias = tuple[str, Stack | Site, Stack | Site, bool]  # kind, two places, raised
Key: TypeAlias = tuple[str, str, str]  # code, line that saved, line that changed
FixProposer: TypeAlias = Callable[[Finding], Fix | None]

WHAT = "what"  # the heading of the list of parameters
LISTED = 8  # names in it
NOTED = 3  # findings that the note on an error names

# How the words of a fix begin that makes one more tensor; others only move statements.
_COPYING = ("let ", "work out of place", "clone ", "write into a c", "`")
_WEIGHTS = re.compile(r"changed (\d+ )?weights")


def _site(place: Stack | Site, op: str = "") -> Site | None:
    return place if isinstance(place, Site) else sites.resolve(place, op)


def resolved_mishap(event: Mishap) -> Mishap:
    """Return the mishap with its sites; where the value was made, the text may know."""
    happened_at = _site(event.at, event.subject)
    if event.kind == "cut-parameter" and event.at == event.needed and happened_at:
        happened_at = sites.flag_before(event.at) or happened_at
    made_at = _site(event.made)
    name = event.subject or (happened_at.target if happened_at else "")
    reader = event.needed or event.at
    if made_at is None and not isinstance(reader, Site):
        made_at = sites.binding(reader, name)
    if made_at is None and not isinstance(event.at, Site) and event.kind == "singular-point":
        made_at = sites.sole_binding(event.at)
    return replace(event, happened_at=happened_at, made_at=made_at, needed_at=_site(event.needed))


def resolved(hazard: Hazard) -> Hazard:
    """Return the hazard with its three sites and the door of a silent write."""
    write = hazard.write
    if not hazard.use.raised and not write.through and not hazard.save.kept:
        # Another counter was raised: `.data` has its own. A file that never says `.data`
        # came by it otherwise (DLPack, set_, two tensors over one array).
        is_data = write.op not in UNCOUNTED and sites.mentions_data(write.stack)
        through = "data" if is_data else "alias"
        write = replace(write, through=through)
    changed_at = sites.resolve(write.stack)
    if write.through == "numpy":
        changed_at = array_write(write.stack) or changed_at
    saved_at = sites.resolve(hazard.save.stack, hazard.save.op)
    op = spoken(hazard.save.op, expression_at(saved_at)) if saved_at else hazard.save.op
    return replace(
        hazard,
        save=replace(hazard.save, op=op),
        write=write,
        saved_at=saved_at,
        changed_at=changed_at,
        needed_at=sites.resolve(hazard.use.stack),
    )


def _raw(event: RuntimeEvent) -> Raw:
    if isinstance(event, Mishap):
        return event.kind, event.at, event.needed, event.raised
    return "", event.save.stack, event.write.stack, event.use.raised


class Teller:
    """The findings of one session."""

    def __init__(self, codes: frozenset[str]) -> None:
        self.codes = codes
        self._findings: dict[Key, Finding] = {}
        self._known: dict[Raw, list[Key]] = {}
        self._costs: dict[Key, int] = {}  # bytes of the largest value, which a fix would copy

    def tell(self, event: RuntimeEvent) -> list[Finding]:
        """Count the event, or make findings of it; return them."""
        raw = _raw(event)
        keys = self._known.get(raw)
        if keys is None:
            keys = [self._place(found) for found in self._judged(event)]
            if keys:
                self._known[raw] = keys
        else:
            for key in keys:
                found = self._findings[key]
                self._findings[key] = replace(found, count=found.count + 1)
        if isinstance(event, Hazard):
            for key in keys:
                self._costs[key] = max(self._costs.get(key, 0), bytes_of(event.save.tensor))
                if event.save.name:
                    self._findings[key] = _named(self._findings[key], event.save.name)
        return [self._findings[key] for key in keys]

    def show(self, hazard: Hazard, proof: Proof) -> None:
        """Add the numbers to the findings of a hazard, those of its first time."""
        for key in self._known.get(_raw(hazard), ()):
            found = self._findings[key]
            if PROOF not in dict(found.notes):
                notes = (*found.notes, (PROOF, proof_text(hazard, found, proof)))
                self._findings[key] = replace(found, notes=notes)

    def take(self, finding: Finding) -> bool:
        """Add a finding that check has read, unless the run itself has told that line.

        Tells whether such findings are wanted.
        """
        if finding.code not in self.codes or is_allowed(finding.code):
            return False
        here = (finding.place.filename, finding.place.start.row)
        for known in self._findings.values():
            if here == (known.place.filename, known.place.start.row):
                return True
        self._place(finding)
        return True

    def _judged(self, event: RuntimeEvent) -> list[Finding]:
        whole = resolved_mishap(event) if isinstance(event, Mishap) else resolved(event)
        rules = [
            e.runtime
            for e in entries()
            if e.runtime and e.rule.code in self.codes and not is_allowed(e.rule.code)
        ]
        return [found for rule in rules if (found := rule(whole))]

    def _place(self, finding: Finding) -> Key:
        saved = finding.label("saved")
        key = (finding.code, _where(saved.place) if saved else "", _where(finding.place))
        if before := self._findings.get(key):
            finding = replace(before, count=before.count + finding.count)
        self._findings[key] = finding
        return key

    def findings(self, propose_fix: FixProposer | None = None) -> tuple[Finding, ...]:
        """Return what was found, with fixes if somebody proposes them."""
        found = self._findings.values()
        if propose_fix is None:
            return tuple(found)
        return tuple(self._fixed(key, found, propose_fix) for key, found in self._findings.items())

    def _fixed(self, key: Key, finding: Finding, propose_fix: FixProposer) -> Finding:
        fix = finding.fix or propose_fix(finding)
        cost = self._costs.get(key, 0)
        if fix is None or not fix.edits or not cost or not fix.message.startswith(_COPYING):
            return replace(finding, fix=fix)
        return replace(finding, fix=replace(fix, message=f"{fix.message}; costs {size(cost)}"))


def _named(finding: Finding, name: str) -> Finding:
    """Add a parameter to the list of what was changed."""
    before = dict(finding.notes).get(WHAT, "")
    names = before.split(", ") if before else []
    if name in names or len(names) > LISTED:
        return finding
    names.append(name if len(names) < LISTED else "...")
    others = tuple(note for note in finding.notes if note[0] != WHAT)
    message = finding.message
    if 1 < len(names) <= LISTED:
        message = _WEIGHTS.sub(f"changed {len(names)} weights", message)
    return replace(finding, message=message, notes=((WHAT, ", ".join(names)), *others))


def note_lines(hazards: Sequence[Hazard]) -> list[str]:
    """Say in a line each what was changed where: the note that rides on torch's error.

    `gradsan: h was changed at model.py:17 (add_) after exp saved it at model.py:14`
    """
    lines: dict[str, None] = {}
    for hazard in map(resolved, hazards):
        if hazard.changed_at is None:
            continue
        what = hazard.changed_at.target or "a saved value"
        if hazard.write.through == "optimizer":
            what = hazard.save.name or "a weight"
        line = f"gradsan: {what} was changed at {_where(hazard.changed_at.place)}"
        line += f" ({hazard.write.op}) after {hazard.save.op} saved it"
        if hazard.saved_at:
            line += f" at {_where(hazard.saved_at.place)}"
        lines[line] = None
    told = list(lines)
    if len(told) > NOTED:
        more = len(told) - NOTED + 1
        told[NOTED - 1 :] = [f"gradsan: and {more} more values went stale (see the report)"]
    return told


def mishap_lines(event: Mishap) -> list[str]:
    """Say the same of a mishap: the headline of each rule that knows it, and where."""
    whole = resolved_mishap(event)
    found = [told for entry in entries() if entry.runtime and (told := entry.runtime(whole))]
    return [finding_line(told) for told in found]


def finding_line(finding: Finding) -> str:
    """Say a finding in one line."""
    return f"gradsan: {finding.code} {finding.message} ({_where(finding.place)})"


def nonfinite_step(event: Mishap) -> str:
    """Say that a step has met NaN or inf, and that nobody saw what made it."""
    places = [event.at, event.needed]
    found = [one if isinstance(one, Site) else sites.resolve(one) for one in places]
    backward, step = (f" at {_where(site.place)}" if site else "" for site in found)
    return (
        f"the step{step} was given a gradient that is not finite by the backward{backward}, in a "
        "pass that was not watched; --nonfinite watches every pass and names the op"
    )


def warn_at_write(saved: Stack, written: Stack, op: str) -> None:
    """Warn, as of the user's own line, that a saved value is about to be changed."""
    at, kept = sites.resolve(written), sites.resolve(saved)
    if at is None:
        return
    what = f"`{at.target}`" if at.target else "a value"
    where = f", saved at {_where(kept.place)}," if kept else ""
    text = f"gradsan: {what}{where} is changed in place by {op} while its graph is alive"
    warnings.warn_explicit(text, UserWarning, written[0][0].co_filename, at.place.start.row)


def _where(place: Place) -> str:
    return f"{place.filename}:{place.start.row}"
