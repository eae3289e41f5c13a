"""Memory that more than one version counter speaks for.

torch checks a saved value by the counter of the tensor it saved. `.data`, `set_`, NumPy and
DLPack give the same memory another counter, and fused optimizers raise none: a write there may
go unseen. Backward looks for such writes only if there were any.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import get_ident
from typing import Any, NamedTuple
from weakref import ref

from gradsan.backends.torch import private
from gradsan.backends.torch.befores import Befores
from gradsan.backends.torch.counters import Counters
from gradsan.backends.torch.memory import address
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.backends.torch.twins import Twins
from gradsan.model.event import Stack

LIMIT = 65_536  # storages, and tensors
EVERY = 1 << 62  # more than any number of a node
LONGEST = 64  # moves of one tensor


class Move(NamedTuple):
    """A tensor was given other memory: `x.data = other`."""

    order: int
    number: int  # of the next node
    left: int  # the pointer that it had
    storage: int  # where that lay
    left_behind: int  # fingerprint of the numbers that it had
    to: int  # the storage that it has now


class Update(NamedTuple):
    """Running statistics were updated: no counter is raised, and nearly nobody reads them."""

    began: int
    order: int
    number: int  # of the next node before
    after: int  # and after
    thread: int
    tensor: tuple[int, int]  # pointer, bytes
    version: int
    stack: Stack  # empty if the call has made a node, which knows its line


class Unseen:
    """The storages with several counters, tensors that moved, the last write of that kind."""

    __slots__ = (
        "_moves",
        "_thread",
        "aliased",
        "befores",
        "counters",
        "newest",
        "twins",
        "updates",
    )

    def __init__(self) -> None:
        self.aliased: set[int] = set()
        self.twins = Twins()
        self.counters = Counters(self.twins)
        self.befores = Befores()
        self._moves: dict[int, tuple[ref[Any], list[Move]]] = {}  # by id of the tensor
        self.updates: dict[int, Update] = {}  # by storage, the last of running statistics
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

    def look(self, tensor: Any, order: int) -> None:
        """Be told that a tensor is about to be written, if any memory has several counters."""
        if (storage := address(tensor)) in self.aliased:
            self.befores.look_at_memory(tensor, order)
            self.counters.look(storage)

    def came(self, tensor: Any, left: int, storage: int) -> None:
        """Be told that a tensor came to memory, with its counter: that may have another."""
        with private.no_overrides():
            if not storage or tensor.is_inference():
                return  # inference tensors have no counter
        self.share(storage)
        self.twins.follow(tensor, left, storage)
        self.counters.take(tensor, storage)

    def moved(self, tensor: Any, move: Move) -> None:
        """Remember that a tensor left an address."""
        if len(self._moves) >= LIMIT:
            self._moves.clear()
        known, moves = self._moves.get(id(tensor), (None, []))
        if known is None or known() is not tensor:
            known, moves = OwnRef(tensor), []
        self._moves[id(tensor)] = (known, [*moves, move][-LONGEST:])
        self.came(tensor, move.storage, move.to)
        self.written(move.number)

    def moves_of(self, tensor: Any) -> list[Move]:
        """Return the moves of a tensor, oldest first."""
        known, moves = self._moves.get(id(tensor), (None, []))
        return moves if known is not None and known() is tensor else []

    def moved_since(self, tensor: Any, order: int) -> Move | None:
        """Return the first move of a tensor after a time."""
        if not self._moves:
            return None
        return next((move for move in self.moves_of(tensor) if move.order > order), None)

    def followed_from(self, storage: int, order: int) -> Iterator[tuple[Move, list[int]]]:
        """Yield the moves out of a storage after a time, each with where it led, step by step.

        The tensor itself may be gone: a pass lets go of what it has read.
        """
        for _, moves in list(self._moves.values()):
            move = next((m for m in moves if m.storage == storage and m.order > order), None)
            if move is not None:
                yield move, [one.to for one in moves if one.order >= move.order]

    def forget(self) -> None:
        """Begin anew."""
        self.twins.forget()
        self.counters.forget()
        self.aliased.clear()
        self._moves.clear()
        self.updates.clear()
        self.befores.by_storage.clear()
        self.newest = -1
        self._thread = 0
