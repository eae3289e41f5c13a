"""Writes through `.data` that nobody has heard: the counter of each alias, remembered.

`.data` gives memory a second version counter. A method that was taken from the class and handed
over (`map(torch.Tensor.zero_, …)`) passes no door, and through `.data` it leaves the counter of
what was saved as it is. It does raise the counter of the alias, though. A twin shares that
counter and has no memory, so it may be kept when the alias is gone.
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


class Twins:
    """The counters of aliases, by storage."""

    def __init__(self) -> None:
        self.is_on = False
        self.by_storage: OrderedDict[int, list[list[Any]]] = OrderedDict()  # twin, version
        self.access: Access | None = None  # the last
        base = private.tensor_base()
        self._detach, self._set_data = base.detach, vars(base)["data"].__set__  # type: ignore[attr-defined]
        self._nothing = torch.empty(0)

    def add(self, alias: Any, storage: int) -> None:
        """Remember the counter of an alias that is handed out."""
        if not storage:
            return
        twin = self.of(alias)
        twins = self.by_storage.setdefault(storage, [])
        twins.append([twin, twin._version])
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

    def absorb(self, storage: int) -> None:
        """Be told that a write to a storage was heard."""
        for entry in self.by_storage.get(storage, ()):
            entry[1] = entry[0]._version

    def has_moved(self, storage: int) -> bool:
        """Tell, once, whether a storage was written through an alias and nobody has heard it."""
        moved = False
        for entry in self.by_storage.get(storage, ()):
            if (version := entry[0]._version) != entry[1]:
                entry[1], moved = version, True
        return moved

    def moved(self) -> list[int]:
        """Return, once, the storages that were written unheard."""
        return [storage for storage in list(self.by_storage) if self.has_moved(storage)]

    def forget(self) -> None:
        """Begin anew."""
        self.by_storage.clear()
        self.access = None
        self.is_on = False
