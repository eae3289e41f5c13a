"""Find the return of a backward that gave the wrong number of gradients.

torch names the node and both numbers when backward has returned already: no frame of it is left.
The Function is found by its name, the return in its code. If several may be meant, none is told.
"""

from __future__ import annotations

import dis
import inspect
import re
from collections.abc import Iterator
from types import CodeType
from typing import Any

import torch

from gradsan.model.event import Mishap, Stack

_TEXT = re.compile(r"function (\w+)Backward returned .* \(expected (\d+), got (\d+)\)")


def miscounted(text: str) -> Mishap | None:
    """Tell which return of which Function an error is about."""
    found = _TEXT.search(text)
    if found is None:
        return None
    name, expected, got = found[1], int(found[2]), int(found[3])
    # A class that was defined again, in a notebook say, stands for the one before.
    called = [cls for cls in _below(torch.autograd.Function) if cls.__name__ == name]
    if len({(cls.__module__, cls.__qualname__) for cls in called}) != 1:
        return None
    code = getattr(inspect.unwrap(called[-1].backward), "__code__", None)
    stack = _return_of(code, got) if isinstance(code, CodeType) else ()
    if not stack:
        return None
    detail = f"{got} gradient{'s'[: got != 1]} for {expected} input{'s'[: expected != 1]}"
    return Mishap("gradient-count", stack, name, detail=detail, raised=True)


def _below(cls: Any) -> Iterator[Any]:
    for one in cls.__subclasses__():
        yield one
        yield from _below(one)


def _return_of(code: CodeType, got: int) -> Stack:
    """Return the return that gives this many values; nothing if several may."""
    fitting: dict[int | None, tuple[CodeType, int]] = {}
    open_ended: dict[int | None, tuple[CodeType, int]] = {}
    before = None
    for step in dis.get_instructions(code):
        if step.opname in ("RETURN_VALUE", "RETURN_CONST"):
            row = step.positions.lineno if step.positions else None
            if before is None or before.opname != "BUILD_TUPLE":
                open_ended[row] = (code, step.offset)
            elif before.arg == got:
                fitting[row] = (code, step.offset)
        before = step
    for group in (fitting, open_ended):
        if group:
            return tuple(group.values()) if len(group) == 1 else ()
    return ()
