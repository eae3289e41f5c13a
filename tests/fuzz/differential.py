"""Hold torch, the guard and repair against the out-of-place twin of random programs.

usage: python -m tests.fuzz.differential [--count N] [--seed N] [--stop N]

For every program: the repaired gradient is the twin's, or repair raised (refused, counted);
the guard reports whenever torch raises or its gradient is not the twin's, and reports
nothing when torch is right, unless a value that backward reads really changed; under the guard
gradients and errors are those of plain torch. A program that breaks one of these is shrunk and
printed.
"""

from __future__ import annotations

import argparse
import gc
import re
import sys
import time
from collections import Counter
from collections.abc import Iterable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any

import torch
from torch import Tensor

import gradsan
from tests.fuzz import eager
from tests.fuzz.eager import Outcome
from tests.fuzz.generate import make_program
from tests.fuzz.shrink import shrink
from tests.fuzz.steps import InvalidError, Program, render
from tests.fuzz.twin import Twin

PROGRESS = 5000  # programs between two lines that say how it goes
FAULTS = ("repair wrong", "repair broke", "guard missed", "guard false", "guard changed")


class SavedChanges(torch.autograd.graph.saved_tensors_hooks):  # type: ignore[misc]
    """Tell whether a value that backward reads is still what it was when it was saved."""

    def __init__(self) -> None:
        self.changed = False

        def unpack(pair: tuple[Tensor, Tensor]) -> Tensor:
            value, before = pair
            self.changed |= not torch.equal(value, before)
            return value

        # The tensor itself: `x.data = other` gives it other memory.
        super().__init__(lambda tensor: (tensor, tensor.detach().clone()), unpack)


def is_right(outcome: Outcome, twin: Twin) -> bool:
    """Tell whether the gradients of every leaf are the twin's."""
    for slot, shown in twin.shown.items():
        want, got = twin.gradients.get(slot), outcome.gradients.get(slot)
        if want is None or got is None:
            one = got if want is None else want
            if one is not None and one.abs().max() > 1e-12:
                return False
        elif not torch.allclose(got, want.reshape(-1)[shown], rtol=1e-8, atol=1e-10):
            return False
    return True


def is_same(one: Outcome, other: Outcome) -> bool:
    """Tell whether two runs came to the same, bit for bit or in the same words."""
    if _words(one.error) != _words(other.error) or one.gradients.keys() != other.gradients.keys():
        return False
    return all(torch.equal(found, other.gradients[slot]) for slot, found in one.gradients.items())


def _words(error: BaseException | None) -> str:
    """Return what an error says; of a view torch names the node only while that lives."""
    return re.sub(r", which is output \d+ of [\w:]+,", "", str(error))


def judge(program: Program, *, with_guard: bool = True) -> list[str]:
    """Return what is to be said of a program: verdicts, faults among them."""
    twin = Twin()
    twin.run(program)
    plain = eager.run(program)
    plain_right = plain.error is None and is_right(plain, twin)
    said = ["plain right" if plain_right else "plain raises" if plain.error else "plain wrong"]
    said.append(_judge_repair(program, twin, plain))
    if with_guard:
        said += _judge_guard(program, plain, plain_right=plain_right)
    return said


def _judge_repair(program: Program, twin: Twin, plain: Outcome) -> str:
    outcome = eager.run(program, _repairing())
    if outcome.error is None:
        return "repair right" if is_right(outcome, twin) else "repair wrong"
    if isinstance(outcome.error, RuntimeError):
        return "repair refused" if plain.error or not is_right(plain, twin) else "repair broke"
    return "repair broke"


def _itself(tensor: Tensor) -> Tensor:
    return tensor


def _judge_guard(program: Program, plain: Outcome, *, plain_right: bool) -> Iterable[str]:
    session = gradsan.guard()
    watched = eager.run(program, session)
    if not is_same(plain, watched):
        # Under any hook torch hands an alias to the graph of a gradient, not the tensor itself.
        hooks = torch.autograd.graph.saved_tensors_hooks(_itself, _itself)
        is_torch = is_same(eager.run(program, hooks), watched)
        return ("torch differs under hooks",) if is_torch else ("guard changed",)
    reported = bool(session.report.findings)
    if not plain_right:
        # An op that torch has no derivative of (`_foreach_copy_`) is no fault of a write.
        is_told = reported or "is not implemented" in str(plain.error)
        return () if is_told else ("guard missed",)
    if not reported:
        return ()
    # A write that left the numbers as they were (a second neg_, relu_ of what is positive) is no
    # hazard; of tensors as small as these the guard knows it.
    changes = SavedChanges()
    eager.run(program, changes)
    return () if changes.changed else ("guard false",)


def _repairing() -> AbstractContextManager[Any]:
    return gradsan.repair()


def has_fault(fault: str, program: Program) -> bool:
    """Tell whether a program, which may have no meaning, has this fault."""
    try:
        return fault in judge(program, with_guard="guard" in fault)
    except InvalidError:
        return False


def run_many(seeds: Iterable[int], *, with_guard: bool, stop: int) -> Counter[str]:
    """Judge the programs of many seeds; print the shrunk ones that are at fault."""
    gc.collect()
    gc.freeze()  # repair looks for live views among the objects that gc lists
    tally: Counter[str] = Counter()
    for seed in seeds:
        program = make_program(seed)
        try:
            said = judge(program, with_guard=with_guard)
        except InvalidError:
            tally["skipped"] += 1
            continue
        tally.update(said)
        tally["programs"] += 1
        for fault in set(said) & set(FAULTS):
            small = shrink(program, partial(has_fault, fault))
            print(f"-- {fault}, seed {seed}\n{render(small)}\n", flush=True)  # noqa: T201
        if tally["programs"] % PROGRESS == 0:
            print(told(tally), flush=True)  # noqa: T201
        if sum(tally[fault] for fault in FAULTS) >= stop:
            break
    return tally


def told(tally: Counter[str]) -> str:
    """Say how many programs came to what."""
    return ", ".join(f"{name} {count}" for name, count in sorted(tally.items()))


def main() -> int:
    """Run from the command line; status 1 if a program is at fault."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--stop", type=int, default=20, help="end after this many faults")
    parser.add_argument("--no-guard", action="store_true")
    args = parser.parse_args()
    torch.set_num_threads(1)
    began = time.monotonic()
    seeds = range(args.seed, args.seed + args.count)
    tally = run_many(seeds, with_guard=not args.no_guard, stop=args.stop)
    print(f"{told(tally)}; {time.monotonic() - began:.0f} s")  # noqa: T201
    return int(any(tally[fault] for fault in FAULTS))


if __name__ == "__main__":
    sys.exit(main())
