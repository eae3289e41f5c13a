"""A fix as a small diff: the lines it takes away and the lines it puts there.

A report reads no file. Whole lines are known where a label carries them; elsewhere the
edit's own text is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gradsan.model.finding import Edit, Label, Place
from gradsan.report.notebook_words import home_of

Sign: TypeAlias = Literal["-", "+"]
KnownLines: TypeAlias = dict[tuple[str, int], str]  # by file (or cell) and row


@dataclass(frozen=True, slots=True)
class Change:
    """A line that goes or comes."""

    home: str  # the file, or the cell of a notebook
    row: int
    sign: Sign
    text: str
    focus: int  # the first character that differs, to crop around


def changes(edits: Iterable[Edit], labels: Iterable[Label]) -> Iterator[Change]:
    """Yield the lines that the edits change, in the order of the file."""
    known = known_lines(labels)
    for group in _touching(sorted(edits, key=lambda edit: edit.place)):
        place = _hull(group)
        if (texts := _whole_lines(group, place, known)) is not None:
            yield from _lines(place, *texts)
            continue
        for edit in group:
            yield from _lines(edit.place, edit.old, edit.content)


def known_lines(labels: Iterable[Label]) -> KnownLines:
    """Collect the source lines that labels carry."""
    return {
        (home_of(label.place), row): line
        for label in labels
        for row, line in enumerate(label.source, start=label.place.start.row)
    }


def _touching(edits: list[Edit]) -> Iterator[list[Edit]]:
    """Group edits that share a row, so that they are shown as one change."""
    group: list[Edit] = []
    for edit in edits:
        if group and not _shares_row(group, edit):
            yield group
            group = []
        group.append(edit)
    if group:
        yield group


def _shares_row(group: list[Edit], edit: Edit) -> bool:
    hull = _hull(group)
    return hull.home == edit.place.home and edit.place.start.row <= hull.end.row


def _hull(group: list[Edit]) -> Place:
    places = [edit.place for edit in group]
    first, end = min(places), max(place.end for place in places)
    return Place(first.filename, first.start, end, first.cell)


def _whole_lines(group: list[Edit], place: Place, known: KnownLines) -> tuple[str, str] | None:
    """Return the rows of the place before and after, if all are known and fit the edits."""
    rows = range(place.start.row, place.end.row + 1)
    lines = [known.get((home_of(place), row)) for row in rows]
    if len(rows) > 1 and place.end.column == 1:
        lines[-1] = ""  # the edits end with the line break before this row
    if not lines or None in lines:
        return None
    text = before = "\n".join(line.rstrip("\r\n") for line in lines if line is not None)
    starts = [0]
    for line in before.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for edit in reversed(group):
        begin = starts[edit.place.start.row - rows.start] + edit.place.start.column - 1
        stop = starts[edit.place.end.row - rows.start] + edit.place.end.column - 1
        if before[begin:stop] != edit.old:
            return None  # the label shows another state of the file than the edit
        text = text[:begin] + edit.content + text[stop:]
    return before, text


def _lines(place: Place, before: str, after: str) -> Iterator[Change]:
    old, new = _split(before), _split(after)
    same = _shared(old, new)
    old, new = old[same:], new[same:]
    tail = _shared(old[::-1], new[::-1])
    old, new = old[: len(old) - tail], new[: len(new) - tail]
    focus = _shared(old[0], new[0]) if old and new else 0
    signed: tuple[tuple[Sign, list[str]], ...] = (("-", old), ("+", new))
    for sign, lines in signed:
        for row, line in enumerate(lines, start=place.start.row + same):
            yield Change(home_of(place), row, sign, line, focus)


def _split(text: str) -> list[str]:
    # str.splitlines would also break at form feeds, which Python source may hold.
    return text.removesuffix("\n").split("\n") if text else []


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    """Count the items (lines, characters) that two sequences begin with alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))
