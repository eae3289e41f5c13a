"""A function at a point, ready to be measured: weights, directions, curves.

The outputs are reduced to one number by fixed random weights; a direction moves one input, or
all of them, in proportion to their own size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gradsan.backends.deriving import Bound, Derivatives
from gradsan.verification.differences import Curve


@dataclass(slots=True)
class Problem:
    """A function bound to its inputs."""

    derivatives: Derivatives
    bound: Bound
    seed: int
    precise: bool
    weights: list[Any] = field(default_factory=list)
    noise: float = 0.0  # relative precision of the outputs

    def __post_init__(self) -> None:
        random = np.random.default_rng(self.seed)
        self.weights = [_weight(random, out) for out in self.outputs(self.bound.arrays)]
        with self.settled():
            self.noise = self.derivatives.precision(self.bound, self.bound.arrays)

    def settled(self) -> Any:
        """Let random numbers be the same inside each time."""
        return self.derivatives.settled(self.seed, precise=self.precise)

    def outputs(self, arrays: Sequence[Any]) -> list[Any]:
        """Run the function."""
        with self.settled():
            return self.derivatives.outputs(self.bound, arrays)

    def loss(self, arrays: Sequence[Any]) -> float:
        """Run the function and reduce it to a number."""
        return self.weighed(self.outputs(arrays))

    def weighed(self, outputs: Sequence[Any]) -> float:
        """Reduce outputs to a number."""
        if [out.shape for out in outputs] != [w.shape for w in self.weights]:
            return float("nan")  # the shape depends on the values: no derivative here
        pairs = zip(outputs, self.weights, strict=True)
        with np.errstate(all="ignore"):
            return float(sum(np.sum(_real_product(out, weight)) for out, weight in pairs))

    def gradients(self, arrays: Sequence[Any] | None = None) -> list[Any | None]:
        """Return what the framework claims."""
        with self.settled():
            given = self.bound.arrays if arrays is None else arrays
            return self.derivatives.gradients(self.bound, given, self.weights)

    def gradients_out_of_place(self) -> list[Any | None]:
        """Return what the framework claims for the function without its writes in place."""
        with self.settled():
            return self.derivatives.out_of_place(self.bound, self.bound.arrays, self.weights)

    def custom_rules(self) -> list[str]:
        """Name the derivative rules that were written by hand."""
        with self.settled():
            return self.derivatives.custom_rules(self.bound, self.bound.arrays)

    def tangent(self, directions: Sequence[Any]) -> float:
        """Return what forward mode claims along a direction."""
        with self.settled():
            found = self.derivatives.tangents(self.bound, self.bound.arrays, directions)
        pairs = zip(found, self.weights, strict=True)
        return float(sum(np.sum(_real_product(t, weight)) for t, weight in pairs))

    def second(self, directions: Sequence[Any]) -> list[Any | None]:
        """Return what the framework claims for the derivative of the directional derivative."""
        with self.settled():
            return self.derivatives.second(self.bound, self.bound.arrays, self.weights, directions)

    def curve(self, directions: Sequence[Any]) -> Curve:
        """Return the loss along a direction; NaN where the function raises."""

        def curve(t: float) -> float:
            try:
                return self.loss(self.moved(directions, t))
            except Exception:  # noqa: BLE001 (outside of where the function is defined)
                return float("nan")

        return curve

    def moved(self, directions: Sequence[Any], t: float) -> list[Any]:
        """Return the inputs, moved along a direction."""
        pairs = zip(self.bound.arrays, directions, strict=True)
        return [array + np.asarray(t * d, array.dtype) for array, d in pairs]

    def direction(self, random: np.random.Generator, only: int | None = None) -> list[Any]:
        """Draw a direction in one input, or in all."""
        return [
            _direction(random, array) if only in (None, number) else np.zeros_like(array)
            for number, array in enumerate(self.bound.arrays)
        ]


def structured(direction: Any, array: Any) -> Any | None:
    """Return the direction within the matrices of the same structure, or None if there is none.

    A function of symmetric or triangular matrices may read one half only, and frameworks give
    the gradient for directions that keep the structure.
    """
    if array.ndim < 2 or array.shape[-1] != array.shape[-2] or array.shape[-1] < 2:
        return None
    flipped = np.swapaxes(array, -1, -2)
    if np.allclose(array, flipped, rtol=1e-12, atol=0):
        return (direction + np.swapaxes(direction, -1, -2)) / 2
    for half in (np.tril, np.triu):
        if np.array_equal(array, half(array)):
            return half(direction)
    return None


def _weight(random: np.random.Generator, out: Any) -> Any:
    # Away from zero, so that no entry of the output goes unweighed.
    real = random.uniform(0.5, 1.5, out.shape) * random.choice([-1.0, 1.0], out.shape)
    if not np.iscomplexobj(out):
        return np.asarray(real, out.dtype)
    return np.asarray(real + 1j * random.uniform(0.5, 1.5, out.shape), out.dtype)


def _direction(random: np.random.Generator, array: Any) -> Any:
    size = np.abs(array)
    typical = float(np.mean(size[np.isfinite(size)])) if np.isfinite(size).any() else 0.0
    scale = np.where(np.isfinite(size), size, 0.0) + 0.1 * (typical or 10.0)
    signs = random.choice([-1.0, 1.0], array.shape)
    return np.asarray(scale * signs * random.uniform(0.5, 1.0, array.shape), array.dtype)


def _real_product(out: Any, weight: Any) -> Any:
    if np.iscomplexobj(out):
        return out.real.astype(np.float64) * weight.real + out.imag * weight.imag
    return out.astype(np.float64) * weight


def dot(left: Sequence[Any | None], right: Sequence[Any]) -> float:
    """Return the product of a gradient with a direction; None is no gradient, so zero."""
    with np.errstate(all="ignore"):
        return float(
            sum(
                np.sum(np.where(b == 0, 0.0, a * b))
                for a, b in zip(left, right, strict=True)
                if a is not None
            )
        )
