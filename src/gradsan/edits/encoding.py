"""Say how the bytes of a Python file are to be read."""

from __future__ import annotations

import re
import tokenize

BOM = b"\xef\xbb\xbf"
_NOT_ASCII = re.compile(rb"[\x80-\xff]")
_LINE = re.compile(rb"[^\r\n]*(?:\r\n|\r|\n|\Z)")


def encoding_of(content: bytes) -> str:
    r"""Return the encoding that a file declares, or UTF-8; raise SyntaxError if it is none.

    >>> encoding_of(b"# coding: latin-1 \xfc\n")
    'iso-8859-1'
    """
    # `tokenize` ends a line at LF alone, and wants those that may declare it to be UTF-8; Python
    # itself does not.
    first = _LINE.match(content)
    second = _LINE.match(content, first.end() if first else 0)
    lines = [
        _NOT_ASCII.sub(b"?", found[0].removeprefix(BOM) if found else b"")
        for found in (first, second)
    ]
    if content.startswith(BOM):
        lines[0] = BOM + lines[0]
    return tokenize.detect_encoding(iter(lines).__next__)[0]
