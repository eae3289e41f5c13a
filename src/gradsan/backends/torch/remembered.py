"""One piece of Python state as it stood, and how to make it stand so again.

A piece is a namespace (attributes, items, cells, globals), a container or a generator of random
numbers. It is remembered by references; containers are copied shallowly. A tensor with a history
is not held, for its graph would hold the block that remembers it: an alias stands in for it.
"""

from __future__ import annotations

import copy
import itertools
import operator
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from types import CellType
from typing import Any, Protocol

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.own_refs import OwnRef

LONGEST = 1 << 14  # items of a container that is copied
MISSING: Any = object()
ITERATORS: frozenset[type] = frozenset(
    {type(iter([])), type(iter(())), type(iter(range(0))), type(reversed([])), itertools.count}
)


class Piece(Protocol):
    """What every kind can do."""

    def has_changed(self) -> bool:
        """Tell whether it stands otherwise now."""
        ...

    def is_whole(self) -> bool:
        """Tell whether all of it can still be had."""
        ...

    def put_back(self) -> None:
        """Make it stand as it stood."""
        ...

    def values(self) -> Iterable[Any]:
        """Return what it held; twins for what moves."""
        ...

    def again(self, *, is_weak: bool) -> Piece:
        """Remember how it stands now."""
        ...


class Twin:
    """What stands for a value that is not held itself, or that moves on by being read."""

    __slots__ = ("is_weak", "original", "place", "value")

    def __init__(self, value: Any, *, is_weak: bool) -> None:
        self.is_weak = is_weak  # a graph through it is needed: only the tensor itself will do
        self.place = ""
        if type(value) in ITERATORS:
            self.original: Any = value
            self.place = _place(value)
            self.value = copy.copy(value)
            return
        self.original = OwnRef(value)
        self.value = None
        if not is_weak:
            with private.no_overrides():
                self.value = value.detach().requires_grad_(value.requires_grad)

    def is_same(self, value: Any) -> bool:
        """Tell whether a value is the one that this stands for, where it stood."""
        if self.place:
            return value is self.original and _place(value) == self.place
        return value is self.original()

    def get(self) -> Any:
        """Return what to put in its place; MISSING if it is gone."""
        if self.place:
            return copy.copy(self.value)
        alive = self.original()
        if alive is not None:
            return alive
        return MISSING if self.is_weak else self.value


def _place(iterator: Any) -> str:
    """Say how far an iterator has come."""
    if type(iterator) is itertools.count:
        return repr(iterator)
    return str(operator.length_hint(iterator))


def is_moving(value: Any) -> bool:
    """Tell whether a value needs a twin."""
    return type(value) in ITERATORS or (
        isinstance(value, torch.Tensor) and value.grad_fn is not None
    )


def _twin(value: Any, *, is_weak: bool) -> Any:
    try:
        return Twin(value, is_weak=is_weak) if is_moving(value) else value
    except (TypeError, RuntimeError):
        return value  # an iterator that cannot be copied; a tensor that cannot be detached


def get(kept: Any) -> Any:
    """Return what a remembered value stands for; MISSING if it is gone."""
    return kept.get() if type(kept) is Twin else kept


def _are_same(now: Iterable[Any], then: Iterable[Any]) -> bool:
    return all(
        one is other or (type(other) is Twin and other.is_same(one))
        for one, other in zip(now, then, strict=False)
    )


class Items:
    """A dict: the attributes of an object, or one that is state itself."""

    __slots__ = ("base", "held", "was")

    def __init__(self, held: dict[Any, Any], moving: Iterable[Any], *, is_weak: bool) -> None:
        # Methods of the base are called past what a subclass makes of them.
        self.base: Any = OrderedDict if isinstance(held, OrderedDict) else dict
        self.held = held
        if self.base is dict:
            self.was = dict.copy(held)
        else:
            self.was = {key: dict.__getitem__(held, key) for key in OrderedDict.__iter__(held)}
        for key in moving:
            self.was[key] = _twin(self.was[key], is_weak=is_weak)

    def has_changed(self) -> bool:
        """Tell whether it stands otherwise now."""
        held, was = self.held, self.was
        if len(held) != len(was) or not all(map(operator.is_, self.base.__iter__(held), was)):
            return True
        now = self.base.values(held)
        return not all(map(operator.is_, now, was.values())) and not _are_same(now, was.values())

    def is_whole(self) -> bool:
        """Tell whether all of it can still be had."""
        return all(get(kept) is not MISSING for kept in self.was.values() if type(kept) is Twin)

    def values(self) -> Iterable[Any]:
        """Return what it held; twins for what moves."""
        return self.was.values()

    def again(self, *, is_weak: bool) -> Piece:
        """Remember how it stands now."""
        moving = [key for key, value in dict.items(self.held) if is_moving(value)]
        return Items(self.held, moving, is_weak=is_weak)

    def put_back(self) -> None:
        """Make it stand as it stood."""
        held, was, base = self.held, self.was, self.base
        if list(base.__iter__(held)) != list(was):
            base.clear(held)
        for key, kept in was.items():
            if not _are_same((dict.get(held, key, MISSING),), (kept,)):
                base.__setitem__(held, key, get(kept))


