"""NumPy's functions over TensorFlow: tf.experimental.numpy, and tf.linalg where it has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import tensorflow as tf
import tensorflow.experimental.numpy as tnp

from gradsan.backends.numpy_calls import nearest
from gradsan.backends.tensorflow import numpy_twins


class TensorFlowNumpyCalls:
    """TensorFlow, speaking NumPy."""

    def find(self, name: str) -> Callable[..., Any] | None:
        """Return our own function, or that of tf.experimental.numpy."""
        own = _OWN.get(name)
        found: Callable[..., Any] | None = own or getattr(tnp, name, None)
        return found

    def native(self, name: str) -> str:
        """Name TensorFlow's own function."""
        places = ((tf, "tf"), (tf.math, "tf.math"), (tnp, "tf.experimental.numpy"))
        for module, shown in places:
            if found := nearest(module, shown, name):
                return found
        home, _, last = name.rpartition(".")
        return nearest(tf.signal, "tf.signal", last) if home == "fft" else ""

    def number(self, value: Any, tensor: Any) -> Any:
        """Return the number in the tensor's dtype."""
        if isinstance(value, bool | np.bool_):
            return tf.constant(bool(value))
        if isinstance(value, complex) or not (tensor.dtype.is_floating or tensor.dtype.is_complex):
            return tf.constant(value)
        return tf.constant(value, tensor.dtype)

    def operand(self, value: Any, tensor: Any) -> Any:
        """Return the array as a tensor; floating point takes the tensor's width."""
        if value.dtype.kind == "f" and tensor.dtype.is_floating:
            return tf.constant(value, tensor.dtype)
        return tf.constant(value)

    def dtype(self, tensor: Any) -> Any:
        """Return NumPy's dtype."""
        return np.dtype(tensor.dtype.as_numpy_dtype)

    def cast(self, tensor: Any, dtype: Any) -> Any:
        """Return the tensor in another dtype."""
        return tf.cast(tensor, dtype)

    def is_cut(self, results: Any, tensors: Any) -> bool:
        """Tell nothing: a tape is asked for gradients only at its end."""
        return False


def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A002
    kind = "euclidean" if ord is None or ord == "fro" else ord
    return tf.norm(x, kind, axis, keepdims)


def _solve(a: Any, b: Any) -> Any:
    if len(b.shape) == 1:
        return tf.linalg.solve(a, b[:, None])[:, 0]
    return tf.linalg.solve(a, b)


def _eigh(a: Any) -> tuple[Any, Any]:
    return tuple(tf.linalg.eigh(a))


def _svd(a: Any, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    if not compute_uv:
        return tf.linalg.svd(a, compute_uv=False)
    s, u, v = tf.linalg.svd(a, full_matrices=full_matrices)
    return u, s, tf.linalg.adjoint(v)


def _matrix_power(a: Any, n: int) -> Any:
    if n < 0:
        return _matrix_power(tf.linalg.inv(a), -n)
    result = tf.eye(a.shape[-1], dtype=a.dtype) if n == 0 else a
    for _ in range(n - 1):
        result = tf.matmul(result, a)
    return result


def _round(x: Any, decimals: int = 0) -> Any:
    return tf.round(x * 10.0**decimals) / 10.0**decimals


_OWN: dict[str, Callable[..., Any]] = {
    **{
        name: getattr(numpy_twins, name)
        for name in (
            "median",
            "quantile",
            "percentile",
            "gradient",
            "convolve",
            "column_stack",
            "array_split",
        )
    },
    "fmax": tf.maximum,
    "fmin": tf.minimum,
    "rint": tf.round,
    "round": _round,
    "around": _round,
    "trunc": lambda x: tf.where(x < 0, tf.math.ceil(x), tf.math.floor(x)),
    "nan_to_num": lambda x: tf.where(tf.math.is_nan(x), tf.zeros_like(x), x),
    "linalg.inv": tf.linalg.inv,
    "linalg.det": tf.linalg.det,
    "linalg.slogdet": lambda a: tuple(tf.linalg.slogdet(a)),
    "linalg.solve": _solve,
    "linalg.norm": _norm,
    "linalg.cholesky": tf.linalg.cholesky,
    "linalg.eigvalsh": tf.linalg.eigvalsh,
    "linalg.eigh": _eigh,
    "linalg.svd": _svd,
    "linalg.qr": lambda a: tuple(tf.linalg.qr(a)),
    "linalg.matrix_power": _matrix_power,
    "linalg.pinv": tf.linalg.pinv,
}

CALLS = TensorFlowNumpyCalls()
