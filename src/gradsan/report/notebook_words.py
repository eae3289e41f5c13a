"""How a place in a notebook is named: by its cell, as ruff names it."""

from __future__ import annotations

from gradsan.model.finding import Place


def home_of(place: Place) -> str:
    """Name the text that rows count in.

    >>> from gradsan.model.finding import Position
    >>> home_of(Place("a.ipynb", Position(2, 1), Position(2, 5), cell=3))
    'a.ipynb:cell 3'
    """
    return place.filename if place.cell is None else f"{place.filename}:cell {place.cell}"


def line_in_cell(place: Place) -> str:
    """Name the line of a place inside its file.

    >>> from gradsan.model.finding import Position
    >>> line_in_cell(Place("a.ipynb", Position(2, 1), Position(2, 5), cell=3))
    'line 2 of cell 3'
    """
    line = f"line {place.start.row}"
    return line if place.cell is None else f"{line} of cell {place.cell}"
