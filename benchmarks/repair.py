"""Measure what repair costs: ratios against plain eager, allow_mutation_on_saved_tensors beside.

usage: python benchmarks/repair.py [--rounds N] [--only NAME] [--json FILE]

The workloads of benchmarks/guard.py, none of which needs a copy, interleaved, in CPU time of
the thread, medians. `repair` is its first steps, `later` what it costs once a training has found
its pace (its hooks never rest, but a step of an optimizer is looked at less often). Then programs
that do need copies: their peak of tensor memory, under repair and as their out-of-place twins.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import torch
from guard import WORKLOADS, Step, keep_pages
from torch.profiler import ProfilerActivity, profile

import gradsan

SHORT = 0.02  # seconds: what takes longer is no short step
WAYS: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "plain": nullcontext,
    "repair": gradsan.repair,
    "allow_mutation": torch.autograd.graph.allow_mutation_on_saved_tensors,
}


def timed(step: Step, way: str, before: int = 1, count: int = 3) -> float:
    """Time steps after a first one."""
    with WAYS[way]():
        for _ in range(before):
            step()
        began = time.thread_time()
        for _ in range(count):
            step()
        return (time.thread_time() - began) / count


def measure(make: Callable[[], Step], rounds: int) -> dict[str, float]:
    torch.manual_seed(0)
    step = make()
    for way in WAYS:
        timed(step, way)
    times: dict[str, list[float]] = {way: [] for way in WAYS}
    later: dict[str, list[float]] = {"plain": [], "repair": []}
    for _ in range(rounds):
        for way in WAYS:
            times[way].append(timed(step, way))
        before = 12 if statistics.median(times["plain"]) > SHORT else 64
        for way, taken in later.items():
            taken.append(timed(step, way, before, count=16))
    plain = statistics.median(times["plain"])
    others = [way for way in WAYS if way != "plain"]
    ratios = {way: round(statistics.median(times[way]) / plain, 3) for way in others}
    pace = statistics.median(later["repair"]) / statistics.median(later["plain"])
    ratios["later"] = round(pace, 3)
    return {"plain_ms": round(plain * 1e3, 3), **ratios}


def copied(in_place: bool) -> None:
    """Twenty steps of a recurrence over 1 MiB whose every state is overwritten.

    What was copied is kept where it came from, so the twin's own copies are the larger part.
    """
    weight = torch.full((256, 1024), 0.9, requires_grad=True)
    state = torch.ones(256, 1024)
    for _ in range(20):
        new = torch.tanh(state * weight)
        state = state.copy_(new) if in_place else new.clone()
    state.sum().backward()


def scaled(in_place: bool) -> None:
    """The same with an op that keeps what it overwrites for its own backward."""
    weight = torch.full((256, 1024), 0.9, requires_grad=True)
    state = torch.ones(256, 1024)
    for _ in range(20):
        new = torch.tanh(state * weight)
        state = state.mul_(new) if in_place else state.mul(new)
    state.sum().backward()


def peak(run: Callable[[], None]) -> int:
    """Return the highest sum of tensor memory while something runs, in bytes."""
    with profile(activities=[ProfilerActivity.CPU], profile_memory=True) as seen:
        run()
    total = highest = 0
    for event in seen.profiler.kineto_results.events():
        if event.name() == "[memory]":
            total += event.nbytes()
            highest = max(highest, total)
    return highest


def measure_peak(program: Callable[[bool], None]) -> dict[str, float]:
    def repaired() -> None:
        with gradsan.repair():
            program(True)

    repaired()  # what is made once is not its price
    twin = peak(lambda: program(False))
    return {"twin_mib": twin / 2**20, "repaired_mib": peak(repaired) / 2**20}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    keep_pages()
    results = {}
    for name, make in WORKLOADS.items():
        if args.only in name:
            results[name] = measure(make, args.rounds)
            print(f"{name:14}", "  ".join(f"{k} {v}" for k, v in results[name].items()), flush=True)
    for program in (copied, scaled):
        if args.only in (name := f"peak_{program.__name__}"):
            results[name] = measure_peak(program)
            print(f"{name:14}", "  ".join(f"{k} {v:.1f}" for k, v in results[name].items()))
    if args.json:
        versions = {"python": platform.python_version(), "torch": str(torch.__version__)}
        text = json.dumps({"benchmark": "repair", **versions, "results": results}, indent=2)
        args.json.write_text(text + "\n")


if __name__ == "__main__":
    main()
