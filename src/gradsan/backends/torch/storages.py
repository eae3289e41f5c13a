"""Hear writes into storages themselves, which have no version counter."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from threading import get_ident
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.torch import private
from gradsan.backends.torch.doors import MethodDoor, Patch
from gradsan.backends.torch.writes import Ears

DOOR = "storage"
METHODS = {
    "fill_": "storage.fill_", "copy_": "storage.copy_", "__setitem__": "storage[]=",
    "resize_": "storage.resize_",
}  # fmt: skip
RESIZE = METHODS["resize_"]
REMEMBERED = 1024

_shrunk: set[int] = set()  # storages that have lost bytes


def patches(ears: Ears) -> Iterator[Patch]:
    """Make the stand-ins for what changes a storage."""
    kind = torch.UntypedStorage
    for name, op in METHODS.items():
        if original := getattr(kind, name, None):
            yield Patch(kind, name, MethodDoor(original, _method(ears, op, original)))


def _method(ears: Ears, op: str, original: Any) -> Callable[..., Any]:
    def method(storage: Any, *args: Any, **kwargs: Any) -> Any:
        if is_dynamo_compiling() or not ears.switch.on or _is_sharding() or _is_fake(storage):
            return original(storage, *args, **kwargs)
        began, number = next(ears.ticks), ears.peek()
        if ears.seam.before_write:
            ears.seam.warn((_bytes_of(storage),), op)
        before = storage.nbytes()
        result = _made(ears, op, original, storage, args, kwargs)
        start, size = storage.data_ptr(), storage.nbytes()
        if size < before:
            if len(_shrunk) > REMEMBERED:
                _shrunk.clear()
            _shrunk.add(storage._cdata)
        if start and size and (op != RESIZE or _has_lost(storage._cdata, before, size)):
            stack, _ = ears.capture()
            order, after = next(ears.ticks), ears.peek()
            times = (number, after, get_ident())
            ears.add((began, order, start, start, size, op, 0, DOOR, stack, *times))
            ears.unseen.written(after)
        return result

    method.__name__, method.__doc__ = original.__name__, original.__doc__
    return method


def _made(
    ears: Ears, op: str, original: Any, storage: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Any:
    """Make the call; what was saved of the storage is copied before if somebody does that."""
    if ears.seam.around is None or not storage.nbytes():
        return original(storage, *args, **kwargs)
    with private.no_overrides():
        target = _bytes_of(storage)
    return ears.seam.make(lambda _: original(storage, *args, **kwargs), op, (target,), {})


def _bytes_of(storage: Any) -> Any:
    return torch.empty(0, dtype=torch.uint8, device=storage.device).set_(storage)


def _has_lost(storage: int, before: int, after: int) -> bool:
    """Tell whether a storage that was resized has lost bytes, now or when it was smaller."""
    return after < before or storage in _shrunk


def _is_fake(storage: Any) -> bool:
    """Tell whether a storage has no memory, as those of torch.compile have none."""
    return bool(storage.device.type == "meta" or private.is_overheard())


def _is_sharding() -> bool:
    """Tell whether torch.distributed writes: it frees weights and puts the same numbers back."""
    return "distributed" in sys._getframe(2).f_code.co_filename
