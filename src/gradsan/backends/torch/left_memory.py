"""Values saved of memory that their tensor has left: `x.data = other`, `x.set_(other)`.

The tensor takes its version counter along, and what was saved shares that counter: a later write
to the new memory would look like one to the old. So values of memory that was left get a counter
of their own, and a copy where somebody else may write that memory yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from sys import _getframe as getframe
from typing import Any

from gradsan.backends.torch import private
from gradsan.backends.torch.data_door import DataDoor
from gradsan.backends.torch.doors import Patch, call_as
from gradsan.backends.torch.kept import Kept, Shelves
from gradsan.backends.torch.memory import PLAIN, storage_of

ASKING = 1  # users of a storage: the Python object that is asked


class LeftMemory:
    """Hears of tensors that leave their memory."""

    def __init__(self, shelves: Shelves) -> None:
        self.shelves = shelves

    def patches(self) -> Iterator[Patch]:
        """Make the stand-in for the assignment to `data`."""
        original = DataDoor.__set__

        def __set__(door: Any, instance: Any, value: Any) -> None:  # noqa: N807
            storage = storage_of(instance) if type(instance) in PLAIN else 0
            known = self.about_to_leave(storage)
            # The door looks at who assigns.
            call_as(getframe(1), original, (door, instance, value), {})
            if known and storage_of(instance) != storage:
                self.part(storage, known)

        yield Patch(DataDoor, "__set__", __set__)

    def about_to_leave(self, storage: int) -> list[Kept]:
        """Return the values of a storage that will be left, after those on ctx were copied."""
        if not storage or not self.shelves.holds(storage):
            return []
        known = [kept for kept in self.shelves.on(storage) if kept.is_unchanged]
        if own := [kept for kept in known if type(kept).follow is not Kept.follow]:
            self.shelves.move(storage, own)
        return [kept for kept in known if kept.storage == storage]

    def part(self, storage: int, known: list[Kept]) -> None:
        """Give values of memory that was left a counter of their own."""
        if not known:
            return
        if private.storage_users(known[0].value) - ASKING > len(known):
            self.shelves.move(storage, known)
            return
        for kept in known:
            kept.value = private.apart(kept.value)
            kept.version = kept.value._version
