"""verify catches wrong derivatives: 200 in PyTorch, and some in JAX and TensorFlow."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

import gradsan
from tests.frameworks import gradients, tensor, x64
from tests.verification.mutants import FORMULAS, Mutant, mutants

POINT = [np.array([0.7, 1.3, 0.4]), np.array([1.1, 0.6, 1.7])]


def function(framework: str, mutant: Mutant) -> Any:
    """Build the function with the mutant's backward."""
    return {"torch": _torch, "jax": _jax, "tensorflow": _tensorflow}[framework](mutant)


def _torch(mutant: Mutant) -> Any:
    torch = pytest.importorskip("torch")

    class Custom(torch.autograd.Function):  # type: ignore[misc, name-defined]
        @staticmethod
        def forward(ctx: Any, *xs: Any) -> Any:
            out = eval(mutant.forward, {"m": torch, **_named(xs)})
            ctx.save_for_backward(out, *xs)
            return out

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            out, *xs = ctx.saved_tensors
            known = {"m": torch, "g": g, "out": out, **_named(xs)}
            return tuple(eval(text, known) for text in mutant.backward)

    return Custom.apply


def _jax(mutant: Mutant) -> Any:
    jax = pytest.importorskip("jax")

    @jax.custom_vjp  # type: ignore[untyped-decorator]
    def custom(*xs: Any) -> Any:
        return eval(mutant.forward, {"m": jax.numpy, **_named(xs)})

    def backward(kept: Any, g: Any) -> Any:
        xs, out = kept
        known = {"m": jax.numpy, "g": g, "out": out, **_named(xs)}
        return tuple(eval(text, known) for text in mutant.backward)

    custom.defvjp(lambda *xs: (custom(*xs), (xs, custom(*xs))), backward)
    return custom


def _tensorflow(mutant: Mutant) -> Any:
    tf = pytest.importorskip("tensorflow")

    @tf.custom_gradient  # type: ignore[untyped-decorator]
    def custom(*xs: Any) -> Any:
        out = eval(mutant.forward, {"m": tf, **_named(xs)})

        def backward(g: Any) -> Any:
            known = {"m": tf, "g": g, "out": out, **_named(xs)}
            return [eval(text, known) for text in mutant.backward]

        return out, backward

    return custom


def _named(xs: Any) -> dict[str, Any]:
    return dict(zip("xy", xs, strict=False))


def is_wrong(framework: str, mutant: Mutant) -> bool:
    """Ask the framework's own derivative of the forward formula."""
    arrays = POINT[: len(mutant.backward)]
    module = pytest.importorskip("jax.numpy" if framework == "jax" else framework)
    with x64(framework):
        try:
            got = gradients(framework, function(framework, mutant), arrays)
        except Exception:  # noqa: BLE001 (a mutant that crashes is not silently wrong)
            return False
        true = gradients(
            framework, lambda *xs: eval(mutant.forward, {"m": module, **_named(xs)}), arrays
        )
    if not all(np.isfinite(g).all() for g in got):
        return False
    return not all(np.allclose(a, b, rtol=1e-6, atol=1e-9) for a, b in zip(got, true, strict=True))


def answer(framework: str, mutant: Mutant) -> str:
    with x64(framework):
        inputs = [tensor(framework, a) for a in POINT[: len(mutant.backward)]]
    return gradsan.verify(function(framework, mutant), *inputs).answer


def caught(framework: str, count: int) -> tuple[int, list[Mutant]]:
    chosen = []
    for mutant in mutants():
        if is_wrong(framework, mutant):
            chosen.append(mutant)
        if len(chosen) == count:
            break
    missed = [mutant for mutant in chosen if answer(framework, mutant) != "wrong"]
    return len(chosen), missed


def test_of_200_wrong_derivatives_in_torch_99_percent_are_caught() -> None:
    total, missed = caught("torch", 200)
    assert total == 200
    assert len(missed) <= math.floor(0.01 * total), missed


@pytest.mark.slow
@pytest.mark.parametrize("framework", ["jax", "tensorflow"])
def test_wrong_derivatives_of_the_others_are_caught(framework: str) -> None:
    total, missed = caught(framework, 24)
    assert total == 24
    assert not missed


@pytest.mark.parametrize("name", FORMULAS)
def test_the_right_formula_is_called_right(name: str) -> None:
    forward, *backward = FORMULAS[name]
    assert answer("torch", Mutant(name, forward, tuple(backward))) == "right"
