"""Lines of a traceback, and which of them are the user's own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

_LIBRARY = re.compile(
    r"[\\/](?:site|dist)-packages[\\/]"
    r"|[\\/]lib(?:64)?[\\/]python\d[\d.]*[\\/]"
    r"|[\\/]Python\d+[\\/]Lib[\\/]"
    r"|^<"  # <frozen runpy>, <string>
)


@dataclass(frozen=True, slots=True)
class Frame:
    """A line of a traceback: who was running what."""

    filename: str
    line: int
    function: str = ""
    source: str = ""


def is_users(frame: Frame) -> bool:
    """Tell whether it is outside installed packages and the standard library.

    >>> is_users(Frame("train.py", 3)), is_users(Frame("/usr/lib/python3.11/runpy.py", 9))
    (True, False)
    """
    return not _LIBRARY.search(frame.filename)


def script_of(frames: Iterable[Frame]) -> str:
    """Return the program that was running: the outermost module of the user's own."""
    return next(
        (
            frame.filename
            for frame in frames
            if frame.function == "<module>" and frame.filename.endswith(".py") and is_users(frame)
        ),
        "",
    )
