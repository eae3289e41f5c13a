"""Writes through `.data` that nobody has heard: the counter of each alias, remembered.

`.data` gives memory a second version counter. A method that was taken from the class and handed
over (`map(torch.Tensor.zero_, …)`) passes no door, and through `.data` it leaves the counter of
what was saved as it is. It does raise the counter of the alias, though. A twin shares that
counter and has no memory, so it may be kept when the alias is gone.

An alias that goes to other memory (`alias.data = other`) takes its counter along. From then on a
heard write to either memory accounts for the counter in both.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any, NamedTuple

import torch

from gradsan.backends.torch import private
from gradsan.model.event import Stack

STORAGES = 512
OF_ONE = 16  # aliases of one storage


class Access(NamedTuple):
    """A method that writes was taken from the class."""

    order: int
    number: int  # of the next node
    thread: int
    stack: Stack


class Counted:
    """The counter of an alias and its version when a storage was last known to be unwritten."""

    __slots__ = ("also", "twin", "version")

    def __init__(self, twin: Any, version: int) -> None:
        self.twin = twin
        self.version = version
        self.also: list[Counted] = []  # the same counter, of other storages


class Twins:
    """The counters of aliases, by storage."""

    def __init__(self) -> None:
        self.is_on = False
        self.by_storage: OrderedDict[int, list[Counted]] = OrderedDict()
        self.access: Access | None = None  # the last
        base = private.tensor_base()
        self._detach, self._set_data = base.detach, vars(base)["data"].__set__  # type: ignore[attr-defined]
        self._nothing = torch.empty(0)

    def add(self, alias: Any, storage: int) -> None:
        """Remember the counter of an alias that is handed out."""
        if not storage:
            return
        twin = self.of(alias)
        self._put(Counted(twin, twin._version), storage)

    def _put(self, counted: Counted, storage: int) -> None:
        twins = self.by_storage.setdefault(storage, [])
        twins.append(counted)
        if len(twins) > OF_ONE:
            del twins[0]
        if len(self.by_storage) > STORAGES:
            self.by_storage.popitem(last=False)

    def of(self, tensor: Any) -> Any:
        """Make a twin: it shares the counter of a tensor, and not its memory."""
        with private.no_overrides():
            twin = self._detach(tensor)
            self._set_data(twin, self._nothing)
        return twin

    def follow(self, tensor: Any, left: int, storage: int) -> None:
        """Be told that a tensor has left memory for other memory, with its counter."""
        for counted in tuple(self.by_storage.get(left, ())):
            if are_one(counted.twin, tensor):
                other = Counted(counted.twin, counted.version)
                group = [*counted.also, counted]
                for one in group:
                    one.also = [*one.also, other]
                other.also = group
                self._put(other, storage)

    def absorb(self, storage: int) -> None:
        """Be told that a write to a storage was heard."""
        for counted in self.by_storage.get(storage, ()):
            before, counted.version = counted.version, counted.twin._version
            for other in counted.also:
                # One that has fallen behind was raised by somebody else besides.
                if other.version == before:
                    other.version = counted.version

    def has_moved(self, storage: int) -> bool:
        """Tell, once, whether a storage was written through an alias and nobody has heard it."""
        moved = False
        for counted in self.by_storage.get(storage, ()):
            if (version := counted.twin._version) != counted.version:
                counted.version, moved = version, True
        return moved

    def moved(self) -> list[int]:
        """Return, once, the storages that were written unheard."""
        return [storage for storage in list(self.by_storage) if self.has_moved(storage)]

    def forget(self) -> None:
        """Begin anew."""
        self.by_storage.clear()
        self.access = None
        self.is_on = False


def are_one(one: Any, other: Any) -> bool:
    """Tell whether two tensors have one counter: raise it, look, and put it back."""
    with private.no_overrides():
        before = other._version
        if one._version != before or (preserved := private.version_preserver()) is None:
            return False
        with preserved(one):
            torch.autograd.graph.increment_version(one)
            return bool(other._version != before)
