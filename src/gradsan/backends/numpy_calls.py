"""What arrays with gradients need of a framework: its twin of a NumPy function."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
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


# Names that frameworks give to something else.
_OTHERS = frozenset({"select", "save", "insert", "vectorize", "copyto", "put"})


def nearest(module: Any, shown: str, name: str) -> str:
    """Name the function of a module that does the same, or an empty string.

    >>> import math
    >>> nearest(math, "math", "sqrt"), nearest(math, "math", "fft.fft")
    ('math.sqrt', '')
    """
    home, _, last = name.rpartition(".")
    if last in _OTHERS:
        return ""
    for inner in [home] if home else ["", "linalg"]:
        place = getattr(module, inner, None) if inner else module
        found = getattr(place, last, None)
        if callable(found) and not isinstance(found, ModuleType):
            return ".".join(part for part in (shown, inner, last) if part)
    return ""
