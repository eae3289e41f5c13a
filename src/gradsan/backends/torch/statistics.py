"""Hear batch norm update its running statistics, which raises no version counter.

In training mode batch norm saves the statistics, too, and never reads them in backward. So a
node that was made in training mode is not asked about them.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import get_ident
from typing import Any

import torch

from gradsan.backends.torch.careful import careful
from gradsan.backends.torch.doors import FunctionDoor, Patch
from gradsan.backends.torch.memory import PLAIN, address, pointer_of
from gradsan.backends.torch.unseen import Update
from gradsan.backends.torch.writes import Began, Ears

DOOR = "statistics"
REMEMBERED = 65_536  # storages
MEAN, VARIANCE, TRAINING = 3, 4, 5  # where torch.batch_norm takes them

# By id: arguments of calls under way, which are about to update statistics. Where those lie is
# only asked when somebody wants to know.
_under_way: dict[int, tuple[Any, ...]] = {}


def is_under_way(storage: int) -> bool:
    """Tell whether a call is about to update the statistics at an address."""
    calls = tuple(_under_way.values())
    return any(address(one) == storage for args in calls for one in _written(args))


class _Ear:
    """Tell the ears that a call in training mode has written what one in eval mode reads."""

    def __init__(self, ears: Ears) -> None:
        self.ears = ears
        self.host = ears.host
        self.read: set[int] = set()  # storages that a call in eval mode has kept for backward

    def began(self, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Began:
        if self.ears.seam.before_write and (tensors := _written(args)):
            self.ears.seam.warn(tensors, op)
        return next(self.ears.ticks), self.ears.peek()

    def make(
        self, call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        _under_way[id(args)] = args
        try:
            return call(*args, **kwargs)
        finally:
            _under_way.pop(id(args), None)

    def heard(self, op: str, began: Began, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        if len(args) > TRAINING and args[TRAINING]:
            self._note(args, began)
            if not self.read:
                return  # most programs never get to eval mode with a graph
        if tensors := _written(args):
            kept = [one for one in tensors if address(one) in self.read]
            if kept:
                self.ears.note_many(kept, op, began, DOOR)
        elif torch.is_grad_enabled() and len(args) > VARIANCE:
            if len(self.read) > REMEMBERED:
                self.read.clear()
            self.read.update(map(address, args[MEAN : VARIANCE + 1]))

    @careful
    def _note(self, args: tuple[Any, ...], began: Began) -> None:
        """Take down that a call in training mode has updated statistics."""
        if not self.ears.switch.on:
            return
        updates, (begin, number), after = self.ears.unseen.updates, began, self.ears.peek()
        stack = () if after > number else self.ears.capture(2)[0]
        order, thread = next(self.ears.ticks), get_ident()
        if len(updates) > REMEMBERED:
            updates.clear()
        for one in (args[MEAN], args[VARIANCE]):
            if type(one) in PLAIN and (pointer := pointer_of(one)):
                where = pointer, one.nbytes
                storage = pointer - one.storage_offset() * one.element_size()
                times = (begin, order, number, after, thread)
                updates[storage] = Update(*times, where, one._version, stack)

    def failed(self, *_: Any) -> None:
        return


def _written(args: tuple[Any, ...]) -> list[Any]:
    if len(args) <= TRAINING or not args[TRAINING]:
        return []
    return [one for one in (args[MEAN], args[VARIANCE]) if isinstance(one, torch.Tensor)]


def patches(ears: Ears) -> list[Patch]:
    """Make the stand-in for torch.batch_norm."""
    return [Patch(torch, "batch_norm", FunctionDoor(torch.batch_norm, _Ear(ears)))]


def is_never_read(node: Any, entry: Any) -> bool:
    """Tell whether the last write is of statistics that the node does not read."""
    return entry is not None and entry[7] == DOOR and bool(getattr(node, "_saved_training", False))
