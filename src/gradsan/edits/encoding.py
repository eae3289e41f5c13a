"""Say how the bytes of a Python file are to be read."""

from __future__ import annotations

import io
import re
import tokenize

BOM = b"\xef\xbb\xbf"
_NOT_ASCII = re.compile(rb"[\x80-\xff]")


def encoding_of(content: bytes) -> str:
    r"""Return the encoding that a file declares, or UTF-8; raise SyntaxError if it is none.

    >>> encoding_of(b"# coding: latin-1 \xfc\n")
    'iso-8859-1'
    """
    stream = io.BytesIO(content)
    # `tokenize` wants the lines that may declare it to be UTF-8; Python itself does not.
    lines = [_NOT_ASCII.sub(b"?", stream.readline().removeprefix(BOM)) for _ in range(2)]
    if content.startswith(BOM):
        lines[0] = BOM + lines[0]
    return tokenize.detect_encoding(iter(lines).__next__)[0]
