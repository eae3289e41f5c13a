"""One of the two variants: run it, differentiate it, take it apart, keep what it says.

Nothing is raised: a variant that fails is a result, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gradsan.backends.choice import part
from gradsan.model.anatomy import Anatomy
from gradsan.model.finding import Finding
from gradsan.runtime.session import guard
from gradsan.verification.problem import Problem


@dataclass(slots=True)
class Side:
    """What became of one variant."""

    name: str
    framework: str
    error: str = ""  # why it has no gradient: «raises in backward: …»
    precision: str = "float64"
    inputs: tuple[str, ...] = ()
    outputs: list[Any] = field(default_factory=list)
    gradients: list[Any | None] = field(default_factory=list)
    second: list[Any | None] | None = None
    second_error: str = ""
    anatomy: Anatomy | None = None
    findings: tuple[Finding, ...] = ()
    forward: list[float] = field(default_factory=list)  # seconds, one for each round
    full: list[float] = field(default_factory=list)  # with backward
    problem: Problem | None = None  # in the precision that gradients are compared in
    runs: tuple[Callable[[], Any], ...] = ()


def look_at(fn: Any, name: str, framework: str, args: Sequence[Any], seed: int) -> Side:
    """Run a variant once in float64 for its numbers and once as given for its anatomy."""
    side = Side(name, framework)
    problem = _problem(side, fn, args, seed)
    if problem is None:
        return side
    side.problem, side.inputs = problem, problem.bound.names
    side.outputs = problem.outputs(problem.bound.arrays)
    with guard() as session:
        try:
            side.gradients = problem.gradients()
        except Exception as error:  # noqa: BLE001 (the variant's own; told)
            side.error = f"raises in backward: {one_line(error)}"
    side.findings = session.report.findings
    if not side.error:
        _take_apart(side, fn, args, seed)
    return side


def _problem(side: Side, fn: Any, args: Sequence[Any], seed: int) -> Problem | None:
    derivatives = part(side.framework, "derivatives").DERIVATIVES
    for precise in (True, False):
        try:
            with derivatives.settled(seed, precise=precise):
                bound = derivatives.bind(fn, args, precise=precise)
            if not bound.arrays:
                side.error = "has no floating-point input"
                return None
            side.precision = "float64" if precise else "float32"
            problem = Problem(derivatives, bound, seed, precise)
            side.error = ""
            return problem
        except Exception as error:  # noqa: BLE001 (the variant's own; told)
            side.error = side.error or f"raises in forward: {one_line(error)}"
    return None


def _take_apart(side: Side, fn: Any, args: Sequence[Any], seed: int) -> None:
    """Look at graph, memory and runs in the precision that was given."""
    derivatives = part(side.framework, "derivatives").DERIVATIVES
    anatomy = part(side.framework, "anatomy")
    try:
        bound = derivatives.bind(fn, args, precise=False)
        given = Problem(derivatives, bound, seed, False)
        with derivatives.settled(seed, precise=False):
            side.anatomy = anatomy.anatomy(bound, bound.arrays, given.weights)
            side.runs = anatomy.runs(bound, bound.arrays, given.weights)
    except Exception as error:  # noqa: BLE001 (a picture less, not a failure)
        side.second_error = f"its graph could not be read: {one_line(error)}"


def shared_inputs(left: Side, right: Side) -> list[tuple[str, int, int]]:
    """Return the inputs that both have, by name and shape, with their numbers on either side."""
    if left.problem is None or right.problem is None:
        return []
    yours = {name: number for number, name in enumerate(right.inputs)}
    pairs = [(name, mine, yours[name]) for mine, name in enumerate(left.inputs) if name in yours]
    a, b = left.problem.bound.arrays, right.problem.bound.arrays
    return [pair for pair in pairs if a[pair[1]].shape == b[pair[2]].shape]


def take_second(side: Side, directions: Sequence[Any]) -> None:
    """Differentiate once more along the directions."""
    if side.problem is None or side.error:
        return
    try:
        side.second = side.problem.second(directions)
    except Exception as error:  # noqa: BLE001 (told)
        side.second_error = one_line(error)


def one_line(error: BaseException) -> str:
    """Return an error as one line, without torch's advice to switch on anomaly mode."""
    text = str(error).strip().partition(" Hint:")[0]
    return f"{type(error).__name__}: {text.splitlines()[0] if text else ''}"
