"""Whether a write through `.data` left the numbers as they were.

Weights that are exchanged for their average and put back, a sign that is turned twice: memory
was written and no counter tells, but backward reads what was saved. The guard keeps no copies;
of small tensors it keeps a number that stands for theirs, taken when their `.data` is asked for,
which is before anything can be written through it. Of large ones nothing is kept.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from gradsan.backends.host import Entry
from gradsan.backends.torch import private
from gradsan.backends.torch.memory import PLAIN

SMALL = 1024  # elements
TIMES = 8  # remembered of one storage
LIMIT = 4096  # storages

_to_numpy = torch.Tensor.numpy


class Before(NamedTuple):
    """What small memory held at a time."""

    order: int
    offset: int  # bytes, inside the storage
    size: int
    mark: int  # stands for the bytes


class Befores:
    """The numbers of small tensors whose `.data` was asked for, by storage."""

    def __init__(self) -> None:
        self.by_storage: dict[int, list[Before]] = {}

    def look(self, data: Any, storage: int, order: int, last: Entry | None) -> None:
        """Remember what a tensor holds, unless that is known and nobody has written since."""
        if not data.is_cpu or data.numel() > SMALL or not data.is_contiguous() or not storage:
            return
        known = self.by_storage.get(storage, [])
        offset, size = data.storage_offset() * data.element_size(), data.nbytes
        if known and known[-1][1:3] == (offset, size) and last and last[1] < known[-1].order:
            return
        try:
            mark = hash(_to_numpy(data).tobytes())
        except (RuntimeError, TypeError):
            return  # a type that NumPy does not have, a conjugate
        if len(self.by_storage) >= LIMIT:
            self.by_storage.clear()
        self.by_storage[storage] = [*known, Before(order, offset, size, mark)][-TIMES:]

    def is_as_saved(self, value: Any, order: int, writes: list[Entry]) -> bool:
        """Tell whether a value that was saved then, and written since, has the same bytes again.

        `writes` are all to its storage. Between the look and the save nobody may have written.
        """
        if type(value) not in PLAIN or value.layout is not torch.strided:
            return False
        storage = value.untyped_storage()
        first = min((write[0] for write in writes if write[1] > order), default=None)
        if first is None:
            return False
        for before in reversed(self.by_storage.get(storage.data_ptr(), [])):
            if before.order < first:
                is_older = any(before.order < write[1] <= order for write in writes)
                return (
                    not is_older and _covers(before, value) and before.mark == _now(before, value)
                )
        return False


def _covers(before: Before, value: Any) -> bool:
    size: int = value.element_size()
    start: int = value.storage_offset() * size
    reach: int = sum((n - 1) * step for n, step in zip(value.shape, value.stride(), strict=True))
    return before.offset <= start and start + (reach + 1) * size <= before.offset + before.size


def _now(before: Before, value: Any) -> int:
    """Return the number that stands for the same bytes now."""
    with torch.no_grad(), private.no_overrides():
        memory = torch.empty(0, dtype=torch.uint8)
        memory.set_(value.untyped_storage(), before.offset, (before.size,), (1,))
        return hash(_to_numpy(memory).tobytes())
