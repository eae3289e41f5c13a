"""The gradient of a NumPy function, measured. Needs NumPy only: benchmarks use it, too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

Fn = Callable[..., Any]
Arrays = Sequence[Any]


def differences(fn: Fn, arrays: Arrays, step: float = 1e-6) -> list[Any]:
    """Return the gradients of the sum of a NumPy function by central differences."""
    found = []
    for number, array_ in enumerate(arrays):
        gradient = np.zeros_like(array_)
        for entry in np.ndindex(array_.shape):
            values = []
            for sign in (1, -1):
                moved = array_.copy()
                moved[entry] += sign * step
                values.append(np.sum(fn(*arrays[:number], moved, *arrays[number + 1 :])))
            gradient[entry] = (values[0] - values[1]) / (2 * step)
        found.append(gradient)
    return found
