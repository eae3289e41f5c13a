"""`gradsan.at` over JAX: its own `.at` for basic indices, with the bounds that NumPy keeps."""

from __future__ import annotations

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from gradsan.backends.updating import OPS, refuse_lossy, unsqueezed


class JaxUpdates:
    """JAX, as `at` sees it."""

    NAME = "jax"

    def tensor(self, value: Any) -> Any:
        """Return the value as an array of JAX."""
        return value if isinstance(value, jax.Array) else jnp.asarray(value)

    def like(self, value: Any, tensor: Any) -> Any:
        """Return the value as an array of the same dtype."""
        if not isinstance(value, jax.Array):
            if type(value) is float and jnp.issubdtype(tensor.dtype, jnp.inexact):
                return jnp.asarray(value, tensor.dtype)
            value = jnp.asarray(value)
        refuse_lossy(_kind(value), _kind(tensor), f"a {tensor.dtype} array")
        return value if value.dtype == tensor.dtype else value.astype(tensor.dtype)

    def shape(self, tensor: Any) -> tuple[int, ...]:
        """Return the shape."""
        return tuple(tensor.shape)

    def concrete(self, index: Any) -> Any:
        """Return the index as an array of NumPy, unless it is traced."""
        return None if isinstance(index, jax.core.Tracer) else np.asarray(index)

    def basic_get(self, tensor: Any, index: Any) -> Any:
        """Read; an index past the end raises, as it does not in JAX."""
        _check_bounds(index, tensor.shape)
        return tensor[index]

    def basic_update(self, tensor: Any, index: Any, op: str, value: Any) -> Any:
        """Let JAX do it; a basic index names no entry twice."""
        _check_bounds(index, tensor.shape)
        if value.ndim > 1 and value.shape[0] == 1:
            dimensions = _dimensions(index, tensor.ndim)
            value = value.reshape(unsqueezed(value.shape, (0,) * dimensions))
        return getattr(tensor.at[index], op)(value, unique_indices=True)

    def operate(self, op: str, old: Any, value: Any) -> Any:
        """Combine old values with new ones."""
        if op in OPS:
            return OPS[op](old, value)
        return jnp.minimum(old, value) if op == "min" else jnp.maximum(old, value)

    def integers(self, index: Any, size: int, tensor: Any) -> Any:
        """Return the index as integers that count from 0."""
        index = jnp.asarray(index)
        return jnp.where(index < 0, index + size, index)

    def take(self, flat: Any, positions: Any) -> Any:
        """Read at positions."""
        return flat[positions]

    def put(self, flat: Any, positions: Any, values: Any) -> Any:
        """Write at positions of a copy."""
        return flat.at[positions].set(values, unique_indices=True)

    def last_writers(self, positions: Any, size: int) -> Any:
        """Return the last writer of each entry, or -1."""
        order = jnp.arange(positions.shape[0])
        return jnp.full((size,), -1).at[positions].max(order)

    def where(self, mask: Any, yes: Any, no: Any) -> Any:
        """Choose entry by entry."""
        return jnp.where(mask, yes, no)

    def count_up(self, mask: Any, most: int) -> Any:
        """Return how many true entries lie before each entry."""
        return jnp.clip(jnp.cumsum(mask) - 1, 0, most - 1)

    def reshape(self, tensor: Any, shape: tuple[int, ...]) -> Any:
        """Give another shape."""
        return tensor.reshape(shape)

    def broadcast(self, tensor: Any, shape: tuple[int, ...]) -> Any:
        """Repeat to a larger shape."""
        return jnp.broadcast_to(tensor, shape)

    def reshape_index(self, positions: Any, shape: tuple[int, ...]) -> Any:
        """Give positions another shape."""
        return positions.reshape(shape)


def _kind(array: Any) -> str:
    for kind, letter in ((jnp.bool_, "b"), (jnp.integer, "i"), (jnp.floating, "f")):
        if jnp.issubdtype(array.dtype, kind):
            return letter
    return "c"


def _dimensions(index: Any, dimensions: int) -> int:
    items = index if type(index) is tuple else (index,)
    return dimensions + sum((item is None) - (type(item) is int) for item in items)


def _check_bounds(index: Any, shape: tuple[int, ...]) -> None:
    """Raise where NumPy would: JAX reads the last entry and drops the write."""
    items = index if type(index) is tuple else (index,)
    if not any(type(item) is int for item in items):
        return
    left = sum(item is not None and item is not Ellipsis for item in items)
    axis = 0
    for item in items:
        if item is Ellipsis:
            axis = len(shape) - left
        elif item is not None:
            left -= 1
            if type(item) is int and axis < len(shape) and not -shape[axis] <= item < shape[axis]:
                raise IndexError(
                    f"index {item} is out of bounds for axis {axis} with size {shape[axis]}"
                )
            axis += 1


UPDATES = JaxUpdates()
