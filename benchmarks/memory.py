"""Measure what a long training leaves behind: memory of the process, plain, guarded, repaired.

usage: python benchmarks/memory.py [--steps N] [--json FILE]

A small network with in-place ReLU, batch norm, NumPy batches, an average of the weights and a
write through `.data` is trained in a process of its own. Told is the resident memory at the end,
and how far it grew in the second half: the log of writes is bounded and full by then.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

WAYS = ("plain", "guard", "proof", "repair")


def resident() -> int:
    """Return the resident memory of this process, in KiB."""
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


def session(way: str) -> AbstractContextManager[Any]:
    import gradsan

    match way:
        case "guard":
            return gradsan.guard()
        case "proof":
            return gradsan.guard(proof=True)
        case "repair":
            return gradsan.repair()
    return nullcontext()


def train(way: str, steps: int) -> dict[str, float]:
    import numpy as np
    import torch
    from torch import nn

    torch.manual_seed(0)
    torch.set_num_threads(1)
    net = nn.Sequential(
        nn.Linear(16, 32), nn.BatchNorm1d(32), nn.ReLU(inplace=True), nn.Linear(32, 1)
    )
    average = [p.detach().clone() for p in net.parameters()]
    opt = torch.optim.Adam(net.parameters(), lr=1e-3)
    generator = np.random.default_rng(0)
    marks = {}
    with session(way):
        for step in range(steps):
            if step in (steps // 2, steps - 1):
                marks[step] = resident()
            batch = torch.from_numpy(generator.normal(size=(8, 16)).astype(np.float32))
            loss = net(batch).pow(2).mean()
            opt.zero_grad()
            loss.backward()
            opt.step()
            with torch.no_grad():
                for kept, new in zip(average, net.parameters(), strict=True):
                    kept.lerp_(new, 0.01)
            net[0].weight.data.clamp_(-1.0, 1.0)
    half, end = marks[steps // 2], marks[steps - 1]
    return {"resident_MiB": round(end / 1024, 1), "grown_MiB": round((end - half) / 1024, 1)}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--way", choices=WAYS, help="this one only, in this process")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    if args.way:
        print(json.dumps(train(args.way, args.steps)))
        return
    results = {}
    for way in WAYS:
        command = [sys.executable, __file__, "--way", way, "--steps", str(args.steps)]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        results[way] = json.loads(done.stdout)
        print(f"{way:8}", "  ".join(f"{key} {value}" for key, value in results[way].items()))
    if args.json:
        text = json.dumps(
            {"benchmark": "memory", "steps": args.steps, "results": results}, indent=2
        )
        args.json.write_text(text + "\n")


if __name__ == "__main__":
    main()
