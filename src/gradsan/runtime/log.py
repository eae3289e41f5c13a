"""The write log: which memory was changed, when, by whom.

Entries are light tuples, by storage; they become `Write` events only when a report is built.
The log is bounded: the oldest entries go first, and it remembers up to when it forgot.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator, Reversible
from operator import itemgetter
from types import EllipsisType

from gradsan.backends.host import Entry, Layout
from gradsan.model.event import Extent, Write

LIMIT = 65_536

_NOTHING = Extent.of_range(0, 0)


class WriteLog:
    """The last `limit` writes."""

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit = limit
        self._entries: deque[Entry] = deque(maxlen=limit)
        self._latest = -1  # order of the last write when one was added late
        self._last: dict[int, Entry] = {}
        self._indexed: Entry | None = None  # what came up to it is in `_last`
        self._lock = threading.RLock()
        # There is one call per write, between two ops: whatever can wait does.
        self.add: Callable[[Entry], None] = self._entries.append

    @property
    def newest(self) -> int:
        """The order of the last write; -1 if there was none."""
        try:
            return max(self._latest, self._entries[-1][1])
        except IndexError:
            return self._latest

    @property
    def last(self) -> dict[int, Entry]:
        """By storage, the last write that changed bytes."""
        try:
            is_known = self._entries[-1] is self._indexed
        except IndexError:
            is_known = True
        if not is_known:
            with self._lock:
                self._index()
        return self._last

    def _index(self) -> None:
        """Enter what was added since into `_last`."""
        last = self._last
        try:
            fresh = self._fresh(self._entries)
        except RuntimeError:  # another thread has written meanwhile
            fresh = self._fresh(tuple(self._entries))
        for entry in reversed(fresh):
            if entry[4] is not None:
                last[entry[2]] = entry
        if fresh:
            self._indexed = fresh[0]
            if len(last) > self._limit:
                self._shrink()

    def _fresh(self, entries: Reversible[Entry]) -> list[Entry]:
        """Return what was added since, the newest first; one plain loop, for speed."""
        indexed, fresh = self._indexed, []
        for entry in reversed(entries):
            if entry is indexed:
                break
            fresh.append(entry)
        return fresh

    def add_late(self, entry: Entry) -> None:
        """Remember a write that was made before others that are in the log."""
        newest, last = self.newest, self.last.get(entry[2])
        self.add(entry)
        self._latest = max(newest, entry[1])
        if last is not None and last[1] > entry[1]:
            self.last[entry[2]] = last

    def _shrink(self) -> None:
        kept = {entry[2]: entry for entry in tuple(self._entries) if entry[4] is not None}
        self._last = kept  # others may be reading the one before

    @property
    def forgotten(self) -> int:
        """What came before this order may be missing."""
        return self._entries[0][0] if len(self._entries) == self._limit else 0

    def op_at(self, order: int) -> str:
        """Return the op of the write that was under way at this time, or an empty string."""
        entries = reversed(tuple(self._entries))
        return next((entry[5] for entry in entries if entry[0] < order < entry[1]), "")

    def entries(self) -> tuple[Entry, ...]:
        """Return all raw entries, in the order they ended."""
        return tuple(self._entries)

    def entries_to(self, storage: int) -> list[Entry]:
        """Return the raw entries of the writes to a storage, in the order they began."""
        entries = [entry for entry in tuple(self._entries) if entry[2] == storage]
        return sorted(entries, key=itemgetter(0))

    def writes_to(self, storage: int) -> list[Write]:
        """Return the writes to a storage, oldest first, each told by its outermost call."""
        return list(_outermost(self.entries_to(storage)))

    def clear(self) -> None:
        """Forget everything: nobody listens any more."""
        self._entries.clear()
        self._last.clear()
        self._indexed, self._latest = None, -1


def _outermost(entries: list[Entry]) -> Iterator[Write]:
    end = -1
    for began, order, storage, pointer, layout, op, version, door, stack, *_ in entries:
        if order < end:
            continue  # inside the call before: a subclass that calls the op again
        end = order
        extent = _NOTHING if layout is None else extent_of(pointer - storage, layout)
        yield Write(order, storage, extent, op, version, began, door, stack)


def extent_of(start: int, layout: Layout) -> Extent:
    """Return the bytes that were written: the tensor's, or those of its item at the index.

    >>> extent_of(0, ((4, 2), (2, 1), 4, 1))
    Extent(start=8, sizes=(2,), strides=(4,), itemsize=4)
    """
    if isinstance(layout, int):
        return Extent.of_range(start, start + layout)
    sizes, strides, itemsize, index = layout
    offset = 0
    if index is not None:
        offset, sizes, strides = _at(index, offset, sizes, strides)
    steps = tuple(stride * itemsize for stride in strides)
    return Extent(start + offset * itemsize, tuple(sizes), steps, itemsize)


def _at(
    index: object, offset: int, sizes: tuple[int, ...], strides: tuple[int, ...]
) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """Apply a basic index (ints, slices, None, Ellipsis) to a strided layout."""
    parts = list(index) if isinstance(index, tuple) else [index]
    taken = sum(isinstance(part, (int, slice)) for part in parts)
    fill: list[object] = [slice(None)] * (len(sizes) - taken)
    dots = next((i for i, part in enumerate(parts) if part is Ellipsis), len(parts))
    parts[dots : dots + 1] = fill
    left: list[tuple[int, int]] = []
    dimensions = iter(zip(sizes, strides, strict=True))
    for part in parts:
        if part is None or isinstance(part, EllipsisType):
            continue
        size, stride = next(dimensions)
        if isinstance(part, int):
            offset += stride * (part + size if part < 0 else part)
        elif isinstance(part, slice):
            start, stop, step = part.indices(size)
            offset += stride * start
            left.append((len(range(start, stop, step)), stride * step))
    return offset, tuple(size for size, _ in left), tuple(stride for _, stride in left)
