"""Where statements stand in a block, found by their lines: a script may be one of thousands."""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from gradsan.model.finding import Place
from gradsan.static.source import Source


def index_in(block: Sequence[ast.stmt], statement: ast.stmt) -> int:
    """Return the position of a statement in a block; -1 if it is not one of it.

    >>> first, second = ast.parse("a = 1; b = 2").body
    >>> index_in([first, second], second), index_in([first], second)
    (1, -1)
    """
    at = bisect_left(block, _start(statement), key=_start)
    return at if at < len(block) and block[at] is statement else -1


def held_by(source: Source, block: Sequence[ast.stmt], place: Place) -> list[ast.stmt]:
    """Return the statements of a block that share a part with a place: mostly one, or none."""
    start = bisect_left(block, source.in_bytes(place.start), key=_end)
    return list(block[start : bisect_right(block, source.in_bytes(place.end), key=_start)])


def _start(statement: ast.stmt) -> tuple[int, int]:
    return statement.lineno, statement.col_offset


def _end(statement: ast.stmt) -> tuple[int, int]:
    return statement.end_lineno or statement.lineno, statement.end_col_offset or 0
