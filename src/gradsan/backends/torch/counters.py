"""Version counters that a tensor took along to other memory: `x.data = other`, `x.set_(other)`.

`detach()` and views share the counter of their tensor. When one of them goes to other memory, a
write there raises the version of values that lie somewhere else. Whether it did is not guessed:
the counter is read before such a write and after it, and at the error it is asked whether it is
the one of the stale value. A twin shares the counter and has no memory.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from gradsan.backends.torch.twins import OF_ONE, STORAGES, Twins, are_one
from gradsan.model.event import Write

RAISES = 64  # remembered of one counter


class _Counter:
    """A counter, and the writes that have raised it, by the time they began."""

    __slots__ = ("before", "raises", "twin")

    def __init__(self, twin: Any) -> None:
        self.twin = twin
        self.before: int | None = None  # while a write is under way
        self.raises: list[int] = []


class Counters:
    """The counters that came to a storage with a tensor."""

    def __init__(self, twins: Twins) -> None:
        self._twins = twins
        self._by_storage: OrderedDict[int, list[_Counter]] = OrderedDict()
        self._idle: OrderedDict[int, None] = OrderedDict()  # writes that have raised none of them

    def take(self, tensor: Any, storage: int) -> None:
        """Be told that a tensor has come to a storage."""
        counters = self._by_storage.setdefault(storage, [])
        counters.append(_Counter(self._twins.of(tensor)))
        if len(counters) > OF_ONE:
            del counters[0]
        if len(self._by_storage) > STORAGES:
            self._by_storage.popitem(last=False)

    def look(self, storage: int) -> None:
        """Be told that a storage is about to be written."""
        for counter in self._by_storage.get(storage, ()):
            counter.before = counter.twin._version

    def heard(self, storage: int, began: int) -> None:
        """Be told that a storage was written."""
        counters = self._by_storage.get(storage)
        if not counters:
            return
        is_known, is_idle = True, True
        for counter in counters:
            before, counter.before = counter.before, None
            if before is None:
                is_known = False
            elif counter.twin._version != before:
                is_idle = False
                counter.raises = [*counter.raises, began][-RAISES:]
        if is_known and is_idle:
            self._idle[began] = None
            if len(self._idle) > STORAGES:
                self._idle.popitem(last=False)

    def is_idle(self, write: Write) -> bool:
        """Tell whether a write is known to have raised none of the counters that came there."""
        return write.began in self._idle

    def raised(self, value: Any) -> list[tuple[int, list[int]]]:
        """Return the storages whose writes have raised the counter of a value, and those writes."""
        return [
            (storage, counter.raises)
            for storage, counters in self._by_storage.items()
            for counter in counters
            if counter.raises and are_one(counter.twin, value)
        ]

    def forget(self) -> None:
        """Begin anew."""
        self._by_storage.clear()
        self._idle.clear()
