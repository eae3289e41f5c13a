"""Checkpointed blocks: does the second run see what the first one saw?

torch keeps facts about every tensor that a block saves (shape, dtype, device) and compares
them when backward runs the block again. Here those facts carry a sum and a few numbers along.
They compare as they always did; numbers that differ are told. Only on the CPU: elsewhere
reading a number would stop the device.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
import torch.utils.checkpoint

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.careful import careful
from gradsan.backends.torch.doors import ItemPatch
from gradsan.backends.torch.memory import PLAIN, address
from gradsan.backends.torch.saves import save_of
from gradsan.backends.torch.statistics import under_way
from gradsan.model.event import Mishap, Save, Stack, Use, Write

SAMPLE = 16
TOLERANCE = 1e-6


class Facts(dict[str, Any]):
    """What torch keeps of a saved tensor, and its numbers beside."""

    numbers: tuple[float, ...] = ()
    save: Save | None = None  # never the tensor itself: the block gives up its memory
    compare: Callable[[Facts, Facts], None]

    __hash__ = None

    def __ne__(self, other: object) -> bool:
        differs = super().__ne__(other)
        if not differs and isinstance(other, Facts):
            self.compare(self, other)
        return bool(differs)


class Recompute:
    """The facts with numbers, and what their comparison tells."""

    def __init__(self, host: Host, place: Callable[[], Stack]) -> None:
        self.host = host
        self.place = place
        table = private.checkpoint_facts()
        self.patches = [ItemPatch(table, "default", self._extract(table["default"]))]

    def _extract(self, original: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def extract(tensor: Any) -> Any:
            facts = original(tensor)
            if type(tensor) not in PLAIN or not tensor.is_cpu or not self.host.switch.on:
                return facts
            if type(facts) is not dict or private.is_overheard() or address(tensor) in under_way:
                return facts
            return self._with_numbers(tensor, facts) or facts

        return extract

    @careful
    def _with_numbers(self, tensor: Any, facts: dict[str, Any]) -> Facts:
        told = Facts(facts)
        told.numbers = numbers_of(tensor)
        told.compare = self._compare
        order, stack = next(self.host.ticks), self.host.capture()
        record = (tensor.detach(), private.version_of(tensor), order, stack, None, 0)
        told.save = save_of(record, "the block", kept="checkpoint")
        return told

    def _compare(self, first: Facts, second: Facts) -> None:
        if first.save is None or second.save is None or _agree(first.numbers, second.numbers):
            return
        try:
            self._tell(first.save, second.save)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)

    def _tell(self, first: Save, second: Save) -> None:
        stack = self.place() or self.host.capture()
        if first.storage == second.storage:
            use = Use(next(self.host.ticks), first.id, "recompute", first.version, False, stack)
            self.host.silent(first, use)
        elif write := self._side_effect(first.order, second.order):
            self.host.mishap(Mishap("checkpoint-side-effect", write.stack, needed=stack), None)

    def _side_effect(self, first: int, second: int) -> Write | None:
        """Find the write that both runs of the block made to the same memory."""
        for storage in list(self.host.log.last):
            writes = self.host.log.writes_to(storage)
            again = {w.stack for w in writes if w.order < first}
            for write in writes:
                if first < write.order < second and write.stack in again and not write.through:
                    return write
        return None


def numbers_of(tensor: Any) -> tuple[float, ...]:
    """Return a sum and a few elements of a tensor."""
    if tensor.layout is not torch.strided or tensor.numel() == 0:
        return ()
    with torch.no_grad(), private.no_overrides():
        flat = tensor.detach().reshape(-1)
        if tensor.is_complex() or tensor.is_quantized:
            return ()
        total = float(flat.sum(dtype=torch.float64))
        few = flat[:: max(flat.numel() // SAMPLE, 1)][:SAMPLE]
        return total, *few.to(torch.float64).tolist()


def _agree(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    pairs = zip(one, other, strict=False)
    return all(a == b or abs(a - b) <= TOLERANCE * max(abs(a), abs(b)) or a != a for a, b in pairs)
