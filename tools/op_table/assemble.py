"""Put the rows together: derived, probed, by hand; later sources stand over earlier ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from gradsan.ops.row import Kept, Op
from tools.op_table import by_hand, native
from tools.op_table.draft import Draft
from tools.op_table.extra_samples import extra_samples
from tools.op_table.probe import Tally, observe
from tools.op_table.python_level import functional_drafts, hand_drafts, signature_drafts
from tools.op_table.samples import Sample, database, made_up
from tools.op_table.singular import singular_rows


@dataclass(slots=True)
class Assembly:
    """All rows, and what was noticed on the way."""

    drafts: dict[str, Draft] = field(default_factory=dict)  # by row
    tallies: dict[str, Tally] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def sources(self) -> Counter[str]:
        """Count the rows by where they come from."""
        return Counter(draft.source for draft in self.drafts.values())

    def lines(self) -> list[str]:
        """Return the rows as text, sorted by name; overloads in PyTorch's order."""
        return [str(draft) for draft in sorted(self.drafts.values(), key=lambda d: d.key)]


def assemble() -> Assembly:
    """Make the table."""
    assembly = Assembly()
    _add(assembly, native.drafts())
    _add(assembly, functional_drafts(list(assembly.drafts.values())))
    _add(assembly, signature_drafts())
    _add(assembly, hand_drafts())
    probe_all(assembly)
    _finish(assembly)
    return assembly


def _add(assembly: Assembly, drafts: list[Draft]) -> None:
    """Add rows in place of all rows of the same names."""
    keys = {draft.key for draft in drafts}
    old = assembly.drafts
    assembly.drafts = {row: draft for row, draft in old.items() if draft.key not in keys}
    assembly.drafts |= {draft.row: draft for draft in drafts}


def table_of(drafts: dict[str, Draft]) -> dict[str, tuple[Op, ...]]:
    """Return rows as `find` reads them."""
    table: dict[str, tuple[Op, ...]] = {}
    for draft in drafts.values():
        table[draft.key] = (*table.get(draft.key, ()), draft.op())
    return table


def probe_all(assembly: Assembly) -> None:
    """Run every sample there is, and make one up for the rows without."""
    table = table_of(assembly.drafts)
    ops = {op.row: op for rows in table.values() for op in rows}
    for sample, op in _calls(table):
        observe(assembly.tallies.setdefault(op.row, Tally()), sample, op)
    for row, op in ops.items():
        if row not in assembly.tallies and (made := made_up(op)) and made.row(table) == op:
            observe(assembly.tallies.setdefault(row, Tally()), made, op)


def _calls(table: dict[str, tuple[Op, ...]]) -> Iterator[tuple[Sample, Op]]:
    for _, samples in database():
        for sample in samples:
            if op := sample.row(table):
                yield sample, op
    for sample in extra_samples():
        op = sample.row(table)
        if op is None:
            raise LookupError(f"no row takes the extra sample of {sample.key}")
        yield sample, op


# -- from what was seen to what is said ----------------------------------------------------


def _finish(assembly: Assembly) -> None:
    for row, draft in list(assembly.drafts.items()):
        tally = assembly.tallies.get(row)
        if draft.source == "none" and (tally is None or not tally.samples):
            assembly.notes.append(f"not probed: {draft}")
            del assembly.drafts[row]
            continue
        if tally and tally.samples:
            _note_results(draft, tally)
            if draft.source == "none":
                _fill(draft, tally)
            else:
                assembly.notes += _disagreements(draft, tally)
        _add_flags(draft)
    for row in singular_rows(table_of(assembly.drafts)):
        assembly.drafts[row].flags.add("singular")


def _note_results(draft: Draft, tally: Tally) -> None:
    draft.integers |= {n for n, count in tally.returned.items() if tally.integer[n] == count}
    draft.integers -= {"result"} if draft.writes else set()


def _fill(draft: Draft, tally: Tally) -> None:
    """Say of a composed op what the probe saw."""
    draft.source = "probed"
    if not tally.flowing:
        draft.flags.add("nograd")
        return
    draft.saves = list(tally.saves())
    if draft.writes or draft.alias or draft.views:
        return
    for name, count in tally.aliased.items():
        if count == tally.samples and draft.result_is_list:
            draft.views = name
        elif count == tally.samples:
            draft.alias = name
        else:
            draft.may_return = name


def _disagreements(draft: Draft, tally: Tally) -> Iterator[str]:
    """Yield what the probe saw of a derived row that the row does not say."""
    if not tally.flowing:
        return
    said = {kept.what for kept in draft.saves}
    seen = {kept.what for kept in tally.saves()}
    if seen - said:
        yield f"probe saw more: {draft} | {sorted(seen - said)}"
    sure = {kept.what for kept in draft.saves if not kept.guard and kept.is_certain}
    if missing := {w for w in sure - seen if any(t == w for t, _ in tally.seen)}:
        yield f"probe saw less: {draft} | {sorted(missing)}"


def _add_flags(draft: Draft) -> None:
    if draft.key in by_hand.CERTAIN:
        sure = by_hand.CERTAIN[draft.key]
        draft.saves = [Kept(k.what, k.guard, k.is_certain or k.what in sure) for k in draft.saves]
    if draft.key in by_hand.ZERO:
        draft.flags.add("zero")
    if draft.key in by_hand.NOT_ZERO:
        draft.flags.discard("zero")
    if draft.integers >= set(draft.results):
        draft.flags.add("nograd")
        draft.flags.discard("undefined")
