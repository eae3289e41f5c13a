"""The write log: which memory was changed, when, by whom.

Entries are light tuples, by storage; they become `Write` events only when a report is built.
The log is bounded: the oldest entries go first, and it remembers up to when it forgot.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from types import EllipsisType

from gradsan.backends.host import Entry, Layout
from gradsan.model.event import Extent, Write

LIMIT = 65_536

_NOTHING = Extent.of_range(0, 0)


class WriteLog:
    """The last `limit` writes."""

    def __init__(self, limit: int = LIMIT) -> None:
        self.limit = limit
        self.forgotten = -1  # order of the newest entry that was dropped
        self._by_storage: dict[int, list[Entry]] = {}
        self._storages: deque[int] = deque()

    def add(self, entry: Entry) -> None:
        """Remember a write."""
        storage = entry[2]
        entries = self._by_storage.get(storage)
        if entries is None:
            self._by_storage[storage] = [entry]
        else:
            entries.append(entry)
        self._storages.append(storage)
        if len(self._storages) > self.limit:
            self._forget()

    def _forget(self) -> None:
        try:
            storage = self._storages.popleft()
            entries = self._by_storage[storage]
            self.forgotten = max(self.forgotten, entries.pop(0)[1])
            if not entries:
                del self._by_storage[storage]
        except (IndexError, KeyError):
            return  # another thread was quicker

    def may_be_stale(self, storage: int, order: int, version: int) -> bool:
        """Tell quickly whether a write came after the save with this order and version.

        The same question as `ledger.is_after`, asked of tuples for every value that backward
        reads; which bytes were written is not looked at.
        """
        entries = self._by_storage.get(storage)
        if entries is None:
            return False
        for entry in reversed(entries):
            if entry[1] < order:
                return False
            if (entry[0] > order or version < entry[5]) and entry[3] is not None:
                return True
        return False

    def writes_to(self, storage: int) -> list[Write]:
        """Return the writes to a storage, oldest first, each told by its outermost call."""
        return list(_outermost(sorted(self._by_storage.get(storage, ()), key=lambda e: e[0])))

    def clear(self) -> None:
        """Forget everything without a trace: nobody listens any more."""
        self._by_storage.clear()
        self._storages.clear()
        self.forgotten = -1


def _outermost(entries: list[Entry]) -> Iterator[Write]:
    end = -1
    for began, order, storage, layout, op, version, door, stack in entries:
        if order < end:
            continue  # inside the call before: a subclass that calls the op again
        end = order
        extent = extent_of(layout) if layout else _NOTHING
        yield Write(order, storage, extent, op, version, began, door, stack)


def extent_of(layout: Layout) -> Extent:
    """Return the bytes that were written: the tensor's, or those of its item at the index.

    >>> extent_of((0, (4, 2), (2, 1), 4, 1))
    Extent(start=8, sizes=(2,), strides=(4,), itemsize=4)
    """
    offset, sizes, strides, itemsize, index = layout
    if index is not None:
        offset, sizes, strides = _at(index, offset, sizes, strides)
    steps = tuple(stride * itemsize for stride in strides)
    return Extent(offset * itemsize, tuple(sizes), steps, itemsize)


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
