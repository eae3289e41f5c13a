"""A second derivative through a custom Function that allows one only: which Function it is."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import torch
from torch.autograd.function import once_differentiable

from gradsan.backends.torch.graph import nodes_from
from gradsan.model.event import Mishap, Stack

_MARK = "once_differentiable"
_HOME = str(Path(torch.__file__).parent)


def is_once_error(error: BaseException) -> bool:
    """Tell whether an error is torch's complaint about a second derivative."""
    return isinstance(error, RuntimeError) and f"marked with @{_MARK}" in str(error)


def twice(roots: tuple[Any, ...], needed: Stack) -> Mishap:
    """Tell the Function; the pass itself if there is not exactly one.

    The graph shows it only if the loss has another path through it. Else it is the one Function
    outside torch that carries the mark.
    """
    kinds = [getattr(type(node), "_forward_cls", None) for node in nodes_from(roots)]
    forbidding = _forbidding(kinds) or _forbidding(_functions())
    if len(forbidding) != 1:
        return Mishap("differentiated-twice", needed, "a Function", needed=needed, raised=True)
    [(function, name)] = forbidding.items()
    at: Stack = ((function.__code__, -_marked_line(function)),)
    return Mishap("differentiated-twice", at, name, needed=needed, raised=True)


def _functions(above: Any = torch.autograd.Function) -> Iterator[Any]:
    """Yield the Functions that were defined outside torch."""
    for one in above.__subclasses__():
        code = getattr(getattr(one, "forward", None), "__code__", None)
        if code is not None and not code.co_filename.startswith(_HOME):
            yield one
        yield from _functions(one)


def _forbidding(kinds: Iterable[Any]) -> dict[Any, str]:
    """Return the users' backwards that carry the mark, with the names of their Functions."""
    found = {}
    for kind in kinds:
        wrapper: Any = getattr(kind, "backward", None)
        code = getattr(wrapper, "__code__", None)
        if code is not None and code.co_filename == once_differentiable.__code__.co_filename:
            found[wrapper.__wrapped__] = kind.__name__
    return found


def _marked_line(function: Any) -> int:
    first: int = function.__code__.co_firstlineno
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return first
    return next((first + n for n, line in enumerate(lines) if _MARK in line), first)
