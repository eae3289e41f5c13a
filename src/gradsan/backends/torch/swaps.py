"""Remember tensors whose bodies were exchanged by `torch.utils.swap_tensors`.

torch saves the body of a tensor; the guard's hooks keep the Python object, so that after a swap
they must look for the body where it went.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch

from gradsan.backends.torch.doors import Patch

REMEMBERED = 4096  # swaps


class Swaps:
    """The swaps of this guard, by the objects that took part."""

    def __init__(self, ticks: Iterator[int]) -> None:
        self.ticks = ticks
        self.by_id: dict[int, list[tuple[int, Any]]] = {}
        self._held: list[Any] = []  # as an id is only good while its object lives

    def forget(self) -> None:
        """Forget every swap."""
        self.by_id.clear()
        self._held.clear()

    def patches(self) -> list[Patch]:
        """Make the stand-in for swap_tensors."""
        original = torch.utils.swap_tensors

        def swap_tensors(t1: Any, t2: Any) -> None:
            original(t1, t2)
            self.note(t1, t2)

        swap_tensors.__doc__ = original.__doc__
        return [Patch(torch.utils, "swap_tensors", swap_tensors)]

    def note(self, one: Any, other: Any) -> None:
        """Remember a swap."""
        if len(self._held) >= REMEMBERED:
            self.forget()
        order = next(self.ticks)
        self._held.append((one, other))
        self.by_id.setdefault(id(one), []).append((order, other))
        self.by_id.setdefault(id(other), []).append((order, one))

    def body_of(self, tensor: Any, since: int) -> Any:
        """Return the object that now has the body which a tensor had at that time."""
        while True:
            later = ((o, t) for o, t in self.by_id.get(id(tensor), ()) if o > since)
            step = min(later, key=lambda pair: pair[0], default=None)
            if step is None:
                return tensor
            since, tensor = step
