"""Memory that more than one version counter speaks for.

torch checks a saved value by the counter of the tensor it saved. `.data`, `set_`, NumPy and
DLPack give the same memory another counter, and fused optimizers raise none: a write there may
go unseen. Backward looks for such writes only if there were any.
"""

from __future__ import annotations

from typing import Any
from weakref import ref

LIMIT = 65_536  # storages, and tensors
LONGEST = 64  # moves of one tensor


class Unseen:
    """The storages with several counters, tensors that moved, the last write of that kind."""

    __slots__ = ("_moves", "aliased", "newest")

    def __init__(self) -> None:
        self.aliased: set[int] = set()
        # by id: the tensor, and for each `x.data = …` the number of the next node and the
        # address that was left
        self._moves: dict[int, tuple[ref[Any], list[tuple[int, int]]]] = {}
        self.newest = -1  # the number of the next node when the last write was made

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
        self.newest = number

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
