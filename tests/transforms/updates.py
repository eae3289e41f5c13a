"""What `gradsan.at` is to do: every op and every kind of index, in NumPy's own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

RANDOM = np.random.default_rng(0)
X = RANDOM.uniform(0.5, 2.0, (2, 3, 4))
WEIGHT = RANDOM.uniform(0.5, 2.0, X.shape)

INDICES: dict[str, Any] = {
    "int": 1,
    "ints": (0, -1),
    "slice": slice(1, None),
    "strided slices": (slice(None), slice(0, 3, 2), slice(1, None, 2)),
    "backwards": (slice(None, None, -1), ..., slice(3, 0, -2)),
    "ellipsis": (..., 1),
    "newaxis": (None, 1, slice(None), None),
    "everything": ...,
    "nothing": slice(2, 2),
    "mask": X > 1.2,
    "mask of rows": np.array([False, True]),
    "mask of nothing": X > 9.0,
    "integers": [1, 0],
    "repeated integers": [1, 0, 1, 1],
    "repeated pairs": ([0, 1, 0], [2, 0, 2]),
    "arrays apart": ([0, 1], slice(None), [3, 3]),
    "int beside array": (0, slice(None), [1, 1]),
    "array of arrays": (slice(None), np.array([[0, 1], [2, 2]]), slice(None, None, 2)),
}
IN_PLACE: dict[str, Callable[[Any, Any, Any], None]] = {}


def in_place(fn: Callable[[Any, Any, Any], None]) -> None:
    IN_PLACE[fn.__name__.strip("_")] = fn


@in_place
def set_(x: Any, index: Any, value: Any) -> None:
    x[index] = value


@in_place
def add(x: Any, index: Any, value: Any) -> None:
    x[index] += value


@in_place
def subtract(x: Any, index: Any, value: Any) -> None:
    x[index] -= value


@in_place
def multiply(x: Any, index: Any, value: Any) -> None:
    x[index] *= value


@in_place
def divide(x: Any, index: Any, value: Any) -> None:
    x[index] /= value


@in_place
def power(x: Any, index: Any, value: Any) -> None:
    x[index] **= value


@in_place
def min_(x: Any, index: Any, value: Any) -> None:
    x[index] = np.minimum(x[index], value)


@in_place
def max_(x: Any, index: Any, value: Any) -> None:
    x[index] = np.maximum(x[index], value)


def values(shape: tuple[int, ...], kind: str) -> Any:
    """Make a value that fits into entries of a shape: as it is, or by broadcasting."""
    if kind == "scalar":
        return np.array(1.3)
    if kind == "leading ones":
        return RANDOM.uniform(0.5, 2.0, (1, 1, *shape))
    if kind == "broadcast":
        shape = tuple(1 if n % 2 == 0 else size for n, size in enumerate(shape))
    return RANDOM.uniform(0.5, 2.0, shape)
