"""Take a backward pass of JAX apart: equations, residuals, and what XLA says of memory."""

from __future__ import annotations

import contextlib
import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp
from jax.ad_checkpoint import print_saved_residuals

from gradsan.backends.deriving import Arrays, Bound
from gradsan.backends.jax.derivatives import _loss, _outputs
from gradsan.model.anatomy import Anatomy, Kept


def anatomy(bound: Bound, arrays: Arrays, weights: Arrays) -> Anatomy:
    """Trace the gradient, look at the residuals of vjp, and ask the compiler for memory."""
    inputs = [jnp.asarray(a) for a in arrays]
    loss = _loss(bound, weights)
    _, pullback = jax.vjp(lambda xs: _outputs(bound.call(xs)), inputs)
    own = {id(x) for x in inputs}
    arrays_kept = [r for r in jax.tree.leaves(pullback) if hasattr(r, "nbytes")]
    makers = _makers(lambda xs: _outputs(bound.call(xs)), inputs)
    kept = []
    for array in arrays_kept:
        if id(array) not in own:
            waiting = makers.get(f"{_short(array.dtype)}[{','.join(map(str, array.shape))}]", [])
            op = waiting.pop(0) if waiting else "constant"
            kept.append(Kept(op, tuple(array.shape), str(array.dtype), int(array.nbytes)))
    jaxpr = jax.make_jaxpr(jax.grad(loss))(inputs).jaxpr
    names = Counter(_names(jaxpr))
    nodes = tuple(sorted(names.items()))
    return Anatomy(nodes, _depth(jaxpr), tuple(kept), _peak(loss, inputs), ())


_RESIDUAL = re.compile(r"^(\S+\[[\d,]*\]) output of (jitted function '[^']*'|\S+)")


def _makers(fn: Any, inputs: list[Any]) -> dict[str, list[str]]:
    """Return the ops whose results are kept, by dtype and shape, as JAX itself tells them.

    Public are only the printed lines: «f32[3,4] output of tanh from model.py:12:8 (loss)».
    """
    text = io.StringIO()
    try:
        with contextlib.redirect_stdout(text):
            print_saved_residuals(fn, inputs)
    except Exception:  # noqa: BLE001 (names are worth no failure)
        return {}
    found: dict[str, list[str]] = {}
    for line in text.getvalue().splitlines():
        if match := _RESIDUAL.match(line):
            found.setdefault(match[1], []).append(match[2].replace("jitted function", "jit"))
    return found


def _short(dtype: Any) -> str:
    """Write a dtype as JAX prints it: f32, bf16, i64, bool."""
    name = str(dtype)
    for long, short in (("bfloat", "bf"), ("float", "f"), ("complex", "c"), ("uint", "u"),
                        ("int", "i")):  # fmt: skip
        if name.startswith(long):
            return name.replace(long, short)
    return name


def runs(bound: Bound, arrays: Arrays, weights: Arrays) -> tuple[Callable[[], Any], ...]:
    """Return the compiled forward, and forward with backward, to be timed."""
    inputs = [jnp.asarray(a) for a in arrays]
    loss = _loss(bound, weights)
    forward, full = jax.jit(loss), jax.jit(jax.value_and_grad(loss))
    return (
        lambda: jax.block_until_ready(forward(inputs)),
        lambda: jax.block_until_ready(full(inputs)),
    )


def _inner(equation: Any) -> Iterator[Any]:
    for value in equation.params.values():
        jaxpr = getattr(value, "jaxpr", None)
        if jaxpr is not None and hasattr(jaxpr, "eqns"):
            yield jaxpr


def _names(jaxpr: Any) -> Iterator[str]:
    for equation in jaxpr.eqns:
        inner = list(_inner(equation))
        if not inner:
            yield equation.primitive.name
        for one in inner:
            yield from _names(one)


def _depth(jaxpr: Any) -> int:
    depths: dict[Any, int] = {}
    for equation in jaxpr.eqns:
        own = max((_depth(one) for one in _inner(equation)), default=1)
        below = [depths.get(v, 0) for v in equation.invars if not hasattr(v, "val")]
        for variable in equation.outvars:
            depths[variable] = own + max(below, default=0)
    return max(depths.values(), default=0)


def _peak(loss: Any, inputs: list[Any]) -> int | None:
    try:
        memory = jax.jit(jax.grad(loss)).lower(inputs).compile().memory_analysis()
        return int(memory.temp_size_in_bytes + memory.output_size_in_bytes)
    except Exception:  # noqa: BLE001 (not every platform tells)
        return None
