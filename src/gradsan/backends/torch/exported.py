"""Memory that others can write without torch hearing of it: NumPy arrays, DLPack, buffers.

A value saved from such memory is copied when it is saved. Whether the memory was changed is
seen when backward reads the copy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any
from weakref import ref

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.doors import MethodDoor, Patch
from gradsan.backends.torch.kept import Kept, Shelves, copy_of, region_of
from gradsan.backends.torch.overlap import touches
from gradsan.backends.torch.own_refs import OwnRef

EXPORTS = ("numpy", "__array__", "__dlpack__")
SHARED = 1024  # layouts whose last copy is known


class Exported:
    """Which storages others can write."""

    def __init__(self, shelves: Shelves) -> None:
        self.shelves = shelves
        self.storages: set[int] = set()  # torch's own memory, handed out
        # the last copy of a layout, shared while the memory is the same
        self.last: dict[Any, ref[Any]] = {}

    def patches(self) -> Iterator[Patch]:
        """Make the stand-ins for the methods that hand memory out."""
        for name in EXPORTS:
            if original := getattr(torch.Tensor, name, None):
                yield Patch(torch.Tensor, name, MethodDoor(original, self._method(original)))

    def _method(self, original: Any) -> Callable[..., Any]:
        def method(tensor: Any, *args: Any, **kwargs: Any) -> Any:
            with suppress(RuntimeError, NotImplementedError):  # it has no memory to hand out
                self.hand_out(tensor)
            return original(tensor, *args, **kwargs)

        method.__name__ = original.__name__
        method.__doc__ = original.__doc__
        return method

    def hand_out(self, tensor: Any) -> None:
        """Copy what was saved of memory that others can write from now on."""
        storage = tensor.untyped_storage().data_ptr()
        self.storages.add(storage)
        for kept in self.shelves.on(storage):
            if kept.is_unchanged and touches(region_of(tensor), region_of(kept.value)):
                self.keep(kept, storage)

    def keep(self, kept: Kept, storage: int) -> None:
        """Copy a value at once."""
        value = kept.value
        key = (value.data_ptr(), value.shape, value.stride(), value.dtype)
        with private.no_tracking():
            last = self.last[key]() if key in self.last else None
            if last is None or not torch.equal(last, value):
                last = copy_of(value)
                if len(self.last) >= SHARED:
                    self.last.clear()
                self.last[key] = OwnRef(last)
        kept.source = value
        kept.value, kept.version = last, last._version
        kept.follow()
        self.shelves.put(last.untyped_storage().data_ptr(), kept)

    def keep_if_handed_out(self, kept: Kept) -> None:
        """Copy a value at once if others can write its memory."""
        memory = kept.value.untyped_storage()
        storage = memory.data_ptr()
        if storage in self.storages or not memory.resizable():
            self.keep(kept, storage)

    def forget(self) -> None:
        """Forget what was handed out; whoever holds it still has what was saved of it."""
        self.last.clear()
        self.storages.clear()


def is_changed(kept: Kept) -> bool:
    """Tell whether memory was changed behind a value that was copied when it was saved."""
    with private.no_tracking():
        return kept.source is not None and not torch.equal(kept.source, kept.value)
