"""Show the variables that the user's running functions hold, innermost first.

Asked only when something is told. What is shown is not kept: a frame holds every local.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import CodeType, FrameType
from typing import Any

from gradsan.runtime.stacks import is_users


def user_variables() -> Iterator[dict[str, Any]]:
    """Yield the locals of each of the user's frames, then the globals of the innermost."""
    frame: FrameType | None = sys._getframe(1)
    globals_: dict[str, Any] = {}
    while frame is not None:
        if is_users(frame.f_code.co_filename):
            globals_ = globals_ or frame.f_globals
            yield dict(frame.f_locals)
        frame = frame.f_back
    if globals_:
        yield dict(globals_)


def names_of(code: CodeType) -> dict[str, Any]:
    """Return what names mean in the innermost running frame of this code; empty if none runs."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None:
        if frame.f_code is code:
            return {**frame.f_globals, **frame.f_locals}
        frame = frame.f_back
    return {}
