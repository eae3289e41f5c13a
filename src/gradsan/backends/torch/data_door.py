"""Hear `x.data = other`: the tensor keeps its place in the graph and gets other memory.

What was saved as this tensor is then read from the new memory, and no version tells. Views of
the old memory are unharmed, so such a write is logged under the address it left, negated: only
a saved tensor that has moved asks for that, and only if its numbers are others now.
"""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.exports import fingerprint
from gradsan.backends.torch.memory import PLAIN, address, pointer_of
from gradsan.backends.torch.writes import Ears


class DataDoor:
    """Stand in for the attribute `data`: reads are torch's own, assignments are heard."""

    def __init__(self, original: Any, ears: Ears) -> None:
        self.original = original
        self.ears = ears

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self.original
        data = self.original.__get__(instance, owner)
        if type(instance) in PLAIN and not is_dynamo_compiling():
            unseen, storage = self.ears.unseen, address(data)
            unseen.share(storage)
            last = self.ears.host.log.last.get(storage)
            unseen.befores.look(data, storage, next(self.ears.ticks), last)
            if unseen.twins.is_on:
                unseen.twins.add(data, storage)
        return data

    def __set__(self, instance: Any, value: Any) -> None:
        if type(instance) not in PLAIN or not self.ears.switch.on or _is_sharding():
            self.original.__set__(instance, value)
            return
        before, began = pointer_of(instance), self.ears.began("data =", (instance,), {})
        size = instance.nbytes if before else 0
        if not before or not instance.is_cpu or instance.layout != torch.strided:
            self.original.__set__(instance, value)
            return
        storage, left_behind = address(instance), fingerprint(instance)
        self.original.__set__(instance, value)
        if before and pointer_of(instance) != before:
            self.ears.note_move(instance, (before, storage, left_behind), size, began)


def _is_sharding() -> bool:
    """Tell whether torch.distributed assigns: FSDP moves weights and puts the same numbers back."""
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and frame.f_globals.get("__name__", "").startswith("gradsan."):
        frame = frame.f_back  # the door of repair
    return frame is not None and "distributed" in frame.f_code.co_filename


def patches(ears: Ears) -> list[Patch]:
    """Make the stand-in for `data`."""
    return [Patch(torch.Tensor, "data", DataDoor(vars(private.tensor_base())["data"], ears))]
