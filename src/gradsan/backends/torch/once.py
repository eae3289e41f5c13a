"""A second derivative through a custom Function that allows one only: which Function it is."""

from __future__ import annotations

import inspect
from typing import Any

from torch.autograd.function import once_differentiable

from gradsan.backends.torch.graph import nodes_from
from gradsan.model.event import Mishap, Stack

_MARK = "once_differentiable"


def is_once_error(error: BaseException) -> bool:
    """Tell whether an error is torch's complaint about a second derivative."""
    return isinstance(error, RuntimeError) and f"marked with @{_MARK}" in str(error)


def twice(roots: tuple[Any, ...], needed: Stack) -> Mishap:
    """Tell the Function; the pass itself if the graph does not show exactly one."""
    forbidding = {_backward(node): type(node) for node in nodes_from(roots)} if roots else {}
    forbidding.pop(None, None)
    if len(forbidding) != 1:
        return Mishap("differentiated-twice", needed, "a Function", needed=needed, raised=True)
    [(function, node)] = forbidding.items()
    name = node.__name__.removesuffix("Backward")
    at: Stack = ((function.__code__, -_marked_line(function)),)
    return Mishap("differentiated-twice", at, name, needed=needed, raised=True)


def _backward(node: Any) -> Any:
    """Return the user's backward of a Function that carries the mark, or None."""
    function: Any = getattr(getattr(type(node), "_forward_cls", None), "backward", None)
    code = getattr(function, "__code__", None)
    if code is None or code.co_filename != once_differentiable.__code__.co_filename:
        return None
    return getattr(function, "__wrapped__", None)


def _marked_line(function: Any) -> int:
    first: int = function.__code__.co_firstlineno
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        return first
    return next((first + n for n, line in enumerate(lines) if _MARK in line), first)
