"""Where values leave the graph of TensorFlow: NumPy, numbers, stop_gradient, assign.

The function is run eagerly through doors that are watched. NumPy reads the memory of a tensor
without asking it, so the name that the function has for NumPy is exchanged for a watched one.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import tensorflow as tf

from gradsan.backends.captured import exchanged, held
from gradsan.backends.cutting import Record, patched
from gradsan.backends.deriving import Arrays, Bound
from gradsan.backends.nests import leaves
from gradsan.backends.tensorflow.binding import at
from gradsan.backends.tensorflow.derivatives import _outputs

_METHODS = {
    "numpy": ".numpy()", "__array__": "NumPy", "__float__": "float()", "__int__": "int()",
    "__complex__": "complex()",
}  # fmt: skip
_ASSIGNS = ("assign", "assign_add", "assign_sub")


def watched(bound: Bound, arrays: Arrays, record: Record) -> list[Any]:
    """Run the function with its doors watched."""
    tensor_type = _defining(type(tf.constant(0.0)), "numpy")
    variable_type = _defining(type(tf.Variable(0.0)), "assign")
    were_eager = tf.config.functions_run_eagerly()
    with ExitStack() as stack:
        inputs = stack.enter_context(at(bound, arrays))  # first: it assigns, too
        stack.callback(tf.config.run_functions_eagerly, were_eager)
        tf.config.run_functions_eagerly(True)
        for name in ("stop_gradient", "numpy_function"):
            stack.enter_context(patched(tf, name, partial(_function, record, f"tf.{name}")))
        for name, deed in _METHODS.items():
            owner = tensor_type if hasattr(tensor_type, name) else type(tf.constant(0.0))
            stack.enter_context(patched(owner, name, partial(_method, record, deed)))
        for name in _ASSIGNS:
            stack.enter_context(patched(variable_type, name, partial(_assign, record, name)))
        doors = [(one, _watched_numpy(record, one.value)) for one in held([bound.fn], _is_numpy)]
        with exchanged(doors):
            outputs = _outputs(bound.call(inputs))
    return [out.numpy() for out in outputs]


def _defining(kind: type, name: str) -> type:
    """Return the class in which a method is written."""
    return next(one for one in kind.__mro__ if name in vars(one))


def _is_numpy(value: Any) -> bool:
    if isinstance(value, ModuleType):
        return value is np or value.__name__.startswith("numpy.")
    if isinstance(value, type) or not callable(value):
        return False
    return isinstance(value, np.ufunc) or (
        isinstance(value, FunctionType | type(np.sum))
        and str(getattr(value, "__module__", "")).startswith("numpy")
    )


def _watched_numpy(record: Record, value: Any) -> Any:
    return _Numpy(record, value) if isinstance(value, ModuleType) else _call(record, value)


class _Numpy:
    """NumPy, or a part of it, whose functions tell when they are given a tensor."""

    def __init__(self, record: Record, module: ModuleType) -> None:
        self._record, self._module = record, module

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._module, name)
        if isinstance(value, ModuleType):
            return _Numpy(self._record, value)
        is_function = callable(value) and not isinstance(value, type)
        return _call(self._record, value) if is_function else value


def _call(record: Record, original: Callable[..., Any]) -> Callable[..., Any]:
    deed = f"np.{getattr(original, '__name__', '')}"

    def call(*args: Any, **kwargs: Any) -> Any:
        result = original(*args, **kwargs)
        given = [value for _, value in leaves([list(args), kwargs])]
        if any(isinstance(value, tf.Tensor | tf.Variable) for value in given):
            return record.passes(deed, result)
        return result

    return call


def _function(record: Record, deed: str, original: Callable[..., Any]) -> Callable[..., Any]:
    def function(*args: Any, **kwargs: Any) -> Any:
        return record.passes(deed, original(*args, **kwargs))

    return function


def _method(record: Record, deed: str, original: Callable[..., Any]) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        result = original(self, *args, **kwargs)
        is_real = self.dtype.is_floating or self.dtype.is_complex
        return record.passes(deed, result) if is_real else result

    return method


def _assign(record: Record, name: str, original: Callable[..., Any]) -> Callable[..., Any]:
    def assign(self: Any, *args: Any, **kwargs: Any) -> Any:
        result = original(self, *args, **kwargs)
        if not self.dtype.is_floating:
            return result
        number = len(record.cuts)
        kept = record.passes(f".{name}()", tf.identity(self))
        if number in record.held:
            tf.raw_ops.AssignVariableOp(resource=self.handle, value=kept)
        return result

    return assign
