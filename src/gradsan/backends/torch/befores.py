"""Whether a write through `.data` left the numbers as they were.

Weights that are exchanged for their average and put back, a sign that is turned twice: memory
was written and no counter tells, but backward reads what was saved. The guard keeps no copies;
of small tensors it keeps a number that stands for theirs, taken when their `.data` is asked for,
which is before anything can be written through it. Of large ones nothing is kept. The bytes are
read at their address: `numpy()` would leave the storage unable to be resized.
"""

from __future__ import annotations

from ctypes import string_at
from typing import Any, NamedTuple

import torch

from gradsan.backends.host import Entry
from gradsan.backends.torch.memory import PLAIN, address
from gradsan.backends.torch.own_refs import OwnRef

SMALL = 1024  # elements
TIMES = 8  # remembered of one storage
LIMIT = 4096  # storages


class Before(NamedTuple):
    """What small memory held at a time."""

    order: int
    offset: int  # bytes, inside the storage
    size: int
    mark: int  # stands for the bytes
    tensor: OwnRef  # whose bytes: without it the memory may be another's by now


class Befores:
    """The numbers of small tensors whose `.data` was asked for, by storage."""

    def __init__(self) -> None:
        self.by_storage: dict[int, list[Before]] = {}

    def look(self, tensor: Any, data: Any, order: int, last: Entry | None) -> None:
        """Remember what a tensor holds, unless that is known and nobody has written since."""
        if not data.is_cpu or data.numel() > SMALL or not data.is_contiguous():
            return
        if not (storage := address(data)):
            return
        known = [one for one in self.by_storage.get(storage, []) if _is_there(one, storage)]
        if known and known[-1].tensor() is tensor and last and last[1] < known[-1].order:
            return
        mark = hash(string_at(data.data_ptr(), data.nbytes))
        if len(self.by_storage) >= LIMIT:
            self.by_storage.clear()
        offset = data.storage_offset() * data.element_size()
        before = Before(order, offset, data.nbytes, mark, OwnRef(tensor))
        self.by_storage[storage] = [*known, before][-TIMES:]

    def is_as_saved(self, value: Any, order: int, writes: list[Entry]) -> bool:
        """Tell whether a value that was saved then, and written since, has the same bytes again.

        `writes` are all to its storage since then. Only a look between the save and the first of
        them is believed: of what was written before, not all need have been heard.
        """
        if type(value) not in PLAIN or value.layout is not torch.strided:
            return False
        storage = address(value)
        first = min((write[0] for write in writes if write[1] > order), default=None)
        if first is None or not value.untyped_storage().resizable():
            return False  # the memory of others
        return any(
            before.mark == _now(before, value)
            for before in self.by_storage.get(storage, ())
            if order < before.order < first
            and _is_there(before, storage)
            and _covers(before, value)
        )


def _is_there(before: Before, storage: int) -> bool:
    """Tell whether the tensor whose bytes are known still lies in that memory."""
    tensor = before.tensor()
    return tensor is not None and address(tensor) == storage


def _covers(before: Before, value: Any) -> bool:
    size: int = value.element_size()
    start: int = value.storage_offset() * size
    reach: int = sum((n - 1) * step for n, step in zip(value.shape, value.stride(), strict=True))
    return before.offset <= start and start + (reach + 1) * size <= before.offset + before.size


def _now(before: Before, value: Any) -> int:
    """Return the number that stands for the same bytes now."""
    return hash(string_at(address(value) + before.offset, before.size))
