"""A sum and a few numbers of a tensor, to tell whether another one holds the same."""

from __future__ import annotations

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

    values: Any  # floats, or a tensor on a device, which is read when it is compared
    count: int = 0
    precision: float = 0.0  # of the dtype; 0 for whole numbers

    def read(self) -> tuple[float, ...]:
        """Return the floats."""
        if isinstance(self.values, torch.Tensor):
            self.values = tuple(self.values.tolist())
        floats: tuple[float, ...] = self.values
        return floats

    def agree(self, other: Numbers) -> bool:
        """Tell whether they are the same; what is not a number agrees with anything."""
        pairs = zip(self.read(), other.read(), strict=False)
        return all(_is_close(a, b, TOLERANCE * max(abs(a), abs(b))) for a, b in pairs)

    def is_near(self, other: Numbers) -> bool:
        """Tell whether they differ by no more than rounding."""
        mine, theirs = self.read(), other.read()
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
    """Return a sum and a few elements of a tensor."""
    if tensor.layout is not torch.strided or tensor.numel() == 0:
        return Numbers(())
    if tensor.is_complex() or tensor.is_quantized:
        return Numbers(())
    with torch.no_grad(), private.no_overrides():
        flat = tensor.detach().reshape(-1)
        few = flat[:: max(flat.numel() // SAMPLE, 1)][:SAMPLE].to(torch.float64)
        total = flat.sum(dtype=torch.float64)
        values: Any
        if tensor.is_cpu:
            values = (float(total), *few.tolist())
        else:
            values = torch.cat([total.reshape(1), few])
        precision = torch.finfo(tensor.dtype).eps if tensor.is_floating_point() else 0.0
        return Numbers(values, flat.numel(), precision)
