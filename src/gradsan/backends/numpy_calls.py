"""What arrays with gradients need of a framework: its twin of a NumPy function."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class NumpyCalls(Protocol):
    """A framework that speaks NumPy."""

    def find(self, name: str) -> Callable[..., Any] | None:
        """Return what does the same as `numpy.NAME` on tensors, or None."""
        ...

    def native(self, name: str) -> str:
        """Name the framework's own function that comes nearest, or an empty string."""
        ...

    def number(self, value: Any, tensor: Any) -> Any:
        """Return a Python or NumPy number as it goes along with a tensor."""
        ...

    def operand(self, value: Any, tensor: Any) -> Any:
        """Return a NumPy array as it goes along with a tensor."""
        ...

    def dtype(self, tensor: Any) -> Any:
        """Return NumPy's name for the dtype."""
        ...

    def cast(self, tensor: Any, dtype: Any) -> Any:
        """Return the tensor in another dtype, given as NumPy has it."""
        ...

    def is_cut(self, results: Any, tensors: Any) -> bool:
        """Tell whether the results have lost a gradient that the tensors carry, if it is known."""
        ...


def nearest(module: Any, shown: str, name: str) -> str:
    """Name a function of the module with this name or one that starts like it."""
    last = name.rpartition(".")[2]
    if hasattr(module, last):
        return f"{shown}.{last}"
    linear = getattr(module, "linalg", None)
    return f"{shown}.linalg.{last}" if linear is not None and hasattr(linear, last) else ""
