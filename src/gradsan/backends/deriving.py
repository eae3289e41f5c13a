"""What verify and compare need of a framework: run a function and differentiate it.

Everything goes in and comes out as NumPy arrays; tensors exist only inside. A function is
reduced to one number, the sum of its outputs times fixed weights, so that no framework's
convention for complex or several outputs matters.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np

Arrays: TypeAlias = Sequence[Any]
Function: TypeAlias = Callable[[Sequence[Any]], Any]  # tensors in, nest of tensors out


@dataclass(frozen=True, slots=True)
class Bound:
    """A function with its arguments: which of them are differentiated, and how it is called."""

    names: tuple[str, ...]  # of the inputs that are differentiated
    arrays: tuple[Any, ...]  # their values
    call: Function  # takes a tensor for each of them
    fn: Any = None  # as it was given
    remarks: tuple[str, ...] = ()  # what is not differentiated, and why
    is_eager: bool = False  # a compiled function is run as the one it was compiled from
    own: Any = None  # what the backend makes its inputs with


def width_for(array: Any, precise: bool) -> str:
    """Return the dtype to run in: float64 if precise or so given, else float32."""
    return "float64" if precise or str(array.dtype) in ("float64", "complex128") else "float32"


def parts(array: Any) -> Any:
    """Return a complex array as a real one: real and imaginary part are the last dimension."""
    if array.dtype.kind != "c":
        return array
    return np.stack([array.real, array.imag], -1)


def part_name(name: str, is_complex: bool) -> str:
    """Name an input; the last index of a complex one is 0 (re) or 1 (im)."""
    return f"{name} (re, im)" if is_complex else name


class NoDerivativeError(Exception):
    """A derivative that the framework does not have for this function."""


class Derivatives(Protocol):
    """A framework, as verify and compare see it."""

    NAME: str

    def bind(self, fn: Any, args: Sequence[Any], *, precise: bool) -> Bound:
        """Make a function of its floating-point arguments; in float64 if precise."""
        ...

    def settled(self, seed: int, *, precise: bool) -> AbstractContextManager[Any]:
        """Let random numbers be the same inside each time, and float64 be allowed."""
        ...

    def outputs(self, bound: Bound, arrays: Arrays) -> list[Any]:
        """Run; return the floating-point outputs."""
        ...

    def precision(self, bound: Bound, arrays: Arrays) -> float:
        """Return the relative spacing of the coarsest output."""
        ...

    def gradients(self, bound: Bound, arrays: Arrays, weights: Arrays) -> list[Any | None]:
        """Differentiate the weighted sum of the outputs; None where there is no path."""
        ...

    def tangents(self, bound: Bound, arrays: Arrays, directions: Arrays) -> list[Any]:
        """Differentiate along a direction by forward mode; NoDerivativeError if there is none."""
        ...

    def second(
        self, bound: Bound, arrays: Arrays, weights: Arrays, directions: Arrays
    ) -> list[Any | None]:
        """Differentiate the directional derivative once more."""
        ...

    def out_of_place(self, bound: Bound, arrays: Arrays, weights: Arrays) -> list[Any | None]:
        """Differentiate with every write in place replaced by a new tensor."""
        ...

    def eager_twin(self, fn: Any) -> Any | None:
        """Return the function that a compiled one was made of, if it is known."""
        ...

    def custom_rules(self, bound: Bound, arrays: Arrays) -> list[str]:
        """Name the derivative rules that were written by hand, with their places."""
        ...

    def remarks(self, fn: Any, args: Sequence[Any]) -> list[str]:
        """Say what only this framework can know about a call (an index past the end)."""
        ...
