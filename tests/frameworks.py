"""The three frameworks behind one face, in float64, for tests that hold for all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np
import pytest

from tests.measured import differences

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

__all__ = ["NAMES", "array", "differences", "gradients", "tensor", "x64"]

NAMES = ("torch", "jax", "tensorflow")
Fn = Callable[..., Any]
Arrays = Sequence[Any]


def x64(framework: str) -> AbstractContextManager[Any]:
    """Let JAX use float64; the others do."""
    if framework != "jax":
        return nullcontext()
    jax = pytest.importorskip("jax")
    context: AbstractContextManager[Any] = jax.enable_x64(True)
    return context


def tensor(framework: str, array: Any) -> Any:
    """Return an array as a tensor of the framework."""
    module = pytest.importorskip(framework)
    if framework == "torch":
        return module.tensor(array)
    if framework == "jax":
        return module.numpy.asarray(array)
    return module.constant(array)


def array(value: Any) -> Any:
    """Return a tensor as an array."""
    return value.detach().numpy() if hasattr(value, "detach") else np.asarray(value)


def gradients(framework: str, fn: Fn, arrays: Arrays) -> list[Any]:
    """Return the gradients of the sum of `fn` with respect to each array."""
    return {"torch": _torch, "jax": _jax, "tensorflow": _tensorflow}[framework](fn, arrays)


def _torch(fn: Fn, arrays: Arrays) -> list[Any]:
    torch = pytest.importorskip("torch")
    leaves = [torch.tensor(a, requires_grad=True) for a in arrays]
    found = torch.autograd.grad(fn(*leaves).sum(), leaves, allow_unused=True)
    return [
        np.zeros_like(a) if g is None else g.numpy() for g, a in zip(found, arrays, strict=True)
    ]


def _jax(fn: Fn, arrays: Arrays) -> list[Any]:
    jax = pytest.importorskip("jax")
    leaves = [jax.numpy.asarray(a) for a in arrays]
    found = jax.grad(lambda *xs: fn(*xs).sum(), tuple(range(len(leaves))))(*leaves)
    return [np.asarray(g) for g in found]


def _tensorflow(fn: Fn, arrays: Arrays) -> list[Any]:
    tf = pytest.importorskip("tensorflow")
    leaves = [tf.constant(a) for a in arrays]
    with tf.GradientTape() as tape:
        tape.watch(leaves)
        loss = tf.reduce_sum(fn(*leaves))
    found = tape.gradient(loss, leaves, unconnected_gradients="zero")
    return [tf.convert_to_tensor(g).numpy() for g in found]
