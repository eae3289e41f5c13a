"""Remember tensors that are no longer what they were: `swap_tensors`, `detach_`.

torch saves the body of a tensor; the guard's hooks keep the Python object, so that after a swap
they must look for the body where it went. And torch refuses a saved tensor that was taken out of
its graph in place: once that was done to any, each one is looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Bystander, FunctionDoor, MethodDoor, Patch
from gradsan.backends.torch.memory import PLAIN
from gradsan.backends.torch.own_refs import OthersRefs

REMEMBERED = 4096  # swaps


class Swaps(Bystander):
    """The swaps of this guard, by the objects that took part."""

    def __init__(self, ticks: Iterator[int]) -> None:
        self.ticks = ticks
        self.by_id: dict[int, list[tuple[int, Any]]] = {}  # at 0: nothing, but look
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
        return [
            Patch(torch.utils, "weakref", OthersRefs()),
            Patch(torch.utils, "swap_tensors", swap_tensors),
            Patch(torch.Tensor, "detach_", self._detach(torch.Tensor.detach_)),
            Patch(torch, "detach_", FunctionDoor(torch.detach_, self)),
        ]

    def _detach(self, original: Any) -> MethodDoor:
        def detach_(tensor: Any) -> Any:
            if not is_dynamo_compiling():
                self.began("detach_", (tensor,), {})
            return original(tensor)

        detach_.__doc__ = original.__doc__
        return MethodDoor(original, detach_)

    def began(self, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Hear that a tensor leaves its graph; one that is in none has nothing to lose."""
        if args and type(args[0]) in PLAIN and private.node_of(args[0]) is not None:
            self.by_id.setdefault(0, [])

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
