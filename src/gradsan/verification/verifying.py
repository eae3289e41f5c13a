"""`gradsan.verify`: is the gradient of this function right, here?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from gradsan.backends.choice import PLAIN, part
from gradsan.backends.deriving import Derivatives, NoDerivativeError
from gradsan.backends.functions import framework_of_call
from gradsan.runtime.session import guard
from gradsan.verification.blaming import blamed
from gradsan.verification.judging import Judge, overall
from gradsan.verification.probes import probed
from gradsan.verification.problem import Problem
from gradsan.verification.verdict import Answer, Blame, Check, Verification

JITTER = 1e-2
STEADY = 1e3  # roundings by which two runs may differ: a GPU adds in any order


def verify(
    fn: Any,
    *args: Any,
    second_order: bool = False,
    seed: int = 0,
    framework: str | None = None,
    fresh: Any = None,
) -> Verification:
    """Compare the gradient of a function with central differences along random directions.

    Every floating-point or complex tensor among the arguments, also in lists, dicts and pytrees,
    is an input, and so are the weights that the function holds: parameters of a module, a Keras
    layer or a closure that need a gradient. What is not an input is said in the notes. All runs
    in float64, on copies, if the function lets it. Forward mode is checked where there is one,
    second derivatives on request. `fresh` is another copy of the function that has not been
    called: if the two differ, the function remembers something.

    >>> import pytest; torch = pytest.importorskip("torch")
    >>> x = torch.tensor([0.5, 1.0, 2.0])
    >>> verify(torch.sin, x).answer
    'right'
    >>> verify(lambda x: x * x.detach(), x).answer
    'wrong'
    """
    name = framework or framework_of_call(fn, args)
    if name == PLAIN:
        raise TypeError(
            "no tensor among the arguments; say framework='torch', 'jax' or 'tensorflow'"
        )
    derivatives: Derivatives = part(name, "derivatives").DERIVATIVES
    problem, note = _problem(derivatives, fn, args, seed)
    if problem is None:
        return Verification("cannot tell", note, name, "float64")
    notes = [*problem.bound.remarks, *([note] if note else [])]
    return _Run(problem, fn, args, notes).verify(second_order, fresh)


def _problem(
    derivatives: Derivatives, fn: Any, args: Sequence[Any], seed: int
) -> tuple[Problem | None, str]:
    """Bind in float64; if the function takes no float64, in float32."""
    failure = ""
    for precise in (True, False):
        try:
            with derivatives.settled(seed, precise=precise):
                bound = derivatives.bind(fn, args, precise=precise)
            if not bound.arrays:
                return None, "no floating-point tensor among the arguments"
            problem = Problem(derivatives, bound, seed, precise)
        except Exception as error:  # noqa: BLE001 (the function's own; told)
            failure = failure or _one_line(error)
            continue
        if not problem.weights:
            return None, "no floating-point output"
        return problem, "" if precise else f"it does not take float64 ({failure})"
    return None, f"the function raises: {failure}"


class _Run:
    """One verification under way."""

    def __init__(self, problem: Problem, fn: Any, args: Sequence[Any], notes: list[str]) -> None:
        self.problem, self.fn, self.args, self.notes = problem, fn, args, notes
        self.judge = Judge(problem)

    def verify(self, second_order: bool, fresh: Any) -> Verification:
        problem = self.problem
        if (trouble := self._unsteady()) is not None:
            return trouble
        try:
            with guard() as session:
                gradients = problem.gradients()
        except Exception as error:  # noqa: BLE001 (the gradient itself failed; told)
            self._blame_writes()
            reason = f"the gradient raises: {_one_line(error)}"
            return self._told("wrong", reason, findings=session.report.findings)
        checks = self.judge.first_order(gradients)
        if second_order:
            checks += self._second_order()
        answer = overall(checks)
        if answer == "wrong" and (excuse := self._excuse(checks, gradients)) is not None:
            answer, note = excuse
            self.notes.append(note)
        if answer == "right" and (remembered := self._remembers(fresh)):
            return self._told("wrong", remembered, checks)
        if answer == "wrong":
            return self._wrong(checks, gradients, session.report.findings)
        if answer == "not smooth here":
            return self._at_a_kink(checks)
        if answer == "right":
            self.notes += probed(problem, self.fn, self.args)
        return self._told(answer, _reason(answer, checks), checks)

    def _told(
        self, answer: Answer, reason: str, checks: Sequence[Check] = (), **more: Any
    ) -> Verification:
        width = "float64" if self.problem.precise else "float32"
        name, notes = self.problem.derivatives.NAME, tuple(self.notes)
        return Verification(answer, reason, name, width, tuple(checks), notes=notes, **more)

    def _unsteady(self) -> Verification | None:
        """Return an answer if the function has no value here, or not always the same."""
        arrays = self.problem.bound.arrays
        first, again = self.problem.outputs(arrays), self.problem.outputs(arrays)
        if not all(np.isfinite(out).all() for out in first):
            return self._told("cannot tell", "the function is not finite here")
        apart = max(map(_apart, first, again), default=0.0)
        if apart > STEADY * self.judge.noise:
            reason = "the function gives another value each time it is called"
            return self._told("cannot tell", reason)
        self.judge.noise = max(self.judge.noise, apart)
        return None

    def _excuse(self, checks: list[Check], gradients: Any) -> tuple[Answer, str] | None:
        """Say why numbers that do not agree are no proof, if it is so."""
        names = self.problem.bound.names
        bad = {c.input for c in checks if c.answer == "wrong"}
        numbers = [names.index(name) if name in names else None for name in bad]
        if any(c.answer == "wrong" and c.way == "second order" for c in checks):
            return None
        if all(self.judge.is_staircase(number) for number in numbers):
            return "cannot tell", "it is a staircase: rounded inside, to integers or low precision"
        if all(n is not None and self.judge.within_structure(n, gradients) for n in numbers):
            shown = ", ".join(sorted(bad))
            return (
                "right",
                f"{shown}: along symmetric or triangular directions only, as the input is",
            )
        return None

    def _second_order(self) -> list[Check]:
        try:
            return self.judge.second_order()
        except NoDerivativeError as error:
            self.notes.append(f"no second derivative: {error}")
            return []

    def _remembers(self, fresh: Any) -> str:
        """Say so if the function answers otherwise than a copy that has no memory."""
        derivatives = self.problem.derivatives
        moved = self.problem.moved(self.problem.direction(self.judge.random), 1e-3)
        for twin, who in (
            (derivatives.eager_twin(self.fn), "the function it was compiled from"),
            (fresh, "a copy of it that was never called before"),
        ):
            if twin is None:
                continue
            precise = self.problem.precise and not self.problem.bound.is_eager
            mine, theirs = (self._outputs_of(fn, moved, precise) for fn in (self.fn, twin))
            near = 1e-6 if precise else 1e-4
            pairs = zip(mine, theirs, strict=True)
            if not all(np.allclose(a, b, rtol=near, atol=near * 1e-6) for a, b in pairs):
                return (
                    f"it does not give the values of {who}: it has kept something from an "
                    "earlier call, and its gradient is that of the old values"
                )
        return ""

    def _outputs_of(self, fn: Any, arrays: Sequence[Any], precise: bool) -> list[Any]:
        """Run another copy of the function on the same inputs."""
        derivatives = self.problem.derivatives
        with derivatives.settled(self.problem.seed, precise=precise):
            bound = derivatives.bind(fn, self.args, precise=precise)
            pairs = zip(arrays, bound.arrays, strict=True)
            return derivatives.outputs(bound, [np.asarray(a, b.dtype) for a, b in pairs])

    def _wrong(self, checks: list[Check], gradients: Any, findings: Any) -> Verification:
        names = self.problem.bound.names
        bad = next((c for c in checks if c.answer == "wrong"), checks[0])
        number = names.index(bad.input) if bad.input in names else None
        entry = None
        if bad.way == "reverse" and number is not None:
            entry = self.judge.worst_entry(number, gradients)
        if number is not None and gradients[number] is None:
            self.notes.append(f"{bad.input} gets no gradient at all: the graph is cut")
        cuts: list[Blame] = []
        if bad.way == "reverse":
            cuts = blamed(self.problem, self.judge, gradients, number)
        if cuts and all(cut.is_draw for cut in cuts):
            self.notes.append("reparameterised, it would have a derivative (rsample)")
            reason = "random numbers depend on an input, and a draw has no derivative"
            return self._told("cannot tell", reason, checks, cuts=tuple(cuts))
        if not cuts:
            self._blame_writes()
        return self._told(
            "wrong", _reason("wrong", checks), checks, entry=entry, findings=findings,
            cuts=tuple(cuts), rules=tuple(self.problem.custom_rules()),
        )  # fmt: skip

    def _blame_writes(self) -> None:
        """Note it if the gradient is right as soon as nothing is written in place."""
        try:
            gradients = self.problem.gradients_out_of_place()
        except Exception:  # noqa: BLE001 (not every function can be run that way)
            return
        if overall(self.judge.first_order(gradients, forward=False)) == "right":
            self.notes.append("run out of place, its gradient is right: a write is to blame")

    def _at_a_kink(self, checks: list[Check]) -> Verification:
        """Look beside the kink: the gradient must be right there."""
        beside = replace_arrays(self.problem, self.judge.random)
        judge = Judge(beside)
        try:
            answer = overall(judge.first_order(beside.gradients()))
        except Exception as error:  # noqa: BLE001 (the function's own; told)
            self.notes.append(f"beside it the function raises: {_one_line(error)}")
            answer = "cannot tell"
        if answer == "wrong" and judge.is_staircase(None):
            self.notes.append("it is a staircase: rounded inside, to integers or low precision")
        elif answer == "wrong":
            reason = "it is not smooth here, and beside it the gradient is wrong"
            return self._told("wrong", reason, checks)
        if answer == "right":
            self.notes.append(f"beside it (inputs moved by {JITTER:g} of their size) it is right")
        reason = _reason("not smooth here", checks)
        return self._told("not smooth here", reason, checks)


def replace_arrays(problem: Problem, random: np.random.Generator) -> Problem:
    """Return the same problem with its inputs moved a little."""
    moved = problem.moved(problem.direction(random), JITTER)
    bound = replace(problem.bound, arrays=tuple(moved))
    return Problem(problem.derivatives, bound, problem.seed, problem.precise)


def _reason(answer: Answer, checks: Sequence[Check]) -> str:
    alike = [c for c in checks if c.answer == answer]
    shown = max(alike, key=lambda c: abs(c.claimed - c.measured), default=None)
    if answer == "right" or shown is None:
        worst = max((_relative(c) for c in checks), default=0.0)
        return f"{len(checks)} directions agree, the worst to {worst:.0e}"
    if answer == "wrong":
        return (
            f"{shown.way} mode claims {shown.claimed:.6g} for {shown.input}, "
            f"measured {shown.measured:.6g} +- {shown.error:.0e} along a random direction"
        )
    if answer == "not smooth here":
        return f"the one-sided derivatives along {shown.input} do not meet"
    return f"the measurement along {shown.input} is too uncertain (+- {shown.error:.0e})"


def _apart(first: Any, again: Any) -> float:
    """Return how far two runs of the same are apart, in parts of the largest entry."""
    largest = float(np.max(np.abs(first), initial=0.0))
    apart = float(np.max(np.abs(first - again), initial=0.0))
    return apart / largest if largest else apart


def _relative(check: Check) -> float:
    scale = max(abs(check.claimed), abs(check.measured))
    return abs(check.claimed - check.measured) / scale if scale else 0.0


def _one_line(error: BaseException) -> str:
    text = str(error).strip().partition(" Hint:")[0]
    return f"{type(error).__name__}: {text.splitlines()[0] if text else ''}"
