"""Call the framework's twin of a NumPy function, or say which native function to use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gradsan.backends.choice import PLAIN, framework_of, part
from gradsan.backends.numpy_calls import NumpyCalls
from gradsan.backends.updating import LostGradientError
from gradsan.transforms.covered import ALIASES, COVERED, FLAT

_SCALARS_ARE_VALUES = frozenset({"where", "clip", "nan_to_num"})


class NotCoveredError(TypeError):
    """A NumPy function that is not known to keep the gradient."""


def calls_of(tensor: Any) -> NumpyCalls:
    """Return our part for the framework of a tensor."""
    calls: NumpyCalls = part(framework_of(tensor), "numpy_functions").CALLS
    return calls


def call(
    name: str, args: Sequence[Any], kwargs: Mapping[str, Any], *, is_ufunc: bool = False
) -> Any:
    """Do on tensors what `numpy.NAME` does on arrays; return tensors."""
    name = ALIASES.get(name, name)
    tensors = list(_tensors((args, kwargs)))
    first = tensors[0]
    framework_of(*tensors)  # two frameworks do not go together
    calls = calls_of(first)
    twin = calls.find(name) if name in COVERED else None
    if twin is None:
        raise NotCoveredError(_advice(name, calls, framework_of(first)))
    takes_numbers = is_ufunc or name in _SCALARS_ARE_VALUES

    def bare(value: Any) -> Any:
        if hasattr(value, "tensor") and hasattr(value, "__array_ufunc__"):
            return value.tensor
        if isinstance(value, list | tuple):
            return type(value)(map(bare, value))
        if isinstance(value, np.ndarray):
            return calls.operand(value, first)
        if takes_numbers and isinstance(value, int | float | complex | np.generic):
            return calls.number(value, first)
        return value

    given = {key: bare(value) for key, value in kwargs.items() if _matters(key, value)}
    try:
        result = twin(*map(bare, args), **given)
    except NotImplementedError as error:
        raise NotCoveredError(f"{_advice(name, calls, framework_of(first))} ({error})") from error
    results = result if isinstance(result, list | tuple) else (result,)
    if name not in FLAT and calls.is_cut(results, tensors):
        raise LostGradientError(f"np.{name} lost the gradient here; {_advice(name, calls, '')}")
    return result


def _matters(key: str, value: Any) -> bool:
    """Drop what NumPy hands over as «not given»."""
    if value is np._NoValue:
        return False
    return not (key in ("where", "subok") and value is True) and key != "like"


def _tensors(value: Any) -> Any:
    if isinstance(value, list | tuple):
        for item in value:
            yield from _tensors(item)
    elif isinstance(value, dict):
        yield from _tensors(list(value.values()))
    elif hasattr(value, "tensor") and hasattr(value, "__array_ufunc__"):
        yield value.tensor
    elif not isinstance(value, np.ndarray) and framework_of(value) != PLAIN:
        yield value


def _advice(name: str, calls: NumpyCalls, framework: str) -> str:
    native = calls.native(name)
    words = f"use {native} on x.tensor" if native else "write it with functions that are"
    where = f" for {framework}" if framework else ""
    return f"np.{name} is not covered{where}: {words}, and gradsan.as_numpy its result"