class Row:
    """A list, a deque or a set."""

    __slots__ = ("held", "was")

    def __init__(self, held: Any, *, is_weak: bool) -> None:
        self.held = held
        self.was = list(held)
        for number, value in enumerate(self.was):
            if is_moving(value):
                self.was[number] = _twin(value, is_weak=is_weak)

    def has_changed(self) -> bool:
        """Tell whether it stands otherwise now."""
        return len(self.held) != len(self.was) or not _are_same(self.held, self.was)

    def is_whole(self) -> bool:
        """Tell whether all of it can still be had."""
        return all(get(kept) is not MISSING for kept in self.was)

    def values(self) -> Iterable[Any]:
        """Return what it held; twins for what moves."""
        return self.was

    def again(self, *, is_weak: bool) -> Piece:
        """Remember how it stands now."""
        return Row(self.held, is_weak=is_weak)

    def put_back(self) -> None:
        """Make it stand as it stood."""
        if not self.has_changed():
            return
        held, was = self.held, [get(kept) for kept in self.was]
        if isinstance(held, list):
            list.__setitem__(held, slice(None), was)
        elif isinstance(held, deque):
            deque.clear(held)
            deque.extend(held, was)
        else:
            set.clear(held)
            set.update(held, was)


class Names:
    """A few names of a namespace: globals that a function names, slots, attributes of a class."""

    __slots__ = ("drop", "look", "put", "was")

    def __init__(
        self,
        was: dict[str, Any],
        look: Callable[[str], Any],
        put: Callable[[str, Any], None],
        drop: Callable[[str], None],
        *,
        is_weak: bool,
    ) -> None:
        self.was = {name: _twin(value, is_weak=is_weak) for name, value in was.items()}
        self.look = look  # MISSING where there is no such name
        self.put = put
        self.drop = drop

    def has_changed(self) -> bool:
        """Tell whether it stands otherwise now."""
        return not _are_same(map(self.look, self.was), self.was.values())

    def is_whole(self) -> bool:
        """Tell whether all of it can still be had."""
        return all(get(kept) is not MISSING for kept in self.was.values() if type(kept) is Twin)

    def values(self) -> Iterable[Any]:
        """Return what it held; twins for what moves."""
        return self.was.values()

    def again(self, *, is_weak: bool) -> Piece:
        """Remember how it stands now."""
        was = {name: self.look(name) for name in self.was}
        return Names(was, self.look, self.put, self.drop, is_weak=is_weak)

    def put_back(self) -> None:
        """Make it stand as it stood."""
        for name, kept in self.was.items():
            if _are_same((self.look(name),), (kept,)):
                continue
            if kept is MISSING:
                self.drop(name)
            else:
                self.put(name, get(kept))


def of_globals(namespace: dict[str, Any], was: dict[str, Any], *, is_weak: bool) -> Names:
    """Remember some names of a dict."""
    return Names(
        was,
        lambda name: namespace.get(name, MISSING),
        namespace.__setitem__,
        namespace.__delitem__,
        is_weak=is_weak,
    )


def of_slots(owner: Any, was: dict[str, Any], *, is_weak: bool) -> Names:
    """Remember some attributes of an object past what its class makes of them."""
    return Names(
        was,
        lambda name: slot(owner, name),
        lambda name, value: object.__setattr__(owner, name, value),
        lambda name: object.__delattr__(owner, name),
        is_weak=is_weak,
    )


def slot(owner: Any, name: str) -> Any:
    """Return what a slot of an object holds; MISSING if it is not bound."""
    try:
        return object.__getattribute__(owner, name)
    except AttributeError:
        return MISSING


def of_class(kind: type, was: dict[str, Any], *, is_weak: bool) -> Names:
    """Remember some attributes of a class."""
    return Names(
        was,
        lambda name: kind.__dict__.get(name, MISSING),
        lambda name, value: type.__setattr__(kind, name, value),
        lambda name: type.__delattr__(kind, name),
        is_weak=is_weak,
    )


class Cell:
    """A variable of an enclosing function."""

    __slots__ = ("held", "was")

    def __init__(self, held: CellType, value: Any, *, is_weak: bool) -> None:
        self.held = held
        self.was = _twin(value, is_weak=is_weak)

    def has_changed(self) -> bool:
        """Tell whether it stands otherwise now."""
        return not _are_same((content(self.held),), (self.was,))

    def is_whole(self) -> bool:
        """Tell whether all of it can still be had."""
        return self.was is MISSING or get(self.was) is not MISSING

    def values(self) -> Iterable[Any]:
        """Return what it held; twins for what moves."""
        return (self.was,)

    def again(self, *, is_weak: bool) -> Piece:
        """Remember how it stands now."""
        return Cell(self.held, content(self.held), is_weak=is_weak)

    def put_back(self) -> None:
        """Make it stand as it stood."""
        if not self.has_changed():
            return
        if self.was is MISSING:
            del self.held.cell_contents
        else:
            self.held.cell_contents = get(self.was)


def content(cell: CellType) -> Any:
    """Return what a cell holds; MISSING if it is not bound."""
    try:
        return cell.cell_contents
    except ValueError:
        return MISSING
