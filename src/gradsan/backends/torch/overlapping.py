"""Writes to a window whose elements share memory: torch lets them pass, and differentiates wrongly.

`x.unfold(0, 2, 1)` has most elements twice. torch finds it too hard to see, so it writes, and
counts the gradient of a place once for each element that lies there. Which value such a place gets
depends on the order of the elements: there is nothing to repair, and the write is refused in the
words that torch has for expanded tensors.
"""

from __future__ import annotations

from typing import Any

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.torch import private
from gradsan.backends.torch.doors import FunctionDoor
from gradsan.backends.torch.memory import PLAIN, basic, storage_of
from gradsan.backends.torch.views import all_views, is_plain

WINDOWS = ("as_strided", "unfold")
# All elements of a place get the same, and nothing of what was there.
CONSTANT = frozenset(("fill_", "zero_"))
LIMIT = 4096  # storages before dead ones are looked for
SMALL = 1 << 16  # elements that are counted one by one


class Overlapping:
    """The memory that such windows were laid over."""

    def __init__(self) -> None:
        self.storages: set[int] = set()

    def noting(self, method: Any) -> Any:
        """Make a method that lays a window and looks at it."""
        note = self.note

        def laying(*args: Any, **kwargs: Any) -> Any:
            view = method(*args, **kwargs)
            note(view)
            return view

        laying.__name__, laying.__doc__ = method.__name__, method.__doc__
        return laying

    def note(self, view: Any) -> None:
        """Remember the memory of a window if elements of it share places."""
        if is_dynamo_compiling() or type(view) not in PLAIN:
            return
        try:
            if not is_plain(view):
                self.storages.add(view.untyped_storage().data_ptr())
        except (RuntimeError, NotImplementedError):
            return  # sparse, functorch, fake
        if len(self.storages) > LIMIT:
            windows = (one for one in all_views() if type(one) in PLAIN and not is_plain(one))
            self.storages &= {storage_of(one) for one in windows}

    def refuse(
        self, op: str, target: Any, operands: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Raise if a write goes to such a window and autograd would record it."""
        if op in CONSTANT or not torch.is_grad_enabled():
            return
        with private.no_overrides():
            written = _written(op, target, operands)
            tensors = (one for one in (target, *operands, *kwargs.values()) if torch.is_tensor(one))
            if 0 in written.stride() or is_plain(written) or not _shares(written):
                return  # torch itself refuses what is expanded
            if not any(one.requires_grad for one in tensors):
                return
        error = RuntimeError(
            "unsupported operation: more than one element of the written-to tensor refers to a "
            "single memory location. Please clone() the tensor before performing the operation."
        )
        error.add_note("gradsan: not repaired: some elements of the window lie in one place")
        raise error


def _written(op: str, target: Any, operands: tuple[Any, ...]) -> Any:
    if op == "[]=" and basic(operands[0]) is not None:
        with private.no_tracking():
            return target[operands[0]]
    return target


def _shares(window: Any) -> bool:
    """Tell whether two elements of a window lie in one place."""
    if window.numel() <= 1:
        return False
    if window.numel() > SMALL:
        return True
    reach = sum(step * (size - 1) for step, size in zip(window.stride(), window.shape, strict=True))
    with private.no_tracking():
        places = torch.arange(reach + 1).as_strided(window.shape, window.stride())
        return bool(places.unique().numel() < window.numel())


class WindowDoor(FunctionDoor):
    """Stand in for `torch.as_strided`."""

    def __init__(self, original: Any, note: Any) -> None:
        super().__init__(original, None)  # type: ignore[arg-type]
        self.note = note

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the original and look at what it returned."""
        view = self.original(*args, **kwargs)
        self.note(view)
        return view
