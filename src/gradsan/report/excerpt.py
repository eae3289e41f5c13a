"""One line of source in the cells of a terminal: what is shown, and where the carets go.

A character may take no cell (a combining mark), one, two (CJK) or many (a tab, an escaped
control character). A line is therefore a list of pieces, one for each character, and a
column is an index into it. A line is cropped around the carets, never wrapped.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from rich.cells import cell_len

from gradsan.report.characters import glyph

TAB = 4


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A line as shown, and the carets under it."""

    code: str
    start: int  # cells before the first caret
    carets: int


def excerpt(line: str, begin: int, stop: int, room: int, *, only_ascii: bool = False) -> Excerpt:
    """Show a line without its indentation; carets go under characters `begin` to `stop`.

    >>> excerpt("    h.add_(1)", 4, 13, 40)
    Excerpt(code='h.add_(1)', start=0, carets=9)
    """
    line = line.rstrip()
    pieces = spread(line, only_ascii=only_ascii)
    indent = indentation(line)
    begin = min(max(begin, indent), len(pieces))
    stop = min(max(stop, begin), len(pieces))
    return window(pieces[indent:], begin - indent, stop - indent, room, only_ascii=only_ascii)


def indentation(line: str) -> int:
    """Count the white characters at the start of a line."""
    return len(line) - len(line.lstrip())


def spread(line: str, *, only_ascii: bool = False) -> list[str]:
    r"""Return what is shown for each character; a tab reaches to the next tab stop.

    >>> spread("a\tb")
    ['a', '   ', 'b']
    """
    pieces: list[str] = []
    cells = 0
    for character in line:
        is_tab = character == "\t"
        piece = " " * (TAB - cells % TAB) if is_tab else glyph(character, only_ascii=only_ascii)
        pieces.append(piece)
        cells += cell_len(piece)
    return pieces


def window(
    pieces: list[str], begin: int, stop: int, room: int, *, only_ascii: bool = False
) -> Excerpt:
    """Choose the pieces that fit into `room` cells, with `begin` among them."""
    if begin == len(pieces):
        pieces = [*pieces, " "]  # a caret after the end of the line takes a cell too
    mark = "..." if only_ascii else "…"
    left = _first_shown(pieces, begin, stop, room)
    right = _first_hidden(pieces, left, room, cell_len(mark))
    head = mark if left else ""
    tail = mark if right < len(pieces) else ""
    return Excerpt(
        code=f"{head}{''.join(pieces[left:right])}{tail}".rstrip(),
        start=cell_len(head) + cells_of(pieces[left:begin]),
        carets=max(1, cells_of(pieces[begin : min(stop, right)])),
    )


def cells_of(pieces: list[str]) -> int:
    """Count the cells of some pieces."""
    return sum(map(cell_len, pieces))


def fold(text: str, width: int, *, hang: int = 0) -> list[str]:
    """Break a text at spaces, further lines hanging in by `hang`; a longer word is cut.

    >>> fold("kept for backward", 10, hang=2)
    ['kept for', '  backward']
    """
    lines: list[str] = []
    current = ""
    for token in re.findall(" *[^ ]+", text):
        if cell_len(current + token) <= width:
            current += token
            continue
        lines += [current] if current.strip() else []
        current = (" " * hang if lines else "") + token.lstrip(" ")
        while cell_len(current) > width:
            head = max(_fitting(current, width), hang + 1)  # or it would never end
            lines.append(current[:head])
            current = " " * hang + current[head:]
    return [*lines, current]


def _first_shown(pieces: list[str], begin: int, stop: int, room: int) -> int:
    """Start the window at the line's start if the carets fit, else a little before them."""
    longest_mark = 3
    if cells_of(pieces) <= room or cells_of(pieces[:stop]) + longest_mark <= room:
        return 0
    context = max(0, min(room // 3, room - 2 * longest_mark - cells_of(pieces[begin:stop])))
    left = begin
    while left > 0 and cells_of(pieces[left - 1 : begin]) <= context:
        left -= 1
    return left


def _first_hidden(pieces: list[str], left: int, room: int, mark: int) -> int:
    room -= mark if left else 0
    if cells_of(pieces[left:]) <= room:
        return len(pieces)
    right, used = left, 0
    while used + cell_len(pieces[right]) <= room - mark:
        used += cell_len(pieces[right])
        right += 1
    return right


def _fitting(text: str, width: int) -> int:
    """Count the characters that fit."""
    cells = 0
    for index, character in enumerate(text):
        cells += cell_len(character)
        if cells > width:
            return index
    return len(text)
