"""Where values leave the graph of JAX: stop_gradient, and numbers taken in eager gradients.

The function is run without jit on plain arrays, through doors that are watched. float() and
NumPy's functions are no doors: under jax.grad they raise by themselves.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from gradsan.backends.captured import exchanged, held
from gradsan.backends.cutting import Record, patched
from gradsan.backends.deriving import Arrays, Bound
from gradsan.backends.jax.derivatives import _outputs

_METHODS = {"item": ".item()", "__int__": "int()", "__round__": "round()"}


def watched(bound: Bound, arrays: Arrays, record: Record) -> list[Any]:
    """Run the function with its doors watched."""
    stop = jax.lax.stop_gradient
    door = _door(record, "stop_gradient", stop)
    array_type = type(jnp.zeros(()))  # jaxlib's; its methods are set from Python
    inside = [one for one in held([bound.fn], lambda value: value is stop) if one.value is stop]
    with ExitStack() as stack:
        stack.enter_context(jax.disable_jit())
        stack.enter_context(patched(jax.lax, "stop_gradient", lambda _: door))
        stack.enter_context(exchanged([(one, door) for one in inside]))
        for name, deed in _METHODS.items():
            if hasattr(array_type, name):
                stack.enter_context(patched(array_type, name, partial(_method, record, deed)))
        return [np.asarray(out) for out in _outputs(bound.call([jnp.asarray(a) for a in arrays]))]


def _door(record: Record, deed: str, original: Callable[..., Any]) -> Callable[..., Any]:
    def door(value: Any) -> Any:
        return record.passes(deed, original(value))

    return door


def _method(record: Record, deed: str, original: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, *args: Any) -> Any:
        result = original(self, *args)
        is_real = jnp.issubdtype(self.dtype, jnp.floating)
        return record.passes(deed, result) if is_real else result

    return method
