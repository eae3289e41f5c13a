"""Memory whose address the user's own code has asked for: `ctypes.memset(k.data_ptr(), …)`.

Libraries ask for addresses all the time, to tell tensors apart; they are let through as they
are. The stand-ins are put in place only once a file of the user's has been met that speaks of
`data_ptr`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from sys import _getframe as getframe
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.exports import Exports

POINTER = "a pointer"


class _PointerDoor:
    """Stand in for `data_ptr`: the original for everybody, heard if the user's code calls."""

    __slots__ = ("exports", "is_users", "original", "tensor_of")

    def __init__(
        self, original: Any, exports: Exports, tensor_of: Callable[[Any], Any] | None
    ) -> None:
        self.original = original
        self.exports = exports
        self.is_users = exports.host.is_users
        self.tensor_of = tensor_of

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self.original
        try:
            filename = getframe(1).f_code.co_filename
        except ValueError:
            filename = ""  # a thread of the engine has called
        if self.is_users(filename) and not is_dynamo_compiling():
            tensor = self.tensor_of(instance) if self.tensor_of else instance
            self.exports.note(tensor, POINTER)
        return self.original.__get__(instance, owner)


def patches(exports: Exports) -> Iterator[Patch]:
    """Make the stand-ins for what tells an address."""
    yield _patch(torch.Tensor, exports, None)
    yield _patch(torch.UntypedStorage, exports, _bytes_of)
    yield _patch(torch.TypedStorage, exports, lambda typed: _bytes_of(typed._untyped_storage))


def _patch(kind: Any, exports: Exports, tensor_of: Callable[[Any], Any] | None) -> Patch:
    return Patch(kind, "data_ptr", _PointerDoor(kind.data_ptr, exports, tensor_of))


def _bytes_of(storage: Any) -> Any:
    if storage.device.type != "cpu" or private.is_overheard():
        return None
    with private.no_overrides():
        return torch.empty(0, dtype=torch.uint8).set_(storage)
