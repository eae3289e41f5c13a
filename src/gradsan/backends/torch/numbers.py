"""A sum and a few numbers of a tensor, to tell whether another one holds the same.

On a device the sum is left out, and the few are not read until many are compared at once: each
reading would stop the device.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch

from gradsan.backends.torch import private

SAMPLE = 16
TOLERANCE = 1e-6  # the same numbers
ROUNDING = 1e-4  # the same but for rounding; of halves, what follows from their precision


@dataclass(slots=True)
class Numbers:
    """What is kept of a tensor: its sum, then a few elements; empty if it cannot be asked."""

    values: Any  # floats, or a tensor on a device, which `read` turns into floats
    count: int = 0
    precision: float = 0.0  # of the dtype; 0 for whole numbers

    @property
    def is_read(self) -> bool:
        """Whether they can be compared without a word to the device."""
        return not isinstance(self.values, torch.Tensor)

    def agree(self, other: Numbers) -> bool:
        """Tell whether they are the same; what is not a number agrees with anything."""
        pairs = zip(self.values, other.values, strict=False)
        return all(_is_close(a, b, TOLERANCE * max(abs(a), abs(b))) for a, b in pairs)

    def is_near(self, other: Numbers) -> bool:
        """Tell whether they differ by no more than rounding."""
        mine, theirs = self.values, other.values
        if not self.precision or not mine or not theirs:
            return True
        size = sum(map(abs, (*mine[1:], *theirs[1:]))) / (len(mine[1:]) + len(theirs[1:]))
        tolerance = max(ROUNDING, 16 * self.precision)
        if not _is_close(mine[0], theirs[0], tolerance * max(size * self.count, abs(mine[0]))):
            return False
        pairs = zip(mine[1:], theirs[1:], strict=False)
        return all(_is_close(a, b, tolerance * max(size, abs(a), abs(b))) for a, b in pairs)


def _is_close(one: float, other: float, tolerance: float) -> bool:
    return one == other or abs(one - other) <= tolerance or one != one


def numbers_of(tensor: Any) -> Numbers:
    """Return a sum and a few elements of a tensor; of whole numbers on a device, nothing."""
    if tensor.layout is not torch.strided or tensor.numel() == 0:
        return Numbers(())
    if tensor.is_complex() or tensor.is_quantized:
        return Numbers(())
    if not tensor.is_cpu and not tensor.is_floating_point():
        return Numbers(())  # seeds of attention are among them, which nobody has set
    with torch.no_grad(), private.no_overrides():
        flat = _flat(tensor.detach())
        few = flat[:: max(flat.numel() // SAMPLE, 1)][:SAMPLE].to(torch.float64)
        precision = torch.finfo(tensor.dtype).eps if tensor.is_floating_point() else 0.0
        if not tensor.is_cpu:
            return Numbers(few, flat.numel(), precision)
        values = (float(flat.sum(dtype=torch.float64)), *few.tolist())
        return Numbers(values, flat.numel(), precision)


def _flat(tensor: Any) -> Any:
    """Return the elements in one row, without a copy where they lie close together."""
    if tensor.is_contiguous():
        return tensor.view(-1)
    order = sorted(range(tensor.dim()), key=tensor.stride, reverse=True)
    return tensor.permute(order).reshape(-1)


def read(numbers: Iterable[Numbers]) -> None:
    """Read what is still on a device, all at once."""
    waiting = [one for one in numbers if not one.is_read]
    if not waiting:
        return
    with torch.no_grad(), private.no_overrides():
        home = waiting[0].values.device
        row = torch.cat([one.values.to(home) for one in waiting]).tolist()
    for one in waiting:
        size = len(one.values)
        mine, row = row[:size], row[size:]
        one.values = (sum(mine), *mine)
        one.count = size
