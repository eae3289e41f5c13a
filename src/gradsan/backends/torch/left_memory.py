"""Values saved of memory that their tensor has left: `x.data = other`, `x.set_(other)`.

The tensor takes its version counter along, and what was saved shares that counter: a later write
to the new memory would look like one to the old. So values of memory that was left get a counter
of their own, and a copy where somebody else may write that memory yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.data_door import DataDoor
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.exports import fingerprint
from gradsan.backends.torch.kept import Kept, Origin, Shelves
from gradsan.backends.torch.memory import PLAIN, is_same_place, storage_of
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.backends.torch.unseen import Move, Unseen
from gradsan.backends.torch.views import alias_of, live_views, remade
from gradsan.model.event import Extent

ASKING = 1  # users of a storage: the Python object that is asked


class LeftBehind(Origin):
    """Where a value lies that its tensor has left: torch would have read the tensor's new memory.

    The write is logged under the pointer that was left, negated (see `data_door`).
    """

    __slots__ = ("move", "tensor")

    def __init__(self, kept: Kept, tensor: Any, move: Move) -> None:
        super().__init__(kept.value, -move.left, kept.version)
        self.extent = Extent.of_range(0, kept.value.nbytes)
        self.tensor = OwnRef(tensor)
        self.move = move

    def is_felt(self) -> bool:
        """Tell whether the tensor has other numbers now than it left behind."""
        tensor = self.tensor()
        return tensor is None or fingerprint(tensor) != self.move.left_behind


class LeftMemory:
    """Hears of tensors that leave their memory."""

    def __init__(self, shelves: Shelves, unseen: Unseen) -> None:
        self.shelves = shelves
        self.unseen = unseen

    def patches(self) -> Iterator[Patch]:
        """Make the stand-in for the assignment to `data`."""
        original = DataDoor.__set__

        def __set__(door: Any, instance: Any, value: Any) -> None:  # noqa: N807
            is_plain = type(instance) in PLAIN and isinstance(value, torch.Tensor)
            storage = storage_of(instance) if is_plain else 0
            known = self.about_to_leave(storage)
            same = [kept for kept in known if _is_read_as(kept, instance)]
            if storage and instance.grad_fn is not None and storage_of(value) != storage:
                _leave_views(instance)
            original(door, instance, value)
            self.shelves.copied_from.forget(storage)
            self.shelves.copied_from.forget(storage_of(instance) if is_plain else 0)
            if known and storage_of(instance) != storage:
                self._mark(same, instance)
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

    def _mark(self, same: list[Kept], tensor: Any) -> None:
        """Remember of values that torch would have read them from the new memory."""
        if same and (moves := self.unseen.moves_of(tensor)):
            for kept in same:
                if kept.origin is None:
                    kept.origin = LeftBehind(kept, tensor, moves[-1])

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


def _leave_views(tensor: Any) -> None:
    """Let the views of a tensor that goes to other memory be views of what stays behind.

    They would follow its history otherwise, and not its numbers.
    """
    with private.no_overrides():
        views = list(live_views(tensor))
        stays = alias_of(tensor) if views else None
        for view in views:
            remade(view, stays, attached=not private.made_without_grad(view))


def _is_read_as(kept: Kept, tensor: Any) -> bool:
    """Tell whether torch keeps the very tensor: all of it, and not as the result of its node."""
    node = private.node_of(tensor)
    if node is not None and node._sequence_nr() == kept.number:
        return False
    return is_same_place(kept.value, tensor)
