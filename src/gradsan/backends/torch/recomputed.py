"""What a block saves when backward runs it again, kept as it was: copy on write.

torch stores such values by itself, without a version: a block that writes over what it has saved
would hand the written numbers to backward. They are put on the shelves while the block runs, and
exchanged for a copy before a write.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any
from weakref import ref

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.kept import Kept, Shelves
from gradsan.backends.torch.memory import storage_of


class Recomputed(Kept):
    """A value in the table of a block that runs again."""

    __slots__ = ("handle", "host", "table")
    handle: Any
    host: Host
    table: Any

    def follow(self) -> None:
        """Put the copy in place of what is about to be written."""
        if (handle := self.handle()) is not None and handle in self.table:
            self.table[handle] = self.value
            self.host.cured("GS101", "checkpoint", self.host.capture())


class Keeper:
    """Keeps what blocks save while they run again."""

    def __init__(self, host: Host, shelves: Shelves, writing: dict[int, tuple[Any, int]]) -> None:
        self.host = host
        self.shelves = shelves
        self.writing = writing  # by storage: what a write under way changes, its version before
        self.restored: set[int] = set()  # storages that hold old numbers just now

    def packing(self, pack: Callable[[Any], Any], frame: ref[Any], group: Any) -> Any:
        """Return the function that packs what a block saves; while it lives, that is kept."""
        kept: list[Kept] = []

        def pack_kept(tensor: Any) -> Any:
            storage = storage_of(tensor)
            if storage in self.restored or self._is_overwritten(storage):
                with private.no_tracking():
                    return pack(tensor.detach().clone())
            block = frame()
            place = block.recomp_counter[group] if block is not None else 0
            packed = pack(tensor)
            if storage and block is not None:
                kept.extend(self._keep(tensor, storage, block, (group, place)))
            return packed

        return pack_kept

    def _is_overwritten(self, storage: int) -> bool:
        """Tell whether a write is about to change it; what that saves after is its result."""
        target, version = self.writing.get(storage, (None, 0))
        return target is not None and bool(target._version == version)

    def _keep(self, tensor: Any, storage: int, block: Any, at: tuple[Any, int]) -> Iterator[Kept]:
        group, place = at
        holder = block.weak_holders[place]() if place < len(block.weak_holders) else None
        handle = holder.handles.get(group) if holder is not None else None
        if handle is not None:
            kept = Recomputed(tensor.detach(), tensor._version, next(self.host.ticks), ())
            kept.handle, kept.table = ref(handle), block.recomputed[group]
            kept.host = self.host
            self.shelves.put(storage, kept)
            yield kept
