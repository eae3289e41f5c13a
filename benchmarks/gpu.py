"""Measure what guard and repair cost on a GPU training step, torch's own modes beside them.

    python benchmarks/gpu.py [--rounds N] [--json FILE]

A GPT of 124 M weights in bf16, 8x1024 tokens (compute-bound) and 1x256 (launch-bound). Each round
times every way once, one after the other, to the end of the work on the device, and is compared
with the plain steps of the same round; told is the median over the rounds. Needs CUDA.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import torch
import torch.nn as nn
from torch.nn import functional

import gradsan

WAYS: dict[str, Callable[[], contextlib.AbstractContextManager[object]]] = {
    "plain": contextlib.nullcontext,
    "guard": gradsan.guard,
    "repair": gradsan.repair,
    "anomaly": torch.autograd.detect_anomaly,
    "allow_mutation": torch.autograd.graph.allow_mutation_on_saved_tensors,
}


STEPS = 5


class Block(nn.Module):
    """One layer of a GPT."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mix, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        batch, length, width = x.shape
        parts = self.mix(self.before(x)).view(batch, length, 3, self.heads, width // self.heads)
        query, key, value = (parts[:, :, i].transpose(1, 2) for i in range(3))
        mixed = functional.scaled_dot_product_attention(query, key, value, is_causal=True)
        x = x + self.out(mixed.transpose(1, 2).reshape(batch, length, width))
        return x + self.down(functional.gelu(self.up(self.after(x))))


class Gpt(nn.Module):
    """The GPT-2 of 124 M weights."""

    def __init__(self, words: int = 50304, width: int = 768, layers: int = 12) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(1024, width)
        self.layers = nn.Sequential(*(Block(width, 12) for _ in range(layers)))
        self.norm = nn.LayerNorm(width)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        places = torch.arange(tokens.shape[1], device=tokens.device)
        x = self.norm(self.layers(self.words(tokens) + self.places(places)))
        return functional.linear(x, self.words.weight)


def make_step(batch: int, length: int) -> Callable[[], None]:
    torch.manual_seed(0)
    net = Gpt().cuda()
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-4)
    tokens = torch.randint(50304, (batch, length + 1), device="cuda")

    def step() -> None:
        optimizer.zero_grad()
        with torch.autocast("cuda", torch.bfloat16):
            logits = net(tokens[:, :-1])
            loss = functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
        loss.backward()
        optimizer.step()

    return step


def timed(step: Callable[[], None], way: str) -> float:
    with WAYS[way]():
        step()  # what a session sets up, and the allocator, are not the step's
        torch.cuda.synchronize()
        start = time.perf_counter()
        for _ in range(STEPS):
            step()
        torch.cuda.synchronize()
        return (time.perf_counter() - start) / STEPS


def measure(batch: int, length: int, rounds: int) -> dict[str, float]:
    step = make_step(batch, length)
    times: dict[str, list[float]] = {way: [] for way in WAYS}
    for way in WAYS:
        timed(step, way)
    for _ in range(rounds):
        for way in WAYS:
            times[way].append(timed(step, way))
    plain = times.pop("plain")
    return {"plain_ms": statistics.median(plain) * 1e3} | {
        way: statistics.median(one / other for one, other in zip(values, plain, strict=True))
        for way, values in times.items()
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=16)
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    figures = {
        f"{batch}x{length}": {
            key: round(value, 3) for key, value in measure(batch, length, args.rounds).items()
        }
        for batch, length in ((8, 1024), (1, 256))
    }
    print(json.dumps(figures, indent=2))
    if args.json:
        args.json.write_text(json.dumps(figures, indent=2) + "\n")


if __name__ == "__main__":
    main()
