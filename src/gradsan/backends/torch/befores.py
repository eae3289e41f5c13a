"""Whether a write through `.data` left the numbers as they were.

Weights that are exchanged for their average and put back, a sign that is turned twice: memory
was written and no counter tells, but backward reads what was saved. The guard keeps no copies;
of small tensors it keeps a number that stands for theirs, taken when their `.data` is asked for,
which is before anything can be written through it, and before each write that is heard to such
memory. Of large ones nothing is kept. The bytes are read at their address: `numpy()` would leave
the storage unable to be resized.
"""

from __future__ import annotations

from ctypes import string_at
from threading import get_ident
from typing import Any, NamedTuple

import torch

from gradsan.backends.host import Entry
from gradsan.backends.torch import private
from gradsan.backends.torch.memory import PLAIN, address
from gradsan.backends.torch.own_refs import OwnRef

SMALL = 1024  # elements
SMALL_MEMORY = 8192  # bytes
TIMES = 8  # remembered of one storage
LIMIT = 4096  # storages


class Before(NamedTuple):
    """What small memory held at a time."""

    order: int
    number: int  # of the next node of the thread
    thread: int
    offset: int  # bytes, inside the storage
    size: int
    mark: int  # stands for the bytes
    tensor: OwnRef  # whose bytes: without it the memory may be another's by now


class Befores:
    """The numbers of small tensors whose `.data` was asked for, by storage."""

    def __init__(self) -> None:
        self.by_storage: dict[int, list[Before]] = {}
        self._peek = private.next_sequence_number()

    def look(self, tensor: Any, data: Any, order: int, last: Entry | None) -> None:
        """Remember what a tensor holds, unless that is known and nobody has written since."""
        if not data.is_cpu or data.numel() > SMALL or not data.is_contiguous():
            return
        if not (storage := address(data)):
            return
        known = [one for one in self.by_storage.get(storage, []) if _is_there(one, storage)]
        if known and known[-1].tensor() is tensor and last and last[1] < known[-1].order:
            return
        offset = data.storage_offset() * data.element_size()
        self._note(tensor, storage, known, (order, offset, data.nbytes))

    def look_at_memory(self, tensor: Any, order: int) -> None:
        """Remember all that the memory of a tensor holds, which is about to be written."""
        if type(tensor) not in PLAIN or not tensor.is_cpu:
            return
        try:
            memory = tensor.untyped_storage()
            size, storage = memory.nbytes(), memory.data_ptr()
        except (RuntimeError, NotImplementedError):
            return  # sparse, functorch
        if storage and 0 < size <= SMALL_MEMORY:
            known = [one for one in self.by_storage.get(storage, []) if _is_there(one, storage)]
            self._note(tensor, storage, known, (order, 0, size))

    def _note(
        self, tensor: Any, storage: int, known: list[Before], window: tuple[int, int, int]
    ) -> None:
        order, offset, size = window
        if len(self.by_storage) >= LIMIT:
            self.by_storage.clear()
        mark = hash(string_at(storage + offset, size))
        now = (order, self._peek(), get_ident())
        before = Before(*now, offset, size, mark, OwnRef(tensor))
        self.by_storage[storage] = [*known, before][-TIMES:]

    def is_as_saved(self, value: Any, saved: tuple[int, int | None], later: list[Entry]) -> bool:
        """Tell whether a value that was saved then, and written since, has the same bytes again.

        `saved` is its order, and the number of the node if the order only tells of writes.
        `later` are all writes to its storage since then. Only a look between the save and the
        first of them is believed: of what was written before, not all need have been heard.
        """
        order, number = saved
        if type(value) not in PLAIN or value.layout is not torch.strided:
            return False
        storage = address(value)
        first = min((write[0] for write in later), default=None)
        if first is None or not value.untyped_storage().resizable():
            return False  # the memory of others
        return any(
            before.mark == _now(before, value)
            for before in self.by_storage.get(storage, ())
            if before.order < first
            and (order < before.order or _is_after(before, number))
            and _is_there(before, storage)
            and _covers(before, value)
        )


def _is_there(before: Before, storage: int) -> bool:
    """Tell whether the tensor whose bytes are known still lies in that memory."""
    tensor = before.tensor()
    return tensor is not None and address(tensor) == storage


def _is_after(before: Before, number: int | None) -> bool:
    """Tell whether a look came after the node of this number was made."""
    return number is not None and number < before.number and before.thread == get_ident()


def _covers(before: Before, value: Any) -> bool:
    size: int = value.element_size()
    start: int = value.storage_offset() * size
    reach: int = sum((n - 1) * step for n, step in zip(value.shape, value.stride(), strict=True))
    return before.offset <= start and start + (reach + 1) * size <= before.offset + before.size


def _now(before: Before, value: Any) -> int:
    """Return the number that stands for the same bytes now."""
    return hash(string_at(address(value) + before.offset, before.size))
