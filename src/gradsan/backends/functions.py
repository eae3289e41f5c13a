"""Which framework is a function written for? Its arguments say so, or the names it uses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import CodeType, ModuleType
from typing import Any

from gradsan.backends.choice import FRAMEWORKS, PLAIN, framework_of
from gradsan.backends.nests import leaves


def framework_of_call(fn: Any, args: Sequence[Any]) -> str:
    """Name the framework of the tensors among the arguments, else that of the function."""
    name = framework_of(*(value for _, value in leaves(list(args))))
    return name if name != PLAIN else framework_of_function(fn)


def framework_of_function(fn: Any, *, look_around: bool = True) -> str:
    """Name the framework whose modules a function uses; "plain" if none, or more than one.

    If it uses none, what its file imports tells, unless it is not to be looked around.

    >>> framework_of_function(lambda x: x + 1)
    'plain'
    """
    for base in type(fn).__mro__:
        kind = base.__module__.partition(".")[0]
        by_type = {"jaxlib": "jax", "keras": "tensorflow"}.get(kind, kind)
        if by_type in FRAMEWORKS:
            return by_type
    found = {name for value in _used(fn) if (name := _home(value)) in FRAMEWORKS}
    if not found and look_around:  # only methods of its arguments: what does its file import?
        around = getattr(fn, "__globals__", {}).values()
        modules = [value for value in around if isinstance(value, ModuleType)]
        found = {name for module in modules if (name := _home(module)) in FRAMEWORKS}
    return found.pop() if len(found) == 1 else PLAIN


def _used(fn: Any, depth: int = 3) -> Iterator[Any]:
    """Yield what a function's names stand for, and those of the functions it calls."""
    function = getattr(fn, "__func__", None) or getattr(fn, "__wrapped__", None) or fn
    code = getattr(function, "__code__", None)
    if not isinstance(code, CodeType):
        yield fn
        return
    names = set(_names(code))
    values = [function.__globals__[n] for n in names if n in function.__globals__]
    values += [cell.cell_contents for cell in function.__closure__ or () if _is_filled(cell)]
    for value in values:
        yield value
        own = getattr(value, "__module__", None) == function.__module__
        if depth and own and hasattr(value, "__code__"):
            yield from _used(value, depth - 1)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _is_filled(cell: Any) -> bool:
    try:
        cell.cell_contents  # noqa: B018
    except ValueError:
        return False
    return True


def _home(value: Any) -> str:
    name = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    first = str(name or "").partition(".")[0]
    if first not in FRAMEWORKS and not isinstance(value, ModuleType):
        first = type(value).__module__.partition(".")[0]
    return "jax" if first == "jaxlib" else first
