"""A notebook as one Python source, and the way back to its cells.

The code cells are joined row by row, so that a name of one cell is known in the next. What is
found in the joined source is told by cell; what is changed there is put into the cells, and
nothing else of the file changes.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gradsan.edits.notebook_text import replace_sources
from gradsan.edits.splice import CannotEdit, splice
from gradsan.model.finding import Edit, Finding, Fix, Label, Place, Position
from gradsan.static.magics import to_python
from gradsan.static.source import Trouble, split_lines

SUFFIX = ".ipynb"
BOM = "\ufeff"

_CODING = re.compile(r"coding(?=[:=])")  # in a notebook it means nothing
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_ROW = re.compile(r"\b(?P<word>on|of) line (?P<row>\d+)\b")


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell."""

    index: int  # from 0, counting all cells
    source: str

    @property
    def rows(self) -> int:
        """How many rows it takes in the joined source."""
        return len(split_lines(self.source))


@dataclass(frozen=True, slots=True)
class Notebook:
    """A notebook that could be read."""

    filename: str
    text: str = field(repr=False)  # the JSON, as it stands in the file
    cells: tuple[Cell, ...] = field(repr=False)
    starts: tuple[int, ...] = field(repr=False)  # the first row of each cell, from 1

    def python(self) -> bytes:
        """Return the joined source."""
        text = "\n".join(to_python("\n".join(split_lines(cell.source))) for cell in self.cells)
        head, middle, tail = text.partition("\n")
        second, end, rest = tail.partition("\n")
        text = _CODING.sub("______", head) + middle + _CODING.sub("______", second) + end + rest
        return _SURROGATE.sub("\ufffd", f"{text}\n").encode()

    def cell_at(self, row: int) -> int:
        """Return which of the code cells a row of the joined source is in."""
        return max(bisect_right(self.starts, row) - 1, 0)

    def row_of(self, place: Place) -> int:
        """Return the row of the joined source that a place in a cell begins on."""
        for cell, start in zip(self.cells, self.starts, strict=True):
            if cell.index + 1 == place.cell:
                return start + place.start.row - 1
        return place.start.row

    # -- telling -----------------------------------------------------------------------

    def told(self, finding: Finding) -> Finding:
        """Return a finding of the joined source, placed in its cell."""
        if not self.cells:
            return finding
        return replace(
            finding,
            place=self.place(finding.place),
            why=self._words(finding.why, finding.place),
            labels=tuple(self._label(label) for label in finding.labels),
            fix=self._fix(finding.fix) if finding.fix else None,
        )

    def place(self, place: Place) -> Place:
        """Return a place of the joined source as a place in a cell."""
        number = self.cell_at(place.start.row)
        above = self.starts[number] - 1
        last = self.cells[number].rows
        start = Position(min(place.start.row - above, last), place.start.column)
        end = Position(place.end.row - above, place.end.column)
        if end.row > last:  # brackets that are closed in another cell
            end = max(start, Position(last, 1))
        return Place(place.filename, start, end, self.cells[number].index + 1)

    def _label(self, label: Label) -> Label:
        place = self.place(label.place)
        text = self._words(label.text, label.place)
        return replace(label, place=place, text=text)

    def _fix(self, fix: Fix) -> Fix:
        edits = tuple(replace(edit, place=self.place(edit.place)) for edit in fix.edits)
        return replace(fix, edits=edits)

    def _words(self, text: str, where: Place) -> str:
        """Say rows that are mentioned in a text by their cell."""

        def told(match: re.Match[str]) -> str:
            row = int(match["row"])
            number = self.cell_at(row)
            line = f"{match['word']} line {row - self.starts[number] + 1}"
            if number == self.cell_at(where.start.row):
                return line
            return f"{line} of cell {self.cells[number].index + 1}"

        return _ROW.sub(told, text)

    # -- changing ----------------------------------------------------------------------

    def edited(self, fixes: Iterable[Fix]) -> Notebook:
        """Apply fixes of the joined source, each to what the one before has left."""
        notebook = self
        for fix in fixes:
            notebook = notebook._edited(fix.edits)
        changed = {
            new.index: new.source
            for old, new in zip(self.cells, notebook.cells, strict=True)
            if old.source != new.source
        }
        return replace(notebook, text=replace_sources(self.text, changed))

    def _edited(self, edits: Sequence[Edit]) -> Notebook:
        by_cell: dict[int, list[Edit]] = {}
        for edit in edits:
            number = self.cell_at(edit.place.start.row)
            if number != self.cell_at(edit.place.end.row):
                raise CannotEdit("the edit reaches over two cells")
            by_cell.setdefault(number, []).append(replace(edit, place=self.place(edit.place)))
        cells = list(self.cells)
        for number, inside in by_cell.items():
            try:
                content = splice(cells[number].source.encode(), inside)
            except UnicodeEncodeError as error:
                raise CannotEdit("half of a surrogate pair") from error
            cells[number] = replace(cells[number], source=content.decode())
        return replace(self, cells=tuple(cells), starts=_starts(cells))

    def changed_cells(self, after: Notebook) -> list[tuple[int, str, str]]:
        """List the cells that differ: number, source before, source after."""
        return [
            (old.index + 1, old.source, new.source)
            for old, new in zip(self.cells, after.cells, strict=True)
            if old.source != new.source
        ]


def is_notebook(filename: str) -> bool:
    """Tell by its name whether a file is a notebook."""
    return filename.lower().endswith(SUFFIX)


def read_notebook(content: bytes, filename: str) -> Notebook | Trouble:
    """Read the code cells; what is no notebook is a trouble, never an exception."""
    try:
        text = content.decode("utf-8")
        document = json.loads(text.removeprefix(BOM))
        cells = tuple(_code_cells(document))
    except _NoNotebookError as error:
        return Trouble(filename, False, f"not a notebook that can be read: {error}")
    except (ValueError, RecursionError) as error:
        return Trouble(filename, False, f"not a notebook: {_first_line(error)}")
    return Notebook(filename, text, cells, _starts(cells))


def _starts(cells: Sequence[Cell]) -> tuple[int, ...]:
    starts, row = [], 1
    for cell in cells:
        starts.append(row)
        row += cell.rows
    return tuple(starts)


class _NoNotebookError(Exception):
    """The JSON has another shape."""


def _code_cells(document: Any) -> Iterable[Cell]:
    if not isinstance(document, dict) or not isinstance(document.get("cells"), list):
        version = document.get("nbformat") if isinstance(document, dict) else None
        hint = f" (nbformat {version}; 4 is read)" if version not in (None, 4) else ""
        raise _NoNotebookError(f"it has no list of cells{hint}")
    if _language(document) not in ("", "python", "ipython"):
        return
    for index, cell in enumerate(document["cells"]):
        if not isinstance(cell, dict):
            raise _NoNotebookError(f"cell {index + 1} is not an object")
        if cell.get("cell_type") == "code":
            yield Cell(index, _source(cell.get("source", ""), index))


def _source(value: Any, index: int) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list) and all(isinstance(line, str) for line in value):
        return "".join(value)
    raise _NoNotebookError(f"the source of cell {index + 1} is not text")


def _language(document: dict[str, Any]) -> str:
    """Name the language of the kernel, as far as the notebook says it."""
    metadata = document.get("metadata")
    if not isinstance(metadata, dict):
        return ""
    for table, key in (("language_info", "name"), ("kernelspec", "language")):
        section = metadata.get(table)
        if isinstance(section, dict) and isinstance(section.get(key), str):
            return str(section[key]).lower()
    return ""


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
