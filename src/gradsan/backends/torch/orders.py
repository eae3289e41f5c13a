"""When a node saved its values, as a position among the writes.

Without a hook nobody is there at the moment of the save. But a node has a number, and every
write has taken down which number came next before it and after it. The counter belongs to a
thread; writes of another one are told apart by their version.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from threading import get_ident

from gradsan.backends.host import Entry, Log

REMEMBERED = 65_536  # custom nodes

NOBODY = -1

# (began, order, number of the next node before, after, thread, version after)
Mark = tuple[int, int, int, int, int, int]


def mark_of(entry: Entry) -> Mark:
    """Return what an entry of the write log says about time."""
    return entry[0], entry[1], entry[9], entry[10], entry[11], entry[6]


class Orders:
    """The order of a save, by the number of its node."""

    def __init__(self, log: Log) -> None:
        self._log = log
        # A custom Function is numbered before its forward runs, and saves after.
        self._ends: OrderedDict[int, int] = OrderedDict()

    def ended(self, number: int, order: int) -> None:
        """Remember when the forward of a custom Function was done."""
        self._ends[number] = order
        if len(self._ends) > REMEMBERED:
            self._ends.popitem(last=False)

    def saves_when_numbered(self, number: int) -> bool:
        """Tell whether a node saved no later than it got its number."""
        return number not in self._ends

    def forget(self) -> None:
        """Forget the custom Functions."""
        self._ends.clear()

    def of(self, number: int | None, version: int, storage: int, *further: Mark) -> int:
        """Return an order for what the node saved that lies rightly among all marks.

        None: which thread has given the number is not known.
        """
        if number is not None and (ended := self._ends.get(number)) is not None:
            return ended
        marks = sorted([*map(mark_of, self._log.entries_to(storage)), *further])
        if number is None:
            return order_among(marks, 0, version, NOBODY)
        return order_among(marks, number, version, get_ident())


def order_among(marks: Iterable[Mark], number: int, version: int, thread: int) -> int:
    """Return an order before the first mark that came after a node, inside one that held it.

    >>> order_among([(2, 4, 5, 5, 1, 1), (6, 8, 9, 9, 1, 2)], 7, 1, 1)
    5
    """
    last = 0
    for began, order, before, after, by, version_after in marks:
        if by != thread:
            if version < version_after:
                return began - 1
        elif number < before:
            return began - 1
        elif number < after:
            return began + 1
        last = order
    return last + 1
