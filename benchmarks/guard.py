"""Measure what the guard costs: ratios against plain eager, torch's own modes beside it.

usage: python benchmarks/guard.py [--rounds N] [--only NAME] [--json FILE]

One interleaved run: each round times plain, guard and the two modes of torch on a workload one
after the other, in CPU time of the thread, and the medians are compared. One torch thread, as
noise on a shared machine is worse than a little less speed. `guard` is its first steps, `later`
what it costs once a training has found its pace (on Python 3.11 hooks rest then; one step
in 16 is heard).
"""

from __future__ import annotations

import argparse
import ctypes
import json
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import torch
from torch import nn

import gradsan

Step = Callable[[], Any]
BEFORE = 12  # steps until it has


def tiny() -> Step:
    """2000 ops on three elements, 1500 saved tensors: the worst case for a hook."""

    def step() -> None:
        y = x = torch.full((3,), 0.5, requires_grad=True)
        for _ in range(500):
            y = y * x
            y = y.sin()
            y = y + 0.1
            y = y - 0.05
        y.sum().backward()

    return step


def tiny_in_place() -> Step:
    """2000 ops on three elements, half of them in place."""

    def step() -> None:
        y = x = torch.full((3,), 0.5, requires_grad=True)
        for _ in range(500):
            y = y * x
            y += 0.1
            y = y.sin()
            y.sub_(0.05)
        y.sum().backward()

    return step


def _training(model: nn.Module, data: torch.Tensor, optimizer: torch.optim.Optimizer) -> Step:
    with torch.no_grad():
        target = torch.randn_like(model(data))  # to learn zero would end in denormal numbers

    def step() -> None:
        optimizer.zero_grad()
        (model(data) - target).pow(2).mean().backward()
        optimizer.step()

    return step


def mlp() -> Step:
    """Four linear layers, batch 64, Adam."""
    layers: list[nn.Module] = []
    for _ in range(4):
        layers += [nn.Linear(512, 512), nn.ReLU()]
    model = nn.Sequential(*layers)
    return _training(model, torch.randn(64, 512), torch.optim.Adam(model.parameters()))


class Residual(nn.Module):
    """Two convolutions with batch norm and in-place ReLU, around which the input goes."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first, self.second = (nn.Conv2d(width, width, 3, padding=1) for _ in range(2))
        self.before, self.after = nn.BatchNorm2d(width), nn.BatchNorm2d(width)
        self.activate = nn.ReLU(inplace=True)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        hidden = self.activate(self.before(self.first(x)))
        hidden = self.after(self.second(hidden))
        hidden += x
        return self.activate(hidden)


def convnet() -> Step:
    """Six residual blocks, SGD."""
    layers = [nn.Conv2d(3, 48, 3, padding=1), *(Residual(48) for _ in range(6))]
    model = nn.Sequential(*layers)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
    return _training(model, torch.randn(8, 3, 24, 24), optimizer)


def transformer() -> Step:
    """Four encoder layers of width 256, 8 texts of 128 words, AdamW."""
    layer = nn.TransformerEncoderLayer(256, 8, 1024, dropout=0.1, batch_first=True)
    model = nn.TransformerEncoder(layer, 4)
    return _training(model, torch.randn(8, 128, 256), torch.optim.AdamW(model.parameters()))


def small_convnet() -> Step:
    """Four convolutions with batch norm and in-place ReLU: steps of a few milliseconds."""
    layers: list[nn.Module] = []
    width = 3
    for out in (32, 32, 64, 64):
        layers += [nn.Conv2d(width, out, 3, padding=1), nn.BatchNorm2d(out), nn.ReLU(inplace=True)]
        width = out
    model = nn.Sequential(*layers)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3, momentum=0.9)
    return _training(model, torch.randn(8, 3, 24, 24), optimizer)


def small_transformer() -> Step:
    """Two encoder layers of width 128, AdamW."""
    layer = nn.TransformerEncoderLayer(128, 4, 256, dropout=0.1, batch_first=True)
    model = nn.TransformerEncoder(layer, 2)
    return _training(model, torch.randn(8, 64, 128), torch.optim.AdamW(model.parameters()))


_MADE = (tiny, tiny_in_place, mlp, convnet, transformer, small_convnet, small_transformer)
WORKLOADS = {made.__name__: made for made in _MADE}
WAYS: dict[str, Callable[[], AbstractContextManager[Any]]] = {
    "plain": nullcontext,
    "guard": gradsan.guard,
    "anomaly": torch.autograd.detect_anomaly,
    "allow_mutation": torch.autograd.graph.allow_mutation_on_saved_tensors,
}


def keep_pages() -> None:
    """Let malloc give no memory back: page faults come and go, and hide what is measured.

    A step of the MLP has between 0 and 1800 of them, 3 ms in all, with or without the guard.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:  # glibc
        for option in (-1, -3):  # M_TRIM_THRESHOLD, M_MMAP_THRESHOLD
            mallopt(option, 1 << 30)


def timed(step: Step, way: str, before: int = 1, count: int = 3) -> float:
    """Time steps after a first one: entering a guard costs the interpreter its caches."""
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
    later: dict[str, list[float]] = {"plain": [], "guard": []}
    for _ in range(rounds):
        for way in WAYS:
            times[way].append(timed(step, way))
        for way, taken in later.items():  # windows of one shape: plain steps warm up, too
            taken.append(timed(step, way, BEFORE, count=16))
    plain = statistics.median(times["plain"])
    ratios = {
        way: round(statistics.median(times[way]) / plain, 3) for way in WAYS if way != "plain"
    }
    ratios["later"] = round(
        statistics.median(later["guard"]) / statistics.median(later["plain"]), 3
    )
    return {"plain_ms": round(plain * 1e3, 3), **ratios}


def run(rounds: int, only: str) -> Iterator[tuple[str, dict[str, float]]]:
    for name, make in WORKLOADS.items():
        if only in name:
            yield name, measure(make, rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    keep_pages()
    results = {}
    for name, result in run(args.rounds, args.only):
        results[name] = result
        print(f"{name:14}", "  ".join(f"{key} {value}" for key, value in result.items()))
    if args.json:
        versions = {"python": platform.python_version(), "torch": str(torch.__version__)}
        text = json.dumps({"benchmark": "guard", **versions, "results": results}, indent=2)
        args.json.write_text(text + "\n")


if __name__ == "__main__":
    main()
