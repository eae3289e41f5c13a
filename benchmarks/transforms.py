"""Measure `gradsan.at` against each framework's own way of the same update.

usage: python benchmarks/transforms.py [--rounds N] [--only NAME] [--json FILE]

One interleaved run: each round times native and gradsan.at of a case one after the other, by
turns first and second, in CPU time; the median of the ratios of neighbours is what counts.
Basic indices are held to 1.3x; index arrays have no native way with the same meaning (the last
writer wins, with the right gradient), so their ratio is told and not held.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import jax
import jax.numpy as jnp
import numpy as np
import tensorflow as tf
import torch

import gradsan

Step = Callable[[], Any]
LIMIT = 1.3
SIZES = {"32x32": (32, 32), "1024x1024": (1024, 1024)}
CASES: dict[str, tuple[Any, str]] = {
    "x[0] set": (0, "set"),
    "x[:, 1:] set": ((slice(None), slice(1, None)), "set"),
    "x[::2] multiply": (slice(None, None, 2), "multiply"),
    "x[..., 3] add": ((..., 3), "add"),
    "x[[5, 1, 5]] set": ([5, 1, 5], "set"),
}


def torch_native(x: Any, index: Any, op: str, value: Any) -> Any:
    y = x.clone()
    if op == "set":
        y[index] = value
    elif op == "add":
        y[index] += value
    else:
        y[index] *= value
    return y


def jax_native(x: Any, index: Any, op: str, value: Any) -> Any:
    if isinstance(index, list):
        index = np.array(index)
    return getattr(x.at[index], op)(value, unique_indices=not isinstance(index, np.ndarray))


def tf_native(shape: tuple[int, ...], index: Any) -> Callable[..., Any]:
    """Scatter, as the documentation shows it; its positions are made once and not timed."""
    flat = np.arange(np.prod(shape)).reshape(shape)[index]
    places = tf.constant(np.stack(np.unravel_index(flat, shape), -1))

    def update(x: Any, index: Any, op: str, value: Any) -> Any:
        if op == "set":
            new = tf.broadcast_to(value, flat.shape)
        elif op == "add":
            new = tf.gather_nd(x, places) + value
        else:
            new = tf.gather_nd(x, places) * value
        return tf.tensor_scatter_nd_update(x, places, new)

    return update


def torch_pair(shape: tuple[int, ...], index: Any, op: str) -> tuple[Step, Step]:
    x = torch.ones(shape, requires_grad=True)
    v = torch.tensor(2.0, requires_grad=True)

    def step(update: Callable[..., Any]) -> Step:
        return lambda: torch.autograd.grad(update(x, index, op, v).sum(), (x, v))

    return step(torch_native), step(ours)


def jax_pair(shape: tuple[int, ...], index: Any, op: str) -> tuple[Step, Step]:
    x, v = jnp.ones(shape), jnp.asarray(2.0)

    def step(update: Callable[..., Any]) -> Step:
        gradient = jax.jit(jax.grad(lambda x, v: update(x, index, op, v).sum(), (0, 1)))
        return lambda: jax.block_until_ready(gradient(x, v))

    return step(jax_native), step(ours)


def tf_pair(shape: tuple[int, ...], index: Any, op: str) -> tuple[Step, Step]:
    x, v = tf.ones(shape), tf.constant(2.0)

    def step(update: Callable[..., Any]) -> Step:
        def run() -> Any:
            with tf.GradientTape() as tape:
                tape.watch((x, v))
                loss = tf.reduce_sum(update(x, index, op, v))
            return tape.gradient(loss, (x, v))

        return run

    return step(tf_native(shape, index)), step(ours)


def ours(x: Any, index: Any, op: str, value: Any) -> Any:
    return getattr(gradsan.at(x)[index], op)(value)


PAIRS = {"torch": torch_pair, "jax": jax_pair, "tensorflow": tf_pair}


def timed(step: Step, repeats: int) -> float:
    began = time.process_time()
    for _ in range(repeats):
        step()
    return (time.process_time() - began) / repeats


def measure(native: Step, mine: Step, rounds: int) -> dict[str, float]:
    for step in (native, mine, native, mine):
        step()
    repeats = max(1, min(50, int(2e-3 / max(timed(native, 1), 1e-6))))
    ratios, natives = [], []
    for number in range(rounds):
        order = (native, mine) if number % 2 else (mine, native)
        took = {step: timed(step, repeats) for step in order}
        ratios.append(took[mine] / took[native])
        natives.append(took[native])
    low, high = np.quantile(ratios, [0.25, 0.75])
    return {
        "native_us": round(statistics.median(natives) * 1e6, 1),
        "ratio": round(statistics.median(ratios), 2),
        "low": round(float(low), 2),
        "high": round(float(high), 2),
    }


def run(rounds: int, only: str) -> Iterator[tuple[str, dict[str, float]]]:
    for framework, make in PAIRS.items():
        for size, shape in SIZES.items():
            for case, (index, op) in CASES.items():
                name = f"{framework:10} {size:9} {case}"
                if only in name:
                    yield name, measure(*make(shape, index, op), rounds)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=30)
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    torch.set_num_threads(1)
    results = {}
    for name, result in run(args.rounds, args.only):
        results[name] = result
        mark = "" if result["ratio"] <= LIMIT or "[[" in name else f"  over {LIMIT}"
        print(f"{name:40}", "  ".join(f"{k} {v}" for k, v in result.items()), mark)
    if args.json:
        versions = {
            "python": platform.python_version(), "torch": str(torch.__version__),
            "jax": jax.__version__, "tensorflow": tf.__version__,
        }  # fmt: skip
        text = json.dumps({"benchmark": "transforms", **versions, "results": results}, indent=2)
        args.json.write_text(text + "\n")


if __name__ == "__main__":
    main()
