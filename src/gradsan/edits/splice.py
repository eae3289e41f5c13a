"""Splice edits into the bytes of a file; every other byte stays as it is.

Places count rows and characters; lines end as Python ends them: LF, CRLF, CR. What stands at a
place must be what the edit expects, else nothing is changed at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gradsan.edits.encoding import BOM, encoding_of
from gradsan.model.finding import Edit, Position

_LINE_END = re.compile("\r\n|\n|\r")


class CannotEdit(Exception):  # noqa: N818 - says what happened
    """The edit cannot be placed exactly."""


def splice(content: bytes, edits: Sequence[Edit]) -> bytes:
    r"""Apply edits that do not overlap.

    >>> from gradsan.model.finding import Place
    >>> splice(b"h += 1\r\n", [Edit(Place.at("a.py", 1, 1, 1, 7), "h = h + 1", "h += 1")])
    b'h = h + 1\r\n'
    """
    bom = BOM if content.startswith(BOM) else b""
    text, encoding = _decoded(content, content[len(bom) :])
    ends = list(_LINE_END.finditer(text))
    starts = [0, *(end.end() for end in ends)]
    spans = [
        (_offset(text, starts, edit.place.start), _offset(text, starts, edit.place.end), edit)
        for edit in sorted(edits, key=lambda edit: edit.place)
    ]
    parts, at = [], 0
    for start, end, edit in spans:
        if start < at:
            raise CannotEdit("edits overlap")
        if _LINE_END.sub("\n", text[start:end]) != edit.old:
            raise CannotEdit(f"expected {edit.old!r} at {edit.place.start}")
        row = min(edit.place.start.row, len(ends)) - 1
        newline = ends[row][0] if ends else "\n"  # as the line ends that is changed
        parts += [text[at:start], edit.content.replace("\n", newline)]
        at = end
    return bom + _encoded("".join([*parts, text[at:]]), encoding)


def _decoded(content: bytes, body: bytes) -> tuple[str, str]:
    """Read the text of a file; what would not be written as it was is refused."""
    try:
        encoding = encoding_of(content).removesuffix("-sig")
        text = body.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        raise CannotEdit("cannot be decoded") from error
    if _encoded(text, encoding) != body:
        raise CannotEdit(f"has several spellings of the same text in {encoding}")
    return text, encoding


def _encoded(text: str, encoding: str) -> bytes:
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        raise CannotEdit(f"cannot be written in {encoding}") from error


def _offset(text: str, starts: list[int], position: Position) -> int:
    """Return where a position is in the text."""
    if position.row > len(starts):
        raise CannotEdit("the file is shorter than expected")
    start = starts[position.row - 1]
    end = starts[position.row] if position.row < len(starts) else len(text)
    return min(start + position.column - 1, end)
