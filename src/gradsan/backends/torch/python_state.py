"""The Python state that a block of code can reach, remembered by references and put back.

From a function and its arguments the walk goes to bound objects, modules and their submodules,
closures, defaults, globals that the code names, classes, containers and what they hold. Classes
and functions of the standard library and of the frameworks are not entered; what lies too deep or
is too long is left out. Nothing is copied but containers, shallowly, and no code of the user runs.
"""

from __future__ import annotations

import argparse
import functools
import sys
from collections import OrderedDict, deque
from collections.abc import Iterable, Iterator
from types import CodeType, FunctionType, MethodType, ModuleType, SimpleNamespace
from typing import Any
from weakref import WeakKeyDictionary

import torch

from gradsan.backends.torch.generators import OwnNumbers, has_numbers
from gradsan.backends.torch.remembered import (
    LONGEST,
    MISSING,
    Cell,
    Items,
    Piece,
    Row,
    content,
    get,
    is_moving,
    of_class,
    of_globals,
    of_slots,
    slot,
)

DEEPEST = 8
MOST = 2000  # values that are entered
WIDEST = 512  # items of a container that are looked at one by one
FOREIGN = frozenset(sys.stdlib_module_names) | {
    "torch", "numpy", "gradsan", "jax", "tensorflow", "functorch", "torchgen", "triton",
}  # fmt: skip
# What a value of these kinds is, it stays.
ATOMS = frozenset(
    {int, float, bool, str, bytes, complex, type(None), type(...), slice, range, torch.Tensor,
     torch.nn.Parameter, torch.Size, torch.dtype, torch.device, type(len), CodeType}
)  # fmt: skip
NAMESPACES = (SimpleNamespace, argparse.Namespace)  # of the standard library, but for state
# Attributes of a torch module that are state; its other containers hold hooks.
REGISTERED = ("_parameters", "_buffers")
CALLED = (
    "_forward_hooks", "_forward_pre_hooks", "_forward_hooks_with_kwargs",
    "_forward_pre_hooks_with_kwargs", "_forward_hooks_always_called",
)  # fmt: skip
HOOKS = frozenset(
    {"_modules", "_non_persistent_buffers_set", *REGISTERED}
    | {name for name, value in vars(torch.nn.Module()).items() if isinstance(value, dict)}
)

_names: WeakKeyDictionary[CodeType, tuple[str, ...]] = WeakKeyDictionary()


class PythonState:
    """How everything that some values can reach stood when this was made."""

    __slots__ = ("is_weak", "pieces", "roots")

    def __init__(self, roots: tuple[Any, ...], *, is_weak: bool) -> None:
        self.roots = roots
        self.is_weak = is_weak  # tensors with a history are remembered by themselves or not at all
        self.pieces: list[Piece] = _Walk(is_weak=is_weak).over(roots)

    def again(self) -> PythonState:
        """Remember how it stands now, also what can be reached no more."""
        now = PythonState(self.roots, is_weak=self.is_weak)
        now.pieces += [piece.again(is_weak=self.is_weak) for piece in self.pieces]
        return now

    def has_changed(self) -> bool:
        """Tell whether anything stands otherwise now."""
        return any(piece.has_changed() for piece in self.pieces)

    def is_whole(self) -> bool:
        """Tell whether all of it can still be had."""
        return all(piece.is_whole() for piece in self.pieces)

    def tensors(self) -> Iterator[Any]:
        """Yield the tensors among what it held."""
        for piece in self.pieces:
            for kept in piece.values():
                if isinstance(value := get(kept), torch.Tensor):
                    yield value

    def put_back(self) -> None:
        """Make everything stand as it stood."""
        for piece in self.pieces:
            piece.put_back()


