"""Make the inputs that a command line spells: NumPy draws, the framework takes over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradsan.backends.choice import part
from gradsan.model.input_spec import InputSpec, SpecError


def drawn(spec: InputSpec) -> Any:
    """Return the values as a NumPy array, float64, complex128 or int64.

    >>> drawn(InputSpec("ones", (2,)))
    array([1., 1.])
    """
    options = spec.options
    random = np.random.default_rng(int(options.get("seed", 0)))
    low, high = options.get("low", 0), options.get("high", 1)
    makers: dict[str, Callable[[], Any]] = {
        "randn": lambda: random.standard_normal(spec.shape),
        "rand": lambda: random.uniform(low, high, spec.shape),
        "randint": lambda: random.integers(low, max(high, low + 1), spec.shape),
        "zeros": lambda: np.zeros(spec.shape),
        "ones": lambda: np.ones(spec.shape),
        "full": lambda: np.full(spec.shape, float(options.get("value", 0))),
        "arange": lambda: np.arange(*spec.shape),
        "eye": lambda: np.eye(spec.shape[0], spec.shape[-1]),
        "values": lambda: np.asarray(spec.values),
    }
    try:
        array = makers[spec.maker]()
        is_drawn = spec.maker in ("randn", "rand") and spec.dtype.startswith("complex")
        return array + 1j * makers[spec.maker]() if is_drawn else array
    except (TypeError, ValueError, IndexError) as error:
        raise SpecError(f"cannot make {spec.maker}{spec.shape}: {error}") from None


def made(spec: InputSpec, framework: str) -> Any:
    """Return the input as a tensor of the framework."""
    array = drawn(spec)
    is_spelled = spec.maker == "values" and "dtype" not in spec.options
    kept = str(array.dtype) if is_spelled and array.dtype.kind != "f" else spec.dtype
    return part(framework, "making").make(array, kept, str(spec.options.get("device", "")))
