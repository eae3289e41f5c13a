"""NumPy's own assignment, on a copy: the meaning that the others follow."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradsan.backends.updating import OPS, refuse_lossy

NAME = "plain"


class PlainUpdates:
    """NumPy, as `at` sees it."""

    NAME = NAME

    def tensor(self, value: Any) -> Any:
        """Return the value as an array."""
        return np.asarray(value)

    def like(self, value: Any, tensor: Any) -> Any:
        """Return the value as an array of the same dtype."""
        array = np.asarray(value)
        refuse_lossy(_kind(array), _kind(tensor), f"a {tensor.dtype} array")
        return array.astype(tensor.dtype)

    def shape(self, tensor: Any) -> tuple[int, ...]:
        """Return the shape."""
        return tuple(tensor.shape)

    def concrete(self, index: Any) -> Any:
        """Return the index as an array."""
        return np.asarray(index)

    def basic_get(self, tensor: Any, index: Any) -> Any:
        """Read; a copy, so that nothing shares memory."""
        return tensor[index].copy()

    def basic_update(self, tensor: Any, index: Any, op: str, value: Any) -> Any:
        """Assign on a copy."""
        result = tensor.copy()
        result[index] = value if op == "set" else self.operate(op, tensor[index], value)
        return result

    def operate(self, op: str, old: Any, value: Any) -> Any:
        """Combine old values with new ones."""
        if op in OPS:
            return OPS[op](old, value)
        return np.minimum(old, value) if op == "min" else np.maximum(old, value)

    def integers(self, index: Any, size: int, tensor: Any) -> Any:
        """Return the index; NumPy's has values at all times."""
        return np.where(index < 0, index + size, index)

    def take(self, flat: Any, positions: Any) -> Any:
        """Read at positions."""
        return flat[positions]

    def put(self, flat: Any, positions: Any, values: Any) -> Any:
        """Write at positions of a copy."""
        result = flat.copy()
        result[positions] = values
        return result

    def last_writers(self, positions: Any, size: int) -> Any:
        """Return the last writer of each entry, or -1."""
        last = np.full(size, -1)
        last[positions] = np.arange(len(positions))
        return last

    def where(self, mask: Any, yes: Any, no: Any) -> Any:
        """Choose entry by entry."""
        return np.where(mask, yes, no)

    def count_up(self, mask: Any, most: int) -> Any:
        """Return how many true entries lie before each entry."""
        return np.clip(np.cumsum(mask) - 1, 0, most - 1)

    def reshape(self, tensor: Any, shape: tuple[int, ...]) -> Any:
        """Give another shape."""
        return tensor.reshape(shape)

    def broadcast(self, tensor: Any, shape: tuple[int, ...]) -> Any:
        """Repeat to a larger shape."""
        return np.broadcast_to(tensor, shape)

    def reshape_index(self, positions: Any, shape: tuple[int, ...]) -> Any:
        """Give positions another shape."""
        return positions.reshape(shape)


def _kind(array: Any) -> str:
    return {"u": "i"}.get(array.dtype.kind, str(array.dtype.kind))


UPDATES = PlainUpdates()
