"""Values that a custom Function keeps on its class, where the next call replaces them.

The guard only looks: when backward of a call begins, what that call has left on the class must
stand there still. Tensors are remembered weakly.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import torch

from gradsan.backends.torch import class_state, private
from gradsan.backends.torch.own_refs import OwnRef

_NUMBERS = (bool, int, float, complex, str)


class OnClass:
    """What calls of custom Functions left on their classes."""

    def __init__(self) -> None:
        self._names: WeakKeyDictionary[type, tuple[str, ...]] = WeakKeyDictionary()

    def before(self, cls: Any) -> dict[str, Any]:
        """Return what stands on a class before a call of it, if its backward reads there."""
        return class_state.standing(cls, names) if (names := self._kept(cls)) else {}

    def left(self, cls: Any, before: dict[str, Any], result: Any) -> dict[str, Any]:
        """Return what a call has left there: numbers, and weak references to tensors."""
        if not (names := self._kept(cls)):
            return {}
        left = class_state.left_there(cls, before, names, result)
        return {
            name: OwnRef(value) if isinstance(value, torch.Tensor) else value
            for name, value in left.items()
            if isinstance(value, (torch.Tensor, *_NUMBERS))
        }

    def _kept(self, cls: Any) -> tuple[str, ...]:
        names = self._names.get(cls)
        if names is None:
            names = self._names[cls] = class_state.names_kept(cls)
        return names


def replaced(cls: Any, left: dict[str, Any]) -> str:
    """Return the name of something that a call left and that is another now, or nothing."""
    for name, value in left.items():
        if name in vars(cls) and not _is_same(value, vars(cls)[name]):
            return name
    return ""


def _is_same(left: Any, now: Any) -> bool:
    if not isinstance(left, OwnRef):
        return type(now) is type(left) and bool(now == left)
    tensor = left()
    if tensor is now:
        return True
    if tensor is None or not isinstance(now, torch.Tensor) or tensor.shape != now.shape:
        return False
    with private.no_tracking():
        return bool(tensor.is_cpu and now.is_cpu and torch.equal(tensor, now))
