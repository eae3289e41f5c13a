"""Run and differentiate a function with JAX."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from gradsan.backends.deriving import Arrays, Bound, NoDerivativeError
from gradsan.backends.jax.binding import bind


class JaxDerivatives:
    """JAX, as verify and compare see it."""

    NAME = "jax"

    def bind(self, fn: Any, args: Sequence[Any], *, precise: bool) -> Bound:
        """Bind the arrays in the arguments, and in the function if it is a pytree."""
        return bind(fn, args, precise=precise)

    def settled(self, seed: int, *, precise: bool) -> AbstractContextManager[Any]:
        """Allow float64; random numbers of JAX are arguments anyway."""
        return x64() if precise else nullcontext()

    def outputs(self, bound: Bound, arrays: Arrays) -> list[Any]:
        """Run."""
        return [np.asarray(out) for out in _outputs(bound.call([jnp.asarray(a) for a in arrays]))]

    def precision(self, bound: Bound, arrays: Arrays) -> float:
        """Return the spacing of the coarsest output."""
        outputs = _outputs(bound.call([jnp.asarray(a) for a in arrays]))
        return max((float(jnp.finfo(out.dtype).eps) for out in outputs), default=0.0)

    def gradients(self, bound: Bound, arrays: Arrays, weights: Arrays) -> list[Any | None]:
        """Differentiate by reverse mode."""
        inputs = [jnp.asarray(a) for a in arrays]
        return [np.asarray(g) for g in jax.grad(_loss(bound, weights))(inputs)]

    def tangents(self, bound: Bound, arrays: Arrays, directions: Arrays) -> list[Any]:
        """Differentiate by forward mode; custom_vjp has none."""
        inputs = [jnp.asarray(a) for a in arrays]
        along = [jnp.asarray(d) for d in directions]
        try:
            _, found = jax.jvp(lambda xs: _outputs(bound.call(xs)), (inputs,), (along,))
        except TypeError as error:
            raise NoDerivativeError(str(error).splitlines()[0]) from error
        return [np.asarray(t) for t in found]

    def second(
        self, bound: Bound, arrays: Arrays, weights: Arrays, directions: Arrays
    ) -> list[Any | None]:
        """Differentiate reverse mode by reverse mode."""
        inputs = [jnp.asarray(a) for a in arrays]

        def along(xs: Any) -> Any:
            pairs = zip(jax.grad(_loss(bound, weights))(xs), directions, strict=True)
            return sum((g * d).sum() for g, d in pairs)

        return [np.asarray(g) for g in jax.grad(along)(inputs)]

    def out_of_place(self, bound: Bound, arrays: Arrays, weights: Arrays) -> list[Any | None]:
        """Refuse: nothing is written in place."""
        raise NoDerivativeError("JAX has no writes in place")

    def eager_twin(self, fn: Any) -> Any | None:
        """Return what jax.jit was given."""
        return getattr(fn, "__wrapped__", None) if hasattr(fn, "lower") else None

    def custom_rules(self, bound: Bound, arrays: Arrays) -> list[str]:
        """Name custom_vjp and custom_jvp functions that the function calls."""
        try:
            jaxpr = jax.make_jaxpr(bound.call)([jnp.asarray(a) for a in arrays])
        except Exception:  # noqa: BLE001 (not every function of values can be traced)
            return []
        return list(dict.fromkeys(_custom_in(jaxpr.jaxpr)))

    def remarks(self, fn: Any, args: Sequence[Any]) -> list[str]:
        """Say if an index is past the end: JAX clamps reads and drops writes."""
        from jax.experimental import checkify

        try:
            error, _ = checkify.checkify(fn, errors=checkify.index_checks)(*args)
            text = error.get()
        except Exception:  # noqa: BLE001 (a remark is not worth a failure)
            return []
        return [f"an index is out of range: {text.splitlines()[0]}"] if text else []


def x64() -> AbstractContextManager[Any]:
    """Allow float64 inside; `jax.enable_x64` since 0.8, before in jax.experimental."""
    if hasattr(jax, "enable_x64"):
        context: AbstractContextManager[Any] = jax.enable_x64(True)
        return context
    from jax.experimental import enable_x64

    older: AbstractContextManager[Any] = enable_x64()
    return older


def _outputs(value: Any) -> list[Any]:
    found = jax.tree.leaves(value)
    return [jnp.asarray(out) for out in found if jnp.issubdtype(jnp.result_type(out), jnp.inexact)]


def _loss(bound: Bound, weights: Arrays) -> Any:
    def loss(inputs: Any) -> Any:
        total: Any = 0.0
        for out, weight in zip(_outputs(bound.call(inputs)), weights, strict=True):
            total = total + (out.real * weight.real).sum()
            if jnp.iscomplexobj(out):
                total = total + (out.imag * weight.imag).sum()
        return total

    return loss


def _custom_in(jaxpr: Any) -> list[str]:
    found: list[str] = []
    for equation in jaxpr.eqns:
        if equation.primitive.name.startswith("custom_"):
            inner = equation.params.get("call_jaxpr")
            name = getattr(getattr(inner, "jaxpr", inner), "debug_info", None)
            where = getattr(name, "func_src_info", "") or equation.primitive.name
            if "jax/_src" not in where and "site-packages" not in where:
                found.append(f"{equation.primitive.name.removesuffix('_call')}: {where}")
        for value in equation.params.values():
            inner = getattr(value, "jaxpr", None)
            if inner is not None and hasattr(inner, "eqns"):
                found += _custom_in(inner)
    return found


DERIVATIVES = JaxDerivatives()
