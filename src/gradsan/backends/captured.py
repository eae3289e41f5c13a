"""What a function holds besides its arguments: cells, globals, defaults, attributes, partials.

A `Held` can be exchanged for another value and put back, so that a function can be run with
other weights, or with doors that are watched, without being rewritten. Modules, classes and
what belongs to a library are not entered.
"""

from __future__ import annotations

import functools
import inspect
import sys
import sysconfig
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any

_LIBRARIES = (sysconfig.get_paths()["stdlib"], str(Path(__file__).parents[1]))
# What jax.jit, tf.function, torch.compile and functools.wraps keep of a function.
_AROUND = ("__wrapped__", "python_function", "_torchdynamo_orig_callable")
DEEPEST = 5
MOST = 5000  # values that are looked at


@dataclass(frozen=True, slots=True)
class Held:
    """A value and where it is kept."""

    name: str  # as the program calls it: `w`, `model.head`
    value: Any
    put: Callable[[Any], None]

    @property
    def can_put(self) -> bool:
        """Whether another value can take its place."""
        return self.put is not _refuse


def held(roots: Sequence[Any], is_wanted: Callable[[Any], bool]) -> list[Held]:
    """Return everything wanted that functions or objects hold; what is wanted is not entered.

    >>> w = [1.5]
    >>> [one.name for one in held([lambda: w], lambda value: isinstance(value, float))]
    ['w[0]']
    """
    found: list[Held] = []
    seen: set[int] = set()
    keep: list[Any] = []  # what is looked at stays alive, or an id would be used twice
    todo = [(one, 0) for root in roots for one in _inside("", root)]
    while todo and len(seen) < MOST:
        one, depth = todo.pop(0)
        if is_wanted(one.value):
            found.append(one)
        elif id(one.value) not in seen and depth < DEEPEST:
            seen.add(id(one.value))
            keep.append(one.value)
            todo += [(inner, depth + 1) for inner in _inside(one.name, one.value)]
    return found


@contextmanager
def exchanged(pairs: Sequence[tuple[Held, Any]]) -> Iterator[None]:
    """Put other values in their places, and the old ones back."""
    done: list[Held] = []
    try:
        for one, value in pairs:
            one.put(value)
            done.append(one)
        yield
    finally:
        for one in reversed(done):
            one.put(one.value)


def _inside(name: str, value: Any) -> Iterator[Held]:
    """Yield what a value holds, one step deep."""
    for around in _AROUND:
        if (inner := getattr(value, around, None)) is not None:
            yield Held(name, inner, _refuse)
    if isinstance(value, MethodType):
        yield Held("self", value.__self__, _refuse)
        value = value.__func__
    if isinstance(value, functools.partial):
        yield Held(name, value.func, _refuse)
        yield from _items(name, value.keywords)
        yield from (Held(f"{name}({n})", arg, _refuse) for n, arg in enumerate(value.args))
    elif isinstance(value, FunctionType):
        if _is_users(value.__code__.co_filename):
            yield from _of_function(value)
    elif isinstance(value, dict):
        yield from _items(name, value)
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield Held(f"{name}[{number}]", item, functools.partial(value.__setitem__, number))
    elif isinstance(value, tuple | set | frozenset):
        yield from (Held(f"{name}[{n}]", item, _refuse) for n, item in enumerate(value))
    elif not isinstance(value, type | ModuleType | CodeType):
        yield from _of_object(name, value)


def _of_function(function: FunctionType) -> Iterator[Held]:
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=False):
        try:
            content = cell.cell_contents
        except ValueError:  # not bound yet
            continue
        yield Held(name, content, functools.partial(setattr, cell, "cell_contents"))
    outer = function.__globals__
    for name in dict.fromkeys(_names(function.__code__)):
        if name in outer and not name.startswith("__"):
            yield Held(name, outer[name], functools.partial(outer.__setitem__, name))
    yield from _items("", function.__kwdefaults__ or {})
    defaults = function.__defaults__ or ()
    names = function.__code__.co_varnames[: function.__code__.co_argcount][-len(defaults) :]
    for number, default in enumerate(defaults):

        def put(value: Any, number: int = number) -> None:
            new = list(function.__defaults__ or ())
            new[number] = value
            function.__defaults__ = tuple(new)

        yield Held(names[number], default, put)


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def _items(name: str, value: dict[Any, Any]) -> Iterator[Held]:
    for key, item in value.items():
        inner = f"{name}[{key!r}]" if name else str(key)
        yield Held(inner, item, functools.partial(value.__setitem__, key))


def _of_object(name: str, value: Any) -> Iterator[Held]:
    """Yield the attributes of an object whose class is written in Python by its user."""
    own = getattr(value, "__dict__", None)
    home = sys.modules.get(type(value).__module__)
    if not isinstance(own, dict) or not _is_users(str(getattr(home, "__file__", "") or "")):
        return
    call = inspect.getattr_static(type(value), "__call__", None)
    if isinstance(call, FunctionType):
        yield from _of_function(call)
    for key, item in own.items():
        yield Held(f"{name}.{key}" if name else key, item, functools.partial(own.__setitem__, key))


def _is_users(filename: str) -> bool:
    return "-packages" not in filename and not filename.startswith(_LIBRARIES)


def _refuse(value: Any) -> None:
    raise TypeError("it is kept where nothing can be put")
