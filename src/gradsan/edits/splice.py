"""Splice edits into the bytes of a file; every other byte stays as it is.

Places count rows and characters; bytes are found by the file's own line ends. What stands
at a place must be what the edit expects, else nothing is changed at all.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Sequence

from gradsan.model.finding import Edit, Position

BOM = b"\xef\xbb\xbf"
_LINE_END = re.compile(rb"\r\n|\n")
_LONE_CR = re.compile(rb"\r(?!\n)")


class CannotEdit(Exception):  # noqa: N818 - says what happened
    """The edit cannot be placed exactly."""


def splice(content: bytes, edits: Sequence[Edit]) -> bytes:
    r"""Apply edits that do not overlap.

    >>> from gradsan.model.finding import Place
    >>> splice(b"h += 1\r\n", [Edit(Place.at("a.py", 1, 1, 1, 7), "h = h + 1", "h += 1")])
    b'h = h + 1\r\n'
    """
    bom = BOM if content.startswith(BOM) else b""
    body = content[len(bom) :]
    _refuse_odd_files(content, body)
    starts = [0, *(match.end() for match in _LINE_END.finditer(body))]
    newline = b"\r\n" if b"\r\n" in body else b"\n"
    spans = [
        (_offset(body, starts, edit.place.start), _offset(body, starts, edit.place.end), edit)
        for edit in sorted(edits, key=lambda edit: edit.place)
    ]
    parts, at = [], 0
    for start, end, edit in spans:
        if start < at:
            raise CannotEdit("edits overlap")
        if body[start:end].replace(b"\r\n", b"\n") != edit.old.encode():
            raise CannotEdit(f"expected {edit.old!r} at {edit.place.start}")
        parts += [body[at:start], edit.content.encode().replace(b"\n", newline)]
        at = end
    return bom + b"".join([*parts, body[at:]])


def _refuse_odd_files(content: bytes, body: bytes) -> None:
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(content).readline)
        body.decode("utf-8")
    except (SyntaxError, UnicodeDecodeError) as error:
        raise CannotEdit("not UTF-8") from error
    if encoding not in ("utf-8", "utf-8-sig"):
        raise CannotEdit(f"declared as {encoding}")
    if _LONE_CR.search(body):
        raise CannotEdit("has lone carriage returns")


def _offset(body: bytes, starts: list[int], position: Position) -> int:
    """Return where a position is in the bytes."""
    if position.row > len(starts):
        raise CannotEdit("the file is shorter than expected")
    start = starts[position.row - 1]
    end = starts[position.row] if position.row < len(starts) else len(body)
    line = body[start:end].decode("utf-8")
    return start + len(line[: position.column - 1].encode())
