"""The derivative of a function of one number at 0, by central differences, with its error.

Ridders' way: halve the step, extrapolate to none, and believe the entry of the table that
its neighbours agree with best. The disagreement is the error. One-sided differences that do
not meet tell a kink. Pure NumPy; the function is anything that returns a float.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

Curve = Callable[[float], float]

FIRST_STEP = 1e-2
HALVINGS = 12
GOOD_ENOUGH = 1e-10  # relative error at which more halving is of no use
EPSILON = float(np.finfo(np.float64).eps)


@dataclass(frozen=True, slots=True)
class Slope:
    """A derivative that was measured."""

    value: float
    error: float  # how far off it may be
    step: float  # the smallest that went into it
    jump: float  # between the one-sided derivatives, 0 if the curve is smooth
    is_known: bool  # the function was finite around 0


UNKNOWN = Slope(float("nan"), float("inf"), 0.0, 0.0, False)


def slope(curve: Curve, *, noise: float = EPSILON, first_step: float = FIRST_STEP) -> Slope:
    """Measure the derivative at 0.

    `noise` is the relative precision of the curve's values.

    >>> measured = slope(lambda t: float(np.exp(3 * t)))
    >>> abs(measured.value - 3) < 1e-9 and measured.jump == 0
    True
    """
    middle = curve(0.0)
    if not np.isfinite(middle):
        return UNKNOWN
    best = UNKNOWN
    row: list[float] = []
    ahead: list[tuple[float, float, float]] = []  # step, forward, backward
    step = first_step
    for _ in range(HALVINGS):
        right, left = curve(step), curve(-step)
        if np.isfinite(right) and np.isfinite(left):
            size = max(abs(right), abs(left), abs(middle))
            rounding = noise * size / step
            ahead.append((step, (right - middle) / step, (middle - left) / step))
            row, found = _extrapolated(row, (right - left) / (2 * step), rounding)
            if found is not None and found[1] <= best.error:
                best = Slope(found[0], found[1], step, 0.0, True)
            if best.is_known and best.error <= GOOD_ENOUGH * abs(best.value) and len(ahead) > 3:
                break
        else:
            row, best, ahead = [], UNKNOWN, []
        step /= 2
    if not best.is_known:
        return UNKNOWN
    return Slope(best.value, best.error, best.step, _jump(ahead, noise, abs(middle)), True)


def roughness(curve: Curve) -> float:
    """Return the relative noise of a curve near 0: what a float32 inside leaves of float64.

    Noise is what no line fits and what stays as the points draw together; a kink grows smaller.

    >>> roughness(lambda t: float(np.float32(2 + t))) > 1e-9 > roughness(lambda t: 2 + t * t)
    True
    >>> roughness(abs)
    0.0
    """
    left = [_off_the_line(curve, spacing) for spacing in (4e-7, 4e-8)]
    return left[1] if 0.2 * left[0] < left[1] < 1e-5 else 0.0


def _off_the_line(curve: Curve, spacing: float) -> float:
    points = np.arange(-6, 7) * spacing
    values = np.array([curve(float(t)) for t in points])
    size = float(np.max(np.abs(values)))
    if not np.isfinite(values).all() or not size:
        return 0.0
    line = np.polynomial.Polynomial.fit(points, values, 1)
    return float(np.max(np.abs(values - line(points)))) / size


def _extrapolated(
    row: list[float], central: float, rounding: float
) -> tuple[list[float], tuple[float, float] | None]:
    """Add a row to the table; return it and its best entry with the error."""
    new = [central]
    best: tuple[float, float] | None = None
    factor = 4.0
    for number, above in enumerate(row):
        new.append((factor * new[number] - above) / (factor - 1))
        factor *= 4
        error = max(abs(new[-1] - new[-2]), abs(new[-1] - above)) + rounding
        if best is None or error < best[1]:
            best = (new[-1], error)
    return new, best


def _jump(ahead: list[tuple[float, float, float]], noise: float, size: float) -> float:
    """Return the gap between the one-sided derivatives that does not close with the step."""
    if len(ahead) < 2:
        return 0.0
    (wide, wide_forward, wide_backward), (step, forward, backward) = ahead[-2:]
    del wide
    gap, wide_gap = forward - backward, wide_forward - wide_backward
    left_over = 2 * gap - wide_gap  # a smooth curve's gap halves with the step
    rounding = 40 * noise * size / step
    scale = max(abs(forward), abs(backward))
    return abs(left_over) if abs(left_over) > 1e-3 * scale + rounding else 0.0
