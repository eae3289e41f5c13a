"""Which line took a value out of the graph? Hold it fixed, and measure again.

A gradient that was lost at a cut is the derivative of the function with that value held fixed.
So: record the cuts of a run; if the slope with all of them held is what the framework claims,
they are to blame, and those that move the slope are named, in the order of the run. What is
named is thereby proved in numbers. Nothing is said if other causes take part.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from gradsan.backends.choice import part
from gradsan.backends.cutting import Cut, Record
from gradsan.backends.nests import leaves
from gradsan.runtime.sites import resolve
from gradsan.runtime.stacks import outside
from gradsan.verification.differences import Slope, slope
from gradsan.verification.judging import Judge, judge
from gradsan.verification.problem import Problem, dot
from gradsan.verification.verdict import Blame

MOST_LINES = 24  # with cuts; each costs a slope


def blamed(
    problem: Problem, judge_: Judge, gradients: Sequence[Any | None], number: int | None
) -> list[Blame]:
    """Return the cuts that explain a gradient which is wrong for an input, or none."""
    try:
        return _Blaming(problem, judge_, gradients, number).find()
    except Exception:  # noqa: BLE001 (a line that is not named is better than no answer)
        return []


class _Blaming:
    def __init__(
        self, problem: Problem, judge_: Judge, gradients: Sequence[Any | None], number: int | None
    ) -> None:
        self.problem, self.judge = problem, judge_
        self.watched = part(problem.derivatives.NAME, "cuts").watched
        self.directions = problem.direction(judge_.random, number)
        self.claimed = dot(gradients, self.directions)

    def find(self) -> list[Blame]:
        base, loss = self._run(self.problem.bound.arrays, {})
        beside, _ = self._run(self.problem.moved(self.directions, 1e-3), {})
        groups = [group for group in _by_line(base) if self._moves(group, base, beside)]
        groups = [group for group in groups if self._is_harmless(group, base, loss)]
        if not groups or len(groups) > MOST_LINES:
            return []
        if not self._explains([n for group in groups for n in group], base):
            return []
        found: list[Blame] = []
        chosen: list[int] = []
        before = self._slope(chosen, base)
        for group in groups:
            after = self._slope([*chosen, *group], base)
            if not _apart(before, after):
                continue
            chosen += group
            found += _blame(base[group[0]], before.value - after.value)
            before = after
            if judge(self.claimed, after, loose=self.judge.loose) == "right":
                return found
        return []

    def _run(self, arrays: Sequence[Any], held: dict[int, Cut]) -> tuple[list[Cut], float]:
        record = Record(lambda: outside(sys._getframe(1)), held)
        with self.problem.settled():
            outputs = self.watched(self.problem.bound, arrays, record)
        return record.cuts, self.problem.weighed(outputs)

    def _slope(self, numbers: Iterable[int], base: Sequence[Cut]) -> Slope:
        held = {number: base[number] for number in numbers}

        def curve(t: float) -> float:
            try:
                return self._run(self.problem.moved(self.directions, t), held)[1]
            except Exception:  # noqa: BLE001 (outside of where the function is defined)
                return float("nan")

        return slope(curve, noise=4 * self.judge.noise, first_step=self.judge.first_step)

    def _explains(self, numbers: list[int], base: Sequence[Cut]) -> bool:
        answer = judge(self.claimed, self._slope(numbers, base), loose=self.judge.loose)
        return answer == "right"

    def _moves(self, group: list[int], base: Sequence[Cut], beside: Sequence[Cut]) -> bool:
        """Tell whether what left the graph depends on the input at all."""
        if len(base) != len(beside):
            return True
        return any(not _same(base[n].value, beside[n].value) for n in group)

    def _is_harmless(self, group: list[int], base: Sequence[Cut], loss: float) -> bool:
        """Tell whether holding it changes nothing at the point itself (memory may be shared)."""
        held = {number: base[number] for number in group}
        again = self._run(self.problem.bound.arrays, held)[1]
        return abs(again - loss) <= 1e3 * self.judge.noise * max(abs(loss), 1.0)


def _by_line(cuts: Sequence[Cut]) -> list[list[int]]:
    """Return the numbers of the cuts of each deed on each line, in the order of the run."""
    groups: dict[Any, list[int]] = {}
    for number, cut in enumerate(cuts):
        groups.setdefault((cut.deed, cut.stack), []).append(number)
    return list(groups.values())


def _blame(cut: Cut, lost: float) -> list[Blame]:
    site = resolve(cut.stack)
    return [Blame(site.place, cut.deed, cut.code, lost, cut.is_draw)] if site is not None else []


def _apart(before: Slope, after: Slope) -> bool:
    scale = max(abs(before.value), abs(after.value))
    noise = 20 * (before.error + after.error) + 1e-6 * scale
    return bool(abs(before.value - after.value) > noise)


def _same(left: Any, right: Any) -> bool:
    pairs = zip(_arrays(left), _arrays(right), strict=False)
    return all(a.shape == b.shape and np.array_equal(a, b) for a, b in pairs)


def _arrays(value: Any) -> list[Any]:
    found = [item for _, item in leaves(value)]
    return [np.asarray(v.detach().cpu() if hasattr(v, "detach") else v) for v in found]
