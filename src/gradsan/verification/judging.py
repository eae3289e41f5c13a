"""Compare a claim with a measurement: agreed, apart, at a kink, or not to be told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gradsan.backends.deriving import NoDerivativeError
from gradsan.verification.differences import EPSILON, Slope, roughness, slope
from gradsan.verification.problem import Problem, dot, structured
from gradsan.verification.verdict import ORDER, Answer, Check, Entry

DIRECTIONS = 3
MANY_INPUTS = 24  # from here on all inputs are moved together
ALL_ENTRIES = 48  # measured one by one; larger inputs are halved until the worst is found
FLOAT32 = float(np.finfo(np.float32).eps)


def judge(claimed: float, measured: Slope, *, loose: float = 1.0) -> Answer:
    """Say how a claim stands beside a measurement; «wrong» only far outside its error."""
    if not measured.is_known:
        return "cannot tell"
    if not np.isfinite(claimed):
        return "not smooth here" if measured.jump else "wrong"
    scale = max(abs(claimed), abs(measured.value))
    apart = abs(claimed - measured.value)
    if apart <= loose * 1e-6 * scale + 20 * measured.error:
        return "right" if measured.error <= 1e-2 * scale or scale < 1e-9 else "cannot tell"
    if measured.jump:
        return "not smooth here"
    return "wrong" if apart > loose * 1e-4 * scale + 100 * measured.error else "cannot tell"


class Judge:
    """All checks of one problem."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.random = np.random.default_rng(problem.seed + 1)
        self.noise = max(EPSILON if problem.precise else FLOAT32, problem.noise)
        if problem.precise:
            along = problem.curve(problem.direction(np.random.default_rng(problem.seed)))
            self.noise = max(self.noise, roughness(along))
        self.first_step = 1e-2 if problem.precise else 1e-1
        self.loose = 1.0 if problem.precise else 1e3

    def slope(self, directions: Sequence[Any]) -> Slope:
        """Measure along a direction."""
        curve = self.problem.curve(directions)
        return slope(curve, noise=4 * self.noise, first_step=self.first_step)

    def first_order(self, gradients: Sequence[Any | None], *, forward: bool = True) -> list[Check]:
        """Check every input along a few directions, by forward mode, too, if there is one."""
        names = self.problem.bound.names
        each: list[int | None] = list(range(len(names)))
        if len(names) > MANY_INPUTS:
            each = [None]
        made: list[Check] = []
        for number in each:
            name = "all inputs" if number is None else names[number]
            directions = [self.problem.direction(self.random, number) for _ in range(DIRECTIONS)]
            slopes = [self.slope(direction) for direction in directions]
            pairs = list(zip(directions, slopes, strict=True))
            made += [self._check("reverse", name, dot(gradients, d), s) for d, s in pairs]
            made += self._forward(name, pairs[:2]) if forward else []
        return made

    def within_structure(self, number: int, gradients: Sequence[Any | None]) -> bool:
        """Tell whether a symmetric or triangular input is right for inputs that stay so."""
        array = self.problem.bound.arrays[number]
        for _ in range(DIRECTIONS):
            directions = self.problem.direction(self.random, number)
            kept = structured(directions[number], array)
            if kept is None:
                return False
            directions[number] = kept
            if judge(dot(gradients, directions), self.slope(directions)) != "right":
                return False
        return True

    def is_staircase(self, number: int | None) -> bool:
        """Tell whether the function is flat almost everywhere and yet moves: rounded inside."""
        curve = self.problem.curve(self.problem.direction(self.random, number))
        points = np.linspace(-3.0, 3.0, 25)
        flat = [curve(t) == curve(t + 1e-6) for t in points]
        return sum(flat) >= 22 and len({curve(t) for t in points}) >= 5

    def _forward(self, name: str, pairs: Sequence[tuple[Any, Slope]]) -> list[Check]:
        try:
            return [self._check("forward", name, self.problem.tangent(d), s) for d, s in pairs]
        except NoDerivativeError:
            return []

    def _check(self, way: str, name: str, claimed: float, measured: Slope) -> Check:
        answer = judge(claimed, measured, loose=self.loose)
        return Check(way, name, claimed, measured.value, measured.error, measured.step, answer)

    def second_order(self) -> list[Check]:
        """Check the derivative of the gradient along one direction, by differences of gradients."""
        made: list[Check] = []
        for _ in range(DIRECTIONS):
            inner = self.problem.direction(self.random)
            outer = self.problem.direction(self.random)
            claimed = dot(self.problem.second(inner), outer)

            def curve(t: float, inner: Any = inner, outer: Any = outer) -> float:
                return dot(self.problem.gradients(self.problem.moved(outer, t)), inner)

            measured = slope(curve, noise=4 * self.noise, first_step=self.first_step)
            made.append(self._check("second order", "all inputs", claimed, measured))
        return made

    # -- the worst entry --------------------------------------------------------------------

    def worst_entry(self, number: int, gradients: Sequence[Any | None]) -> Entry | None:
        """Find the entry of an input where claim and measurement are furthest apart."""
        array = self.problem.bound.arrays[number]
        candidates = np.arange(array.size)
        while len(candidates) > ALL_ENTRIES:
            half = len(candidates) // 2
            parts = [candidates[:half], candidates[half:]]
            candidates = max(parts, key=lambda part: self._apart(number, part, gradients))
        found: list[tuple[float, Entry]] = []
        for flat in candidates:
            index = tuple(int(i) for i in np.unravel_index(int(flat), array.shape))
            directions = [np.zeros_like(a) for a in self.problem.bound.arrays]
            directions[number][index] = max(abs(float(array[index])), 0.1)
            size = float(directions[number][index])
            measured = self.slope(directions)
            claimed = dot(gradients, directions)
            entry = Entry(
                self.problem.bound.names[number], index, claimed / size,
                measured.value / size, measured.error / size,
            )  # fmt: skip
            apart = abs(claimed - measured.value)
            found.append((apart if np.isfinite(apart) else np.inf, entry))
        return max(found, key=lambda pair: pair[0])[1] if found else None

    def _apart(self, number: int, part: Any, gradients: Sequence[Any | None]) -> float:
        directions = self.problem.direction(self.random, number)
        mask = np.zeros(directions[number].size, bool)
        mask[part] = True
        directions[number] = np.where(mask.reshape(directions[number].shape), directions[number], 0)
        apart = abs(dot(gradients, directions) - self.slope(directions).value)
        return float(apart) if np.isfinite(apart) else float("inf")


def overall(checks: Sequence[Check]) -> Answer:
    """Return the worst answer; one «wrong» among the directions of an input is not believed."""
    groups: dict[tuple[str, str], list[Answer]] = {}
    for check in checks:
        groups.setdefault((check.way, check.input), []).append(check.answer)
    answers = [_of_group(group) for group in groups.values()]
    return min(answers, key=ORDER.index) if answers else "cannot tell"


def _of_group(answers: Sequence[Answer]) -> Answer:
    counted = [answer for answer in answers if answer == "wrong"]
    if len(counted) == 1 and len(answers) > 1:
        others = [answer for answer in answers if answer != "wrong"]
        worst = min(others, key=ORDER.index)
        return "cannot tell" if worst == "right" else worst
    return min(answers, key=ORDER.index)
