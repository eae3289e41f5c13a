"""What `gradsan.at` needs of a framework: a dozen functions, none of which writes in place.

Positions are entries of the flattened tensor. While a function is traced (jit, vmap,
tf.function, torch.compile) an index may have no values yet; then positions are tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

OPS: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda old, value: old + value,
    "subtract": lambda old, value: old - value,
    "multiply": lambda old, value: old * value,
    "divide": lambda old, value: old / value,
    "power": lambda old, value: old**value,
}


class LostGradientError(TypeError):
    """A step that would cut the gradient without a word, refused."""


class Updates(Protocol):
    """A framework, as `at` sees it."""

    NAME: str

    def tensor(self, value: Any) -> Any:
        """Return the value as a tensor of the framework."""
        ...

    def like(self, value: Any, tensor: Any) -> Any:
        """Return the value as something that can be put into the tensor; refuse a lossy cast."""
        ...

    def shape(self, tensor: Any) -> tuple[int, ...]:
        """Return the shape; raise if a dimension is not known while tracing."""
        ...

    def concrete(self, index: Any) -> Any:
        """Return the index as a NumPy array, or None if it has no values yet."""
        ...

    def basic_get(self, tensor: Any, index: Any) -> Any:
        """Read at a basic index."""
        ...

    def basic_update(self, tensor: Any, index: Any, op: str, value: Any) -> Any:
        """Return the tensor changed at a basic index, the framework's own quickest way."""
        ...

    def operate(self, op: str, old: Any, value: Any) -> Any:
        """Combine old values with new ones."""
        ...

    def integers(self, index: Any, size: int, tensor: Any) -> Any:
        """Return an index without values as integers from 0 to size - 1; or a NumPy one."""
        ...

    def take(self, flat: Any, positions: Any) -> Any:
        """Read along the first axis at positions."""
        ...

    def put(self, flat: Any, positions: Any, values: Any) -> Any:
        """Return `flat` with the values at the positions, of which none repeats."""
        ...

    def last_writers(self, positions: Any, size: int) -> Any:
        """Return, for each of `size` entries, the last of the positions that names it, or -1."""
        ...

    def where(self, mask: Any, yes: Any, no: Any) -> Any:
        """Choose entry by entry."""
        ...

    def count_up(self, mask: Any, most: int) -> Any:
        """Return how many true entries lie before each entry of a flat mask, below `most`."""
        ...

    def reshape(self, tensor: Any, shape: tuple[int, ...]) -> Any:
        """Give another shape."""
        ...

    def broadcast(self, tensor: Any, shape: tuple[int, ...]) -> Any:
        """Repeat to a larger shape."""
        ...

    def reshape_index(self, positions: Any, shape: tuple[int, ...]) -> Any:
        """Give positions another shape; they may be a NumPy array."""
        ...


def refuse_lossy(value_kind: str, tensor_kind: str, shown: str) -> None:
    """Refuse to put a kind of number where it cannot be kept ("i" < "f" < "c")."""
    order = "bifc"
    if value_kind in "fc" and order.index(value_kind) > order.index(tensor_kind):
        raise LostGradientError(
            f"a {'complex' if value_kind == 'c' else 'floating-point'} value does not fit into "
            f"{shown}: it would be cut off, and its gradient with it; convert the tensor first"
        )


def unsqueezed(shape: tuple[int, ...], target: tuple[int, ...]) -> tuple[int, ...]:
    """Drop leading ones that the target has no room for, as NumPy's assignment does."""
    extra = len(shape) - len(target)
    if extra > 0 and all(size == 1 for size in shape[:extra]):
        return shape[extra:]
    return shape