class _Walk:
    """One walk over what can be reached."""

    def __init__(self, *, is_weak: bool) -> None:
        self.is_weak = is_weak
        self.pieces: list[Piece] = []
        self.seen: set[int] = set()
        self.keep: list[Any] = []  # bound methods are made anew when asked for: no id twice
        self.todo: deque[tuple[Any, int]] = deque()

    def over(self, roots: Iterable[Any]) -> list[Piece]:
        self.todo.extend((root, 0) for root in roots)
        while self.todo and len(self.seen) < MOST:
            value, depth = self.todo.popleft()
            if id(value) in self.seen or depth > DEEPEST:
                continue
            self.seen.add(id(value))
            self.keep.append(value)
            self.enter(value, depth + 1)
        return self.pieces

    def follow(self, values: Iterable[Any], depth: int) -> None:
        self.todo.extend((value, depth) for value in values if type(value) not in ATOMS)

    def enter(self, value: Any, depth: int) -> None:
        """Remember one value and find what it holds."""
        if isinstance(value, FunctionType):
            self.enter_function(value, depth)
        elif isinstance(value, MethodType):
            self.follow((value.__self__, value.__func__), depth - 1)
        elif isinstance(value, functools.partial):
            self.follow((value.func, *value.args, *value.keywords.values()), depth)
        elif isinstance(value, torch.nn.Module):
            self.enter_module(value, depth)
        elif isinstance(value, dict):
            self.enter_items(value, depth)
        elif isinstance(value, (list, deque, set)):
            if len(value) <= LONGEST:
                self.pieces.append(Row(value, is_weak=self.is_weak))
            self.enter_row(value, depth)
        elif isinstance(value, (tuple, frozenset)):
            self.enter_row(value, depth)
        elif isinstance(value, type):
            self.enter_class(value, depth)
        elif has_numbers(value):
            self.pieces.append(OwnNumbers(value))
        elif not isinstance(value, ModuleType):
            self.enter_object(value, depth)

    def enter_row(self, row: Any, depth: int) -> None:
        if len(row) <= WIDEST:
            self.follow(row, depth)

    def enter_items(self, items: dict[Any, Any], depth: int) -> None:
        if len(items) > LONGEST:
            return
        values = dict.values(items)
        moving = (
            [key for key, value in dict.items(items) if is_moving(value)]
            if _may_move(values)
            else ()
        )
        self.pieces.append(Items(items, moving, is_weak=self.is_weak))
        if len(items) <= WIDEST:
            self.follow(values, depth)

    def enter_module(self, module: Any, depth: int) -> None:
        own = module.__dict__
        moving: Iterable[str] = ()
        if not _is_foreign(type(module)):
            self.todo.append((type(module), depth))
            others = [value for name, value in own.items() if name not in HOOKS]
            self.follow(others, depth)
        if _may_move(own.values()):
            moving = [name for name, value in own.items() if is_moving(value)]
        self.pieces.append(Items(own, moving, is_weak=self.is_weak))
        for name in REGISTERED:
            if registered := own.get(name):
                self.pieces.append(Items(registered, (), is_weak=self.is_weak))
        for name in CALLED:
            if called := own.get(name):
                self.pieces.append(Items(called, (), is_weak=self.is_weak))
                self.follow(called.values(), depth)
        # A submodule is no deeper than what it is a part of.
        self.todo.extend((child, depth - 1) for child in own.get("_modules", {}).values())

    def enter_object(self, value: Any, depth: int) -> None:
        kind = type(value)
        if _is_foreign(kind) and not isinstance(value, NAMESPACES):
            return
        own = getattr(value, "__dict__", None)
        if isinstance(own, dict):
            self.enter_items(own, depth)
        if was := {name: slot(value, name) for name in _slots(kind) if name in kind.__dict__}:
            self.pieces.append(of_slots(value, was, is_weak=self.is_weak))
            self.follow(was.values(), depth)
        self.todo.append((kind, depth))

    def enter_class(self, kind: type, depth: int) -> None:
        """Remember the attributes of a class and go into its methods."""
        for base in kind.__mro__:
            if _is_foreign(base) or (base is not kind and id(base) in self.seen):
                continue
            self.seen.add(id(base))
            was = {}
            for name, value in base.__dict__.items():
                if (inner := _function_in(value)) is not None:
                    self.todo.append((inner, depth))
                elif not name.startswith("__") and not hasattr(type(value), "__get__"):
                    was[name] = value
            if was:
                self.pieces.append(of_class(base, was, is_weak=self.is_weak))
                self.follow(was.values(), depth)

    def enter_function(self, function: FunctionType, depth: int) -> None:
        """Remember its cells and the globals that it names."""
        wrapped = function.__dict__
        if wrapped:
            self.enter_items(wrapped, depth)
        for cell in function.__closure__ or ():
            if (value := content(cell)) is not MISSING and id(cell) not in self.seen:
                self.seen.add(id(cell))
                self.pieces.append(Cell(cell, value, is_weak=self.is_weak))
                self.follow((value,), depth)
        self.follow(function.__defaults__ or (), depth)
        self.follow((function.__kwdefaults__ or {}).values(), depth)
        outer = function.__globals__
        if _is_foreign_name(outer.get("__name__", "")):
            return
        was = {}
        for name in _names_of(function.__code__):
            value = outer.get(name, MISSING)
            if isinstance(value, ModuleType):
                self.enter_python_module(value, function.__code__)
            elif value is not MISSING:
                was[name] = value
        if was:
            self.pieces.append(of_globals(outer, was, is_weak=self.is_weak))
            self.follow(was.values(), depth)

    def enter_python_module(self, module: ModuleType, code: CodeType) -> None:
        """Remember what a module of the user's holds under names that the code speaks of."""
        if _is_foreign_name(module.__name__):
            return
        inside = module.__dict__
        was = {name: inside[name] for name in _names_of(code) if name in inside}
        if was:
            self.pieces.append(of_globals(inside, was, is_weak=self.is_weak))
            self.follow(was.values(), DEEPEST - 1)


def _function_in(value: Any) -> Any:
    """Return the function of a method or property of a class; None if it is neither."""
    if isinstance(value, (staticmethod, classmethod)):
        value = value.__func__
    elif isinstance(value, property):
        value = value.fget
    elif isinstance(value, functools.cached_property):
        value = value.func
    return value if isinstance(value, FunctionType) else None


def _may_move(values: Iterable[Any]) -> bool:
    return not _STILL.issuperset(map(type, values))


_STILL = frozenset(ATOMS - {torch.Tensor} | {dict, OrderedDict, set, list, tuple, FunctionType})


def _names_of(code: CodeType) -> tuple[str, ...]:
    """Return the names that a function and those inside it look up."""
    found = _names.get(code)
    if found is None:
        found = _names[code] = tuple(dict.fromkeys(_all_names(code)))
    return found


def _all_names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _all_names(constant)


def _is_foreign(kind: type) -> bool:
    return _is_foreign_name(kind.__module__)


def _is_foreign_name(module: Any) -> bool:
    return not isinstance(module, str) or module.partition(".")[0] in FOREIGN


def _slots(kind: type) -> Iterator[str]:
    """Yield the names of the slots of a class."""
    for base in kind.__mro__:
        names = base.__dict__.get("__slots__", ())
        if names and not _is_foreign(base):
            yield from (names,) if isinstance(names, str) else names
