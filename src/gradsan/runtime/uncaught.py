"""Look at an error that leaves a guard: where the user's code met it, and with what.

Errors that pass one of the guard's own doors are told there. This is for the others: an op
that meets a view it may not use, an optimizer that is given an inner value.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import FrameType, TracebackType
from typing import Any

from gradsan.model.event import Stack
from gradsan.runtime.reads import Read, gradients_at
from gradsan.runtime.stacks import is_users
from gradsan.runtime.syntax import read_names, statement_at


@dataclass(frozen=True, slots=True)
class Scene:
    """The innermost place of the user that an error passed, and the values named there."""

    stack: Stack
    values: dict[str, Any]
    gradients: tuple[Read, ...] = ()


def scene_of(error: BaseException) -> Scene | None:
    """Return where the user's own code met an error."""
    at: TracebackType | None = error.__traceback__
    innermost = None
    while at is not None:
        if is_users(at.tb_frame.f_code.co_filename):
            innermost = at
        at = at.tb_next
    if innermost is None:
        return None
    frame = innermost.tb_frame
    stack = ((frame.f_code, innermost.tb_lasti),)
    row = innermost.tb_lineno
    return Scene(stack, named_values(frame, row), gradients_at(stack, row))


def named_values(frame: FrameType, row: int) -> dict[str, Any]:
    """Return the variables that the statement at a line of a frame reads."""
    statement = statement_at(frame.f_code.co_filename, row)
    if statement is None:
        return {}
    known = {**frame.f_globals, **frame.f_locals}
    return {name: known[name] for name in read_names(statement) if name in known}
