"""Check at, as_numpy, verify and compare on tensors of a device.

    python -m benchmarks.cuda_transforms [--device cuda] [--only PART] [--json FILE]

Needs torch; JAX is checked too if it is there and has such a device. Values are NumPy's own,
gradients those of central differences in float64. Every failure is one line; exit 1 if there
is one. The times of `at` against clone and assign are told, not held.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")

import numpy as np
import torch
from tests.measured import differences
from tests.transforms.programs import PROGRAMS, VARIANTS, weighted
from tests.transforms.updates import IN_PLACE, INDICES, WEIGHT, X, values

import gradsan
from gradsan.backends.inputs import made
from gradsan.model.input_spec import parse_spec

Check = Callable[[], None]
Checks = Iterator[tuple[str, Check]]
JAX_OPS = ("set", "multiply")  # each case compiles anew: not the whole matrix
JAX_PROGRAMS = (
    "sin", "where", "clip", "sum", "std", "sort", "median", "einsum", "matmul", "concatenate",
    "take", "pad", "linalg.inv", "linalg.norm", "linalg.cholesky", "reshape", "transpose", "split",
)  # fmt: skip


def same(ours: Any, true: Any, rtol: float = 1e-5, atol: float = 1e-8) -> None:
    np.testing.assert_allclose(ours, true, rtol=rtol, atol=atol)


def holds(condition: Any, told: object = "") -> None:
    if not condition:
        raise AssertionError(str(told))


def torch_gradients(fn: Any, arrays: list[Any], device: str) -> tuple[Any, list[Any]]:
    leaves = [torch.tensor(a, device=device, requires_grad=True) for a in arrays]
    out = fn(*leaves)
    holds(out.device.type == torch.device(device).type, f"the result is on {out.device}")
    found = torch.autograd.grad(out.sum(), leaves, allow_unused=True)
    arrays_found = [
        np.zeros_like(a) if g is None else g.cpu().numpy()
        for g, a in zip(found, arrays, strict=True)
    ]
    return out.detach().cpu().numpy(), arrays_found


def jax_gradients(fn: Any, arrays: list[Any], device: str) -> tuple[Any, list[Any]]:
    import jax

    with jax.enable_x64(True):
        there = jax.devices(device)[0]
        leaves = [jax.device_put(jax.numpy.asarray(a), there) for a in arrays]
        both = jax.jit(lambda xs: (fn(*xs), jax.grad(lambda ys: fn(*ys).sum())(xs)))
        out, found = both(leaves)
        holds(out.devices() == {there}, f"the result is on {out.devices()}")
        return np.asarray(out), [np.asarray(g) for g in found]


GRADIENTS = {"torch": torch_gradients, "jax": jax_gradients}


# -- at --------------------------------------------------------------------------------------


def on_device(index: Any, device: str) -> Any:
    """Return the index with its arrays as tensors of the device."""
    if isinstance(index, tuple):
        return tuple(on_device(item, device) for item in index)
    return torch.tensor(index, device=device) if isinstance(index, list | np.ndarray) else index


def at_checks(framework: str, device: str) -> Checks:
    for op in IN_PLACE if framework == "torch" else JAX_OPS:
        for kind, index in INDICES.items():
            places = {"": index}
            if framework == "torch" and ("integers" in kind or "mask" in kind or "pairs" in kind):
                places[", index on the device"] = on_device(index, device)
            for where, used in places.items():

                def check(op: str = op, index: Any = index, used: Any = used) -> None:
                    def true(x: Any, v: Any) -> Any:
                        y = x.copy()
                        IN_PLACE[op](y, index, v)
                        return y * y * WEIGHT

                    def program(x: Any, v: Any) -> Any:
                        y = getattr(gradsan.at(x)[used], op)(v)
                        weight = torch.tensor(WEIGHT, device=device)
                        return y * y * (weight if framework == "torch" else WEIGHT)

                    arrays = [X, values(X[index].shape, "whole")]
                    out, found = GRADIENTS[framework](program, arrays, device)
                    same(out, true(*arrays), rtol=1e-12)
                    for ours, measured in zip(found, differences(true, arrays), strict=True):
                        same(ours, measured)

                yield f"at {framework} {op}, {kind}{where}", check


def traced_checks(device: str) -> Checks:
    x = torch.arange(6.0, device=device)
    index = torch.tensor([0, 2, 0], device=device)
    value = torch.tensor([1.0, 2.0, 3.0], device=device)

    def update(x: Any, index: Any, value: Any) -> Any:
        return gradsan.at(x)[index].set(value)

    def compiled() -> None:
        # "aot_eager" needs no compiler on the machine.
        program = torch.compile(update, backend="aot_eager", fullgraph=True)
        v = value.clone().requires_grad_()
        (got,) = torch.autograd.grad(program(x, index, v).sum(), v)
        same(got.cpu(), [0.0, 1.0, 1.0])

    def mapped() -> None:
        rows = torch.stack([x, 2 * x])
        got = torch.func.vmap(lambda row: update(row, index, value))(rows)
        same(got.cpu(), torch.stack([update(row, index, value) for row in rows]).cpu())

    yield "at torch under torch.compile", compiled
    yield "at torch under vmap", mapped


def as_numpy_checks(framework: str, device: str) -> Checks:
    for name in (*PROGRAMS, *VARIANTS) if framework == "torch" else JAX_PROGRAMS:
        program, arrays = (PROGRAMS | VARIANTS)[name]

        def check(program: Any = program, arrays: Any = arrays) -> None:
            wrapped = gradsan.numpy_function(lambda *xs: weighted(program(*xs)))
            out, found = GRADIENTS[framework](wrapped, list(arrays), device)
            same(out, weighted(program(*arrays)), rtol=1e-9, atol=1e-12)
            true = differences(lambda *xs: weighted(program(*xs)), arrays)
            for ours, measured in zip(found, true, strict=True):
                same(ours, measured, atol=1e-7)

        yield f"as_numpy {framework} np.{name}", check


# -- verify and compare ------------------------------------------------------------------------


def answers(fn: Any, args: Any, expected: str, **options: Any) -> Check:
    def check() -> None:
        found = gradsan.verify(fn, *args, **options)
        holds(found.answer == expected, found)

    return check


def silent(x: Any) -> Any:
    s = torch.sigmoid(x)
    s.data.clamp_(min=0.7)
    return s.log()


def raising(x: Any) -> Any:
    h = torch.exp(x)
    h += 1
    return h


def verify_checks(device: str) -> Checks:
    x = torch.tensor([0.5, 1.0, 2.0], device=device)
    net = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
    image = torch.randn(2, 3, 8, 8, device=device)
    index = torch.tensor([0, 1, 0, 2] * 16, device=device)
    source = torch.randn(64, device=device)
    yield "verify sin", answers(torch.sin, [x], "right", second_order=True)
    yield "verify a module", answers(net.to(device), [torch.randn(5, 3, device=device)], "right")
    yield "verify convolution", answers(torch.nn.Conv2d(3, 4, 3).to(device), [image], "right")
    yield "verify half precision", answers(torch.sin, [x.half()], "right")
    yield "verify relu at 0", answers(torch.relu, [x * 0], "not smooth here")
    yield "verify detach", answers(lambda x: x * x.detach(), [x], "wrong")
    yield (
        "verify index_add (not deterministic)",
        answers(lambda x, s: x.index_add(0, index, s), [x, source], "right"),
    )
    for fn, code in ((silent, "GS201"), (raising, "GS101")):

        def blamed(fn: Any = fn, code: str = code) -> None:
            found = gradsan.verify(fn, x)
            holds(found.answer == "wrong", found)
            holds([f.code for f in found.findings] == [code], found)

        yield f"verify blames {fn.__name__}", blamed

    closed = torch.nn.Linear(3, 3).to(device)
    yield "verify a closure", answers(lambda x: closed(x).tanh(), [x], "right")
    z = torch.complex(x, x + 1)
    yield "verify complex", answers(lambda z: (z * z).imag, [z], "right", second_order=True)

    def cut() -> None:
        found = gradsan.verify(lambda x: closed(x) * x.max().item(), x)
        holds(found.answer == "wrong" and [c.deed for c in found.cuts] == [".item()"], found)
        holds({"closed.weight", "closed.bias"} <= {c.input for c in found.checks}, found)

    yield "verify names the cut", cut

    def by_specification() -> None:
        made_there = made(parse_spec(f'randn(3, device="{device}")'), "torch")
        holds(made_there.device.type == torch.device(device).type, made_there.device)

    yield "--input with device=", by_specification


def compare_checks(device: str) -> Checks:
    x = torch.randn(64, 64, device=device)

    def plain(x: Any) -> Any:
        return torch.tanh(x) * 2 + 1

    def in_place(x: Any) -> Any:
        return torch.tanh(x).mul(2).add_(1)

    def check() -> None:
        found = gradsan.compare(plain, in_place, x)
        holds(found.agrees, found)
        holds("writes in place and is safe here" in found.verdict, found)
        holds(found.figures[0]["kept_bytes"] == 64 * 64 * 4, found)
        holds(found.figures[0]["peak_bytes"] >= 2 * 64 * 64 * 4, found)
        print(found)

    def told() -> None:
        found = gradsan.compare(torch.exp, raising, x, timing=False)
        holds("raising raises in backward" in found.verdict and "GS101" in found.verdict, found)

    def long_enough() -> None:
        big = torch.randn(4096, 4096, device=device)
        found = gradsan.compare(lambda a: a @ a, lambda a: (a @ a) @ a, big)
        ratio = found.figures[1]["forward_backward_s"] / found.figures[0]["forward_backward_s"]
        holds(ratio > 1.5, f"twice the products take {ratio:.2f}x: not timed to their end")

    yield "compare", check
    yield "compare, one raises", told
    if device != "cpu":
        yield "compare times to the end of the work", long_enough


def jax_verb_checks(device: str) -> Checks:
    import jax
    import jax.numpy as jnp

    x = jax.device_put(jnp.asarray([0.5, 1.0, 2.0]), jax.devices(device)[0])
    stop = jax.lax.stop_gradient
    yield "verify jax sin", answers(jnp.sin, [x], "right", second_order=True)
    yield "verify jax stop_gradient", answers(lambda x: x * stop(x), [x], "wrong")

    def cut() -> None:
        found = gradsan.verify(lambda x: x * x.max().item(), x)
        holds([c.deed for c in found.cuts] == [".item()"], found)

    yield "verify jax names the cut", cut

    def across() -> None:
        mine = torch.tensor([0.5, 1.0, 2.0], device=device)
        frameworks = ("torch", "jax")
        found = gradsan.compare(torch.tanh, jnp.tanh, mine, frameworks=frameworks, timing=False)
        holds(found.agrees and found.second == "same", found)

    yield "compare torch with jax", across


# -- times -------------------------------------------------------------------------------------


def times(device: str) -> dict[str, float]:
    """Return `at` against clone and assign, with backward, as ratios of medians."""
    made: dict[str, float] = {}
    for size in (32, 4096):
        x = torch.ones(size, size, device=device, requires_grad=True)
        v = torch.tensor(2.0, device=device, requires_grad=True)
        for name, index in (("x[0]", 0), ("x[:, 1:]", (slice(None), slice(1, None)))):

            def native(index: Any = index, x: Any = x, v: Any = v) -> Any:
                y = x.clone()
                y[index] = v
                return torch.autograd.grad(y.sum(), (x, v))

            def ours(index: Any = index, x: Any = x, v: Any = v) -> Any:
                return torch.autograd.grad(gradsan.at(x)[index].set(v).sum(), (x, v))

            took: dict[Any, list[float]] = {native: [], ours: []}
            for number in range(60):
                for step in (native, ours) if number % 2 else (ours, native):
                    wait(device)
                    began = time.perf_counter()
                    step()
                    wait(device)
                    took[step].append(time.perf_counter() - began)
            ratio = statistics.median(took[ours][10:]) / statistics.median(took[native][10:])
            made[f"{size}x{size} {name} set"] = round(ratio, 2)
    return made


def wait(device: str) -> None:
    if device != "cpu":
        torch.cuda.synchronize()


# -- all ---------------------------------------------------------------------------------------


def all_checks(device: str) -> Checks:
    yield from at_checks("torch", device)
    yield from traced_checks(device)
    yield from as_numpy_checks("torch", device)
    yield from verify_checks(device)
    yield from compare_checks(device)
    if has_jax(device):
        yield from jax_verb_checks(device)
        yield from at_checks("jax", device)
        yield from as_numpy_checks("jax", device)


def has_jax(device: str) -> bool:
    try:
        import jax

        return bool(jax.devices(device))
    except (ImportError, RuntimeError) as error:
        print(f"without JAX: {error}")
        return False


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--only", default="")
    parser.add_argument("--json", type=Path)
    args = parser.parse_args()
    began = time.perf_counter()
    failed: list[str] = []
    count = 0
    for name, check in all_checks(args.device):
        if args.only not in name:
            continue
        count += 1
        try:
            check()
        except Exception as error:  # noqa: BLE001 (every failure is told)
            failed.append(name)
            last = traceback.extract_tb(error.__traceback__)[-1]
            print(f"FAILED {name}: {type(error).__name__} at {last.filename}:{last.lineno}")
            print("       " + "\n       ".join(str(error).strip().splitlines()[:12]))
    ratios = {} if args.only else times(args.device)
    seconds = round(time.perf_counter() - began, 1)
    result = {
        "benchmark": "cuda_transforms", "device": args.device, "torch": str(torch.__version__),
        "checks": count, "failed": failed, "at_against_native": ratios, "seconds": seconds,
    }  # fmt: skip
    print(json.dumps(result, indent=2))
    if args.json:
        args.json.write_text(json.dumps(result, indent=2) + "\n")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main())
