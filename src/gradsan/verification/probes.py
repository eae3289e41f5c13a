"""Ask beside the question: would the gradient still be right with repeated indices?

Only notes come of it. The inputs that were given decide about the answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from gradsan.backends.choice import PLAIN, framework_of
from gradsan.backends.nests import leaves, with_leaves
from gradsan.verification.judging import Judge, overall
from gradsan.verification.problem import Problem


def probed(problem: Problem, fn: Any, args: Sequence[Any]) -> list[str]:
    """Return notes about indices: past the end here, or wrong if they repeat."""
    notes = problem.derivatives.remarks(fn, args)
    for name, changed in _with_repeats(args):
        try:
            with problem.derivatives.settled(problem.seed, precise=problem.precise):
                bound = problem.derivatives.bind(fn, changed, precise=problem.precise)
            other = Problem(problem.derivatives, bound, problem.seed, problem.precise)
            answer = overall(Judge(other).first_order(other.gradients()))
        except Exception:  # noqa: BLE001 (it need not take other integers)
            continue
        if answer == "wrong":
            notes.append(f"with repeated indices in {name} the gradient would be wrong")
    return notes


def _with_repeats(args: Sequence[Any]) -> Iterator[tuple[str, list[Any]]]:
    """Yield the arguments with the first entry of an integer tensor repeated."""
    found = list(leaves(list(args)))
    for number, (path, value) in enumerate(found):
        array = _integers(value)
        if array is None or array.size < 2:
            continue
        repeated = array.copy()
        repeated.reshape(-1)[1] = repeated.reshape(-1)[0]
        if np.array_equal(repeated, array):
            continue
        new = [item for _, item in found]
        new[number] = _like(value, repeated)
        yield f"argument {path[1:-1]}", with_leaves(list(args), new)


def _integers(value: Any) -> Any | None:
    if framework_of(value) == PLAIN and not isinstance(value, np.ndarray):
        return None
    if "int" not in str(getattr(value, "dtype", "")):
        return None
    return value.cpu().numpy() if hasattr(value, "cpu") else np.array(value)


def _like(value: Any, array: Any) -> Any:
    if hasattr(value, "new_tensor"):
        return value.new_tensor(array)
    if framework_of(value) == "tensorflow":
        import sys

        return sys.modules["tensorflow"].constant(array)
    return array
