"""`@gradsan.numpy_function`: write a function in NumPy, call it with tensors."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from gradsan.backends.choice import PLAIN, framework_of
from gradsan.transforms.arrays import GradArray, as_numpy

P = ParamSpec("P")
R = TypeVar("R")


def numpy_function(function: Callable[P, R]) -> Callable[P, R]:
    """Let a function that was written for NumPy take tensors and keep their gradients.

    Tensors among the arguments, also in lists, tuples and dicts, become arrays of
    `gradsan.as_numpy`; arrays in the result become tensors again. Called with plain arrays it
    is the function itself.

    >>> import numpy as np
    >>> @numpy_function
    ... def rms(x):
    ...     return np.sqrt(np.mean(x**2))
    >>> float(rms(np.array([3.0, 4.0])))
    3.5355339059327378
    """

    @functools.wraps(function)
    def with_gradients(*args: P.args, **kwargs: P.kwargs) -> R:
        result: R = _unwrapped(function(*_wrapped(args), **_wrapped(kwargs)))
        return result

    return with_gradients


def _wrapped(value: Any) -> Any:
    if isinstance(value, list | tuple) and not hasattr(value, "_fields"):
        return type(value)(map(_wrapped, value))
    if isinstance(value, dict):
        return {key: _wrapped(item) for key, item in value.items()}
    return as_numpy(value) if framework_of(value) != PLAIN else value


def _unwrapped(value: Any) -> Any:
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(_unwrapped, value))
    if isinstance(value, list | tuple):
        return type(value)(map(_unwrapped, value))
    if isinstance(value, dict):
        return {key: _unwrapped(item) for key, item in value.items()}
    return value.tensor if isinstance(value, GradArray) else value
