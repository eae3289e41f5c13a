"""Warn at the write: memory that a living graph has saved is about to be changed.

Only a suspicion, as that graph may never be run again, so it is asked for (`on_write="warn"`).
Built on the seam: a pair of hooks that registers what is saved, and a word before each write.
"""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from typing import Any

from gradsan.backends.host import Host
from gradsan.backends.torch.memory import address, extent_of
from gradsan.backends.torch.private import HookPair
from gradsan.backends.torch.saves import Record
from gradsan.model.event import Stack

LARGEST = 65_536  # storages that are remembered


class _Kept:
    """A record that can be referred to weakly: it dies with the graph."""

    __slots__ = ("__weakref__", "record")

    def __init__(self, record: Record) -> None:
        self.record = record


class Warner:
    """What living graphs have saved, by storage."""

    def __init__(self, host: Host, own: HookPair) -> None:
        self.host = host
        self._pack, self._unpack = own
        self._kept: dict[int, list[weakref.ref[_Kept]]] = {}
        self._told: set[tuple[Stack, Stack]] = set()

    def hooks(self) -> HookPair:
        """Return the pair that registers what is saved."""
        return self._register, lambda kept: self._unpack(kept.record)

    def _register(self, tensor: Any) -> Any:
        kept = _Kept(self._pack(tensor))
        if storage := address(kept.record[0]):
            if len(self._kept) > LARGEST:
                self._kept.clear()
            living = [ref for ref in self._kept.get(storage, ()) if ref() is not None]
            self._kept[storage] = [*living, weakref.ref(kept)]
        return kept

    def before_write(self, tensors: Sequence[Any], op: str) -> None:
        """Warn once per pair of places."""
        if not self.host.switch.on or not self.host.switch.warns:
            return
        for tensor in tensors:
            for ref in self._kept.get(address(tensor), ()):
                kept = ref()
                if kept and extent_of(kept.record[0]).overlaps(extent_of(tensor)):
                    self._warn(kept.record[3], op)

    def _warn(self, saved: Stack, op: str) -> None:
        written, _ = self.host.capture_write()
        if (saved, written) not in self._told:
            self._told.add((saved, written))
            self.host.warn(saved, written, op)
