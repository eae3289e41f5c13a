"""Where a run tells its report, whatever the program has done to stderr.

A program may close sys.stderr, put another object in its place, or close its descriptor. What
stderr was when the run began is kept, with a descriptor of its own.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import UnsupportedOperation
from pathlib import Path
from typing import TextIO

_LOST = (OSError, ValueError, AttributeError)  # closed, detached, no descriptor, no stream


class Voice:
    """stderr as it was when the run began."""

    def __init__(self) -> None:
        self._stream: TextIO | None = sys.stderr
        self._spare = -1
        with suppress(*_LOST):
            self._spare = os.dup(sys.stderr.fileno())

    def stream(self) -> TextIO:
        """Return a stream that can be written."""
        if self._stream is not None and _is_alive(self._stream):
            return self._stream
        with suppress(*_LOST):
            return os.fdopen(os.dup(self._spare), "w", encoding="utf-8", errors="backslashreplace")
        return Path(os.devnull).open("w", encoding="utf-8")  # nobody can be told

    def close(self) -> None:
        """Give the descriptor back."""
        with suppress(*_LOST):
            os.close(self._spare)
        self._spare = -1


def _is_alive(stream: TextIO) -> bool:
    try:
        stream.flush()
        number = stream.fileno()
    except UnsupportedOperation:
        return True  # in memory: it has no descriptor, and needs none
    except _LOST:
        return False
    try:
        os.fstat(number)
    except OSError:
        return False  # the descriptor was closed behind it
    return True


def flush_stdout() -> None:
    """Let the program's own output come first."""
    with suppress(*_LOST):
        sys.stdout.flush()
