"""Take a backward pass of JAX apart: equations, residuals, and what XLA says of memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import jax
import jax.numpy as jnp

from gradsan.backends.deriving import Arrays, Bound
from gradsan.backends.jax.derivatives import _loss, _outputs
from gradsan.model.anatomy import Anatomy, Kept


def anatomy(bound: Bound, arrays: Arrays, weights: Arrays) -> Anatomy:
    """Trace the gradient, look at the residuals of vjp, and ask the compiler for memory."""
    inputs = [jnp.asarray(a) for a in arrays]
    loss = _loss(bound, weights)
    _, pullback = jax.vjp(lambda xs: _outputs(bound.call(xs)), inputs)
    own = {id(x) for x in inputs}
    kept = [
        Kept("residual", tuple(r.shape), str(r.dtype), int(r.nbytes))
        for r in jax.tree.leaves(pullback)
        if hasattr(r, "nbytes") and id(r) not in own
    ]
    jaxpr = jax.make_jaxpr(jax.grad(loss))(inputs).jaxpr
    names = Counter(_names(jaxpr))
    nodes = tuple(sorted(names.items()))
    return Anatomy(nodes, _depth(jaxpr), tuple(kept), _peak(loss, inputs), ())


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
