"""Differences and times: numbers about two variants, in turn, so that noise hits both."""

from __future__ import annotations

import statistics
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from gradsan.comparison.result import Difference
from gradsan.comparison.side import Side

ROUNDS = 25
SECONDS = 2.0  # for all rounds; slow functions get fewer of them


def differences(
    names: Sequence[str], left: Sequence[Any | None], right: Sequence[Any | None]
) -> list[Difference]:
    """Compare arrays pair by pair; None is no gradient, so zero."""
    made = []
    for name, one, other in zip(names, left, right, strict=False):
        if one is None and other is None:
            made.append(Difference(name, 0.0, 0.0))
            continue
        a = np.zeros_like(other) if one is None else one
        b = np.zeros_like(a) if other is None else other
        made.append(_difference(name, a, b))
    return made


def _difference(name: str, a: Any, b: Any) -> Difference:
    if a.shape != b.shape:
        return Difference(name, float("inf"), float("inf"))
    if not a.size:
        return Difference(name, 0.0, 0.0)
    with np.errstate(all="ignore"):
        apart = np.abs(a - b)
    apart = np.where((a == b) | (np.isnan(a) & np.isnan(b)), 0.0, apart)
    apart = np.where(np.isnan(apart), np.inf, apart)
    index = tuple(int(i) for i in np.unravel_index(int(np.argmax(apart)), a.shape))
    finite = np.concatenate([np.abs(a[np.isfinite(a)]), np.abs(b[np.isfinite(b)])])
    scale = float(finite.max()) if finite.size else 0.0
    largest = float(apart[index])
    relative = largest / scale if scale else (0.0 if largest == 0 else float("inf"))
    return Difference(
        name, largest, relative, index, float(np.real(a[index])), float(np.real(b[index]))
    )


def tolerance(*sides: Side) -> float:
    """Return the relative difference that rounding can make."""
    coarse = max((side.problem.noise for side in sides if side.problem is not None), default=0.0)
    is_coarse = any(side.precision != "float64" for side in sides)
    return max(1e-4 if is_coarse else 1e-8, 1e3 * coarse)


def time_in_turn(sides: Sequence[Side]) -> None:
    """Time forward, and forward with backward, of both variants round by round."""
    if not all(side.runs for side in sides):
        return
    for side in sides:
        for run in side.runs:
            run()
            run()
    began = time.perf_counter()
    for number in range(ROUNDS):
        for side in sides if number % 2 else sides[::-1]:
            for run, times in zip(side.runs, (side.forward, side.full), strict=True):
                start = time.perf_counter()
                run()
                times.append(time.perf_counter() - start)
        if number >= 4 and time.perf_counter() - began > SECONDS:
            break


def shown_time(times: Sequence[float]) -> str:
    """Write a median and the middle half around it.

    >>> shown_time([0.001, 0.001, 0.002])
    '1.00 ms (1.00-1.50)'
    """
    if not times:
        return "-"
    unit, factor = ("ms", 1e3) if statistics.median(times) > 1e-3 / 2 else ("us", 1e6)
    low, high = np.quantile(times, [0.25, 0.75])
    middle = statistics.median(times) * factor
    return f"{middle:.2f} {unit} ({low * factor:.2f}-{high * factor:.2f})"
