"""Memory that more than one version counter speaks for.

torch checks a saved value by the counter of the tensor it saved. `.data`, `set_`, NumPy and
DLPack give the same memory another counter, and fused optimizers raise none: a write there may
go unseen. Backward looks for such writes only if there were any.
"""

from __future__ import annotations

from threading import get_ident
from typing import Any
from weakref import ref

LIMIT = 65_536  # storages, and tensors
EVERY = 1 << 62  # more than any number of a node
LONGEST = 64  # moves of one tensor


class Unseen:
    """The storages with several counters, tensors that moved, the last write of that kind."""

    __slots__ = ("_moves", "_thread", "aliased", "newest")

    def __init__(self) -> None:
        self.aliased: set[int] = set()
        # by id: the tensor, and for each `x.data = …` the number of the next node and the
        # address that was left
        self._moves: dict[int, tuple[ref[Any], list[tuple[int, int]]]] = {}
        self.newest = -1  # the number of the next node when the last write was made
        self._thread = 0  # that made it

    def written(self, number: int) -> None:
        """Remember that such a write was made, and which node would have come next.

        Numbers belong to a thread: once several have written, every node is looked at.
        """
        thread = get_ident()
        if self._thread not in (0, thread):
            number = EVERY
        self._thread = thread
        self.newest = number

    def newest_here(self) -> int:
        """Return the number up to which nodes of this thread must be looked at."""
        return self.newest if self.newest < 0 or self._thread == get_ident() else EVERY

    def share(self, storage: int) -> None:
        """Remember that a storage has another counter besides."""
        if len(self.aliased) >= LIMIT:
            self.aliased.clear()
        self.aliased.add(storage)

    def moved(self, tensor: Any, left: int, number: int) -> None:
        """Remember that a tensor left an address."""
        if len(self._moves) >= LIMIT:
            self._moves.clear()
        known, moves = self._moves.get(id(tensor), (None, []))
        if known is None or known() is not tensor:
            known, moves = ref(tensor), []
        moves.append((number, left))
        self._moves[id(tensor)] = (known, moves[-LONGEST:])
        self.written(number)

    def left_since(self, tensor: Any, number: int) -> int:
        """Return where a tensor was when a node was made, if it has moved since, else 0."""
        known, moves = self._moves.get(id(tensor), (None, []))
        if known is None or known() is not tensor:
            return 0
        return next((left for at, left in moves if at > number), 0)

    def forget(self) -> None:
        """Begin anew."""
        self.aliased.clear()
        self._moves.clear()
        self.newest = -1
        self._thread = 0
