"""Every op of torch's own database, plain and watched: same results, same errors, no false word.

    python -m tests.runtime.op_database [--repair]

runs all samples of all ops and of their in-place twins and prints the count. The database is
private to torch; who asks for it where it is missing gets an ImportError.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import islice
from typing import Any

import torch
from torch.utils import _pytree as pytree

import gradsan

SMALL = 3000  # entries of an input; larger samples only take longer
AGAIN = 50  # plain runs of a call that gave other numbers, to see whether plain torch agrees


@dataclass(frozen=True)
class Call:
    """One sample of one op, or of its in-place twin."""

    name: str
    function: Callable[..., Any]
    inputs: tuple[Any, ...]
    options: dict[str, Any]
    is_in_place: bool


@dataclass
class Outcome:
    """What a call gave: numbers, or the words of its error."""

    numbers: list[Any]
    error: str = ""


def operators() -> list[Any]:
    from torch.testing._internal.common_methods_invocations import op_db

    # What `empty` gives is whatever the memory held before.
    return [op for op in op_db if torch.float64 in op.dtypes and "empty" not in op.name]


def calls(op: Any, limit: int | None = None) -> Iterator[Call]:
    """Yield the samples of an op, twice where it has an in-place twin."""
    name = f"{op.name}.{op.variant_test_name}".rstrip(".")
    torch.manual_seed(0)
    samples = op.sample_inputs("cpu", torch.float64, requires_grad=op.supports_autograd)
    for sample in islice(samples, limit):
        inputs = (sample.input, *sample.args)
        sizes = [t.numel() for t in pytree.tree_leaves(inputs) if isinstance(t, torch.Tensor)]
        if max(sizes, default=0) > SMALL:
            continue
        if sample.kwargs.get("driver") == "gelsy":  # its pivots are whatever the memory held
            continue
        yield Call(name, op.op, inputs, sample.kwargs, False)
        if op.inplace_variant is not None and isinstance(sample.input, torch.Tensor):
            yield Call(f"{name}_", op.inplace_variant, inputs, sample.kwargs, True)


def run(call: Call) -> Outcome:
    """Make a call on copies of its inputs, and go back through what it gives."""
    torch.manual_seed(1)
    leaves: list[Any] = []

    def fresh(value: Any) -> Any:
        if not isinstance(value, torch.Tensor) or value.layout != torch.strided:
            return value
        copy = value.detach().clone().requires_grad_(value.requires_grad)
        if copy.requires_grad:
            leaves.append(copy)
        return copy

    inputs = pytree.tree_map(fresh, call.inputs)
    options = pytree.tree_map(fresh, call.options)
    numbers: list[Any] = []
    try:
        if call.is_in_place:
            inputs = (inputs[0] * 1.0, *inputs[1:])
        result = call.function(*inputs, **options)
        given = [t for t in pytree.tree_leaves(result) if isinstance(t, torch.Tensor)]
        numbers += [t.detach().clone() for t in given if t.layout == torch.strided]
        roots = [t for t in given if t.requires_grad and t.layout == torch.strided]
        if roots:
            torch.autograd.backward(roots, [torch.ones_like(t) for t in roots])
    except Exception as error:  # noqa: BLE001 (whatever an op says, it must say it again)
        return Outcome(numbers, f"{type(error).__name__}: {error}".splitlines()[0])
    return Outcome([*numbers, *(leaf.grad for leaf in leaves), torch.get_rng_state()])


def compare(call: Call, session: Any) -> str:
    """Run a call both ways; say in what it differs, or what was wrongly told."""
    plain = run(call)
    with session:
        watched = run(call)
    if plain.error != watched.error:
        is_cured = session.repairs and not watched.error
        return "" if is_cured else f"other error: {plain.error!r}, watched {watched.error!r}"
    if not _agree(plain, watched):
        if all(_agree(plain, run(call)) for _ in range(AGAIN)):
            return "other numbers"
        return ""
    for finding in session.report.findings:
        is_true = bool(plain.error) or (finding.outcome == "nonfinite" and _is_nonfinite(plain))
        if not is_true:
            return f"told {finding.code}: {finding.message}"
    return f"noted {session.report.notes[0]}" if session.report.notes and not plain.error else ""


def _is_nonfinite(outcome: Outcome) -> bool:
    floats = [t for t in outcome.numbers if t is not None and t.is_floating_point()]
    return any(not bool(torch.isfinite(t).all()) for t in floats)


def _agree(one: Outcome, other: Outcome) -> bool:
    return len(one.numbers) == len(other.numbers) and all(map(_same, one.numbers, other.numbers))


def _same(one: Any, other: Any) -> bool:
    if one is None or other is None:
        return one is other
    if one.shape != other.shape or one.dtype != other.dtype:
        return False
    pair = [torch.empty(t.numel(), dtype=t.dtype).copy_(t.reshape(-1)) for t in (one, other)]
    return bool(torch.equal(*(t.view(torch.uint8) for t in pair)))


def faults(
    op: Any, session: Callable[[], AbstractContextManager[Any]], limit: int | None = None
) -> tuple[int, list[str]]:
    """Return how many calls of an op were compared, and what was wrong with some."""
    count, told = 0, []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for call in calls(op, limit):
            count += 1
            if fault := compare(call, session()):
                told.append(f"{call.name}: {fault}")
    return count, told


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--repair", action="store_true", help="under repair, not the guard")
    args = parser.parse_args()
    torch.set_num_threads(1)
    session = gradsan.repair if args.repair else gradsan.guard
    totals: Counter[str] = Counter()
    for op in operators():
        count, told = faults(op, session)
        totals.update(ops=1, calls=count, faults=len(told))
        for text in dict.fromkeys(told):
            sys.stdout.write(f"{text}\n")
    sys.stdout.write(f"{dict(totals)}\n")
    sys.exit(bool(totals["faults"]))


if __name__ == "__main__":
    main()
