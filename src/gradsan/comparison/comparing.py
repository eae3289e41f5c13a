"""`gradsan.compare`: two variants of a function, their backward passes side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gradsan.backends.choice import FRAMEWORKS, PLAIN, framework_of, part
from gradsan.backends.functions import framework_of_function
from gradsan.backends.nests import leaves, rebuilt
from gradsan.comparison.measuring import differences, time_in_turn, tolerance
from gradsan.comparison.result import Comparison, Difference, Sameness
from gradsan.comparison.side import Side, look_at, shared_inputs, take_second
from gradsan.comparison.table import figures, rows
from gradsan.comparison.verdict import verdict
from gradsan.verification.problem import Problem

JITTER = 1e-2


def compare(
    f: Any,
    g: Any,
    *args: Any,
    names: tuple[str, str] | None = None,
    frameworks: tuple[str | None, str | None] = (None, None),
    seed: int = 0,
    timing: bool = True,
) -> Comparison:
    """Compare the backward passes of two functions of the same arguments.

    Outputs, gradients, second derivatives, graph, what is kept for backward, peak memory,
    time and the guard's findings. The two may be written for different frameworks; each gets
    the arguments as its own tensors. Print the result, or show it in a notebook.

    >>> import pytest; torch = pytest.importorskip("torch")
    >>> x = torch.tensor([0.5, 1.0, 2.0])
    >>> compare(torch.sin, lambda x: (x * 1).sin_(), x, timing=False).gradients
    'same'
    """
    chosen = _frameworks(f, g, args, frameworks)
    shown = names or _names(f, g)
    sides = [
        look_at(fn, name, framework, _for(framework, args), seed)
        for fn, name, framework in zip((f, g), shown, chosen, strict=True)
    ]
    return _Comparing(sides[0], sides[1], seed).compare(timing)


class _Comparing:
    """Two sides that were looked at."""

    def __init__(self, left: Side, right: Side, seed: int) -> None:
        self.left, self.right = left, right
        self.seed = seed
        self.allowed = tolerance(left, right)
        self.shared = shared_inputs(left, right)

    def compare(self, timing: bool) -> Comparison:
        left, right = self.left, self.right
        outputs, first, second = self._outputs(), self._gradients(), self._second()
        kind = self._kind(first)
        if kind == "different" and self._agree_beside():
            kind = "same beside ties"
        if timing and not left.error and not right.error:
            time_in_turn((left, right))
        out_kind, second_kind = self._kind(outputs), self._kind(second)
        return Comparison(
            verdict(left, right, (out_kind, kind, second_kind), first),
            out_kind, kind, second_kind, (left.name, right.name),
            (left.framework, right.framework),
            tuple(rows(left, right, outputs, first, second, self.allowed)),
            tuple(first or ()), (left.error, right.error), (figures(left), figures(right)),
        )  # fmt: skip

    def _kind(self, found: list[Difference] | None) -> Sameness:
        if found is None:
            return "unknown"
        return "same" if all(one.relative <= self.allowed for one in found) else "different"

    def _outputs(self) -> list[Difference] | None:
        if not self.left.outputs or not self.right.outputs:
            return None
        if len(self.left.outputs) != len(self.right.outputs):
            return [Difference("outputs", float("inf"), float("inf"))]
        names = [f"output {n}" for n in range(len(self.left.outputs))]
        return differences(names, self.left.outputs, self.right.outputs)

    def _gradients(self) -> list[Difference] | None:
        if self.left.error or self.right.error or not self.shared:
            return None
        return self._apart(self.left.gradients, self.right.gradients)

    def _apart(self, left: Sequence[Any], right: Sequence[Any]) -> list[Difference]:
        names = [name for name, _, _ in self.shared]
        mine, yours = [left[n] for _, n, _ in self.shared], [right[n] for _, _, n in self.shared]
        return differences(names, mine, yours)

    def _second(self) -> list[Difference] | None:
        mine, yours = self.left.problem, self.right.problem
        if mine is None or yours is None or not self.shared:
            return None
        take_second(self.left, self._direction(mine, yours)[0])
        take_second(self.right, self._direction(mine, yours)[1])
        if self.left.second is None or self.right.second is None:
            return None
        return self._apart(self.left.second, self.right.second)

    def _direction(self, mine: Problem, yours: Problem) -> tuple[list[Any], list[Any]]:
        """Return the same direction for both; it moves what both have."""
        random = np.random.default_rng(self.seed + 2)
        drawn = mine.direction(random)
        sides = (
            [np.zeros_like(a) for a in mine.bound.arrays],
            [np.zeros_like(a) for a in yours.bound.arrays],
        )
        for _, number, other in self.shared:
            sides[0][number], sides[1][other] = drawn[number], drawn[number]
        return sides

    def _agree_beside(self) -> bool:
        """Tell whether the gradients agree beside this point: frameworks differ at ties."""
        mine, yours = self.left.problem, self.right.problem
        if mine is None or yours is None:
            return False
        for _ in range(3):
            self.seed += 1
            moves = self._direction(mine, yours)
            try:
                found = [
                    _moved(one, one.moved(move, JITTER)).gradients()
                    for one, move in zip((mine, yours), moves, strict=True)
                ]
            except Exception:  # noqa: BLE001 (one of them raises there: no agreement)
                return False
            if self._kind(self._apart(found[0], found[1])) != "same":
                return False
        return True


def _moved(problem: Problem, arrays: Sequence[Any]) -> Problem:
    own = [np.asarray(a, b.dtype) for a, b in zip(arrays, problem.bound.arrays, strict=True)]
    bound = replace(problem.bound, arrays=tuple(own))
    return Problem(problem.derivatives, bound, problem.seed, problem.precise)


def _frameworks(
    f: Any, g: Any, args: Sequence[Any], given: tuple[str | None, str | None]
) -> tuple[str, str]:
    own = framework_of(*(value for _, value in leaves(list(args))))
    found = []
    for fn, named in zip((f, g), given, strict=True):
        used = framework_of_function(fn, look_around=own == PLAIN)
        name = named or (used if used != PLAIN else own)
        if name not in FRAMEWORKS:
            raise TypeError(f"no tensor among the arguments; frameworks= takes two of {FRAMEWORKS}")
        found.append(name)
    return found[0], found[1]


def _for(framework: str, args: Sequence[Any]) -> list[Any]:
    """Return the arguments as tensors of a framework; what is its own stays as it is."""
    make = part(framework, "making").make

    def convert(value: Any) -> Any:
        there = framework_of(value)
        if there == framework or (there == PLAIN and not isinstance(value, np.ndarray)):
            return value
        array = value.detach().cpu().numpy() if hasattr(value, "detach") else np.asarray(value)
        return make(array, str(array.dtype))

    return [rebuilt(value, convert) for value in args]


def _names(f: Any, g: Any) -> tuple[str, str]:
    first, second = (getattr(fn, "__name__", type(fn).__name__) for fn in (f, g))
    return (first, second) if first != second and "<lambda>" not in (first, second) else ("f", "g")
