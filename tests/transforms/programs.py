"""A program in NumPy, with arguments, for every function that `gradsan.as_numpy` covers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

RANDOM = np.random.default_rng(1)
A = RANDOM.uniform(0.1, 0.9, (2, 3))
B = RANDOM.uniform(1.1, 1.9, (2, 3))
SQUARE = RANDOM.uniform(0.1, 0.9, (3, 3)) + 2 * np.eye(3)
HIGH = RANDOM.uniform(1.1, 1.9, (2, 3, 2))


def _names(text: str) -> list[str]:
    return text.split()


def along_axis(name: str) -> Callable[[Any], Any]:
    return lambda x: getattr(np, name)(x, axis=1)


ONE = _names(
    """
    sin cos tan arcsin arccos arctan sinh cosh tanh arcsinh arctanh exp exp2 expm1 log log2
    log10 log1p sqrt cbrt square absolute fabs negative positive reciprocal deg2rad rad2deg
    conjugate sinc copy real ravel nan_to_num
    """
)
TWO = _names(
    """
    arctan2 logaddexp logaddexp2 add subtract multiply divide power maximum minimum fmax fmin
    hypot float_power remainder vdot inner outer kron append
    """
)
REDUCE = _names(
    """
    sum prod mean std var max min amax amin cumsum cumprod median sort ptp average
    """
)

# name of the function: a program in NumPy, and its arguments
PROGRAMS: dict[str, tuple[Callable[..., Any], list[Any]]] = {
    **{name: (getattr(np, name), [A]) for name in ONE},
    **{name: (getattr(np, name), [A, B]) for name in TWO},
    **{name: (along_axis(name), [A]) for name in REDUCE},
    "arccosh": (np.arccosh, [B]),
    "matmul": (np.matmul, [A, A.T.copy()]),
    "diff": (np.diff, [A]),
    "quantile": (lambda x: np.quantile(x, 0.3, axis=0), [A]),
    "percentile": (lambda x: np.percentile(x, 30, axis=0), [A]),
    "gradient": (lambda x: np.gradient(x, axis=1), [A]),
    "convolve": (np.convolve, [A[0], B[0]]),
    "dot": (np.dot, [A, A.T.copy()]),
    "tensordot": (lambda x, y: np.tensordot(x, y, axes=([1], [1])), [A, B]),
    "einsum": (lambda x, y: np.einsum("ij,kj->ik", x, y), [A, B]),
    "trace": (np.trace, [SQUARE]),
    "cross": (np.cross, [A, B]),
    "diag": (np.diag, [SQUARE]),
    "tril": (np.tril, [SQUARE]),
    "triu": (np.triu, [SQUARE]),
    "roll": (lambda x: np.roll(x, 1, axis=1), [A]),
    "tile": (lambda x: np.tile(x, (2, 2)), [A]),
    "repeat": (lambda x: np.repeat(x, 2, axis=0), [A]),
    "concatenate": (lambda x, y: np.concatenate([x, y], axis=1), [A, B]),
    "stack": (lambda x, y: np.stack([x, y], axis=1), [A, B]),
    "vstack": (lambda x, y: np.vstack([x, y]), [A, B]),
    "hstack": (lambda x, y: np.hstack([x, y]), [A, B]),
    "dstack": (lambda x, y: np.dstack([x, y]), [A, B]),
    "column_stack": (lambda x, y: np.column_stack([x, y]), [A, B]),
    "pad": (lambda x: np.pad(x, ((1, 0), (0, 2)), mode="constant"), [A]),
    "where": (lambda x, y: np.where(x > 0.5, x, y), [A, B]),
    "clip": (lambda x: np.clip(x, 0.3, 0.7), [A]),
    "take": (lambda x: np.take(x, np.array([2, 0, 2]), axis=1), [A]),
    "take_along_axis": (lambda x: np.take_along_axis(x, np.array([[2, 0], [1, 1]]), 1), [A]),
    "linalg.inv": (np.linalg.inv, [SQUARE]),
    "linalg.det": (np.linalg.det, [SQUARE]),
    "linalg.slogdet": (lambda x: np.linalg.slogdet(x)[1], [SQUARE]),
    "linalg.solve": (np.linalg.solve, [SQUARE, A[0]]),
    "linalg.norm": (np.linalg.norm, [A]),
    "linalg.cholesky": (lambda x: np.linalg.cholesky(x @ x.T), [SQUARE]),
    "linalg.eigvalsh": (lambda x: np.linalg.eigvalsh(x + x.T), [SQUARE]),
    "linalg.eigh": (lambda x: np.abs(np.linalg.eigh(x + x.T)[1]), [SQUARE]),
    "linalg.svd": (lambda x: np.linalg.svd(x, full_matrices=False)[1], [A]),
    "linalg.qr": (lambda x: np.abs(np.linalg.qr(x)[1]), [SQUARE]),
    "linalg.matrix_power": (lambda x: np.linalg.matrix_power(x, 3), [SQUARE]),
    "linalg.pinv": (np.linalg.pinv, [A]),
    "reshape": (lambda x: np.reshape(x, (3, 2)), [A]),
    "transpose": (lambda x: np.transpose(x, (1, 0, 2)), [HIGH]),
    "swapaxes": (lambda x: np.swapaxes(x, 0, 2), [HIGH]),
    "moveaxis": (lambda x: np.moveaxis(x, 0, 2), [HIGH]),
    "squeeze": (lambda x: np.squeeze(x[:1], axis=0), [A]),
    "expand_dims": (lambda x: np.expand_dims(x, 1), [A]),
    "broadcast_to": (lambda x: np.broadcast_to(x, (2, 2, 3)), [A]),
    "flip": (lambda x: np.flip(x, 1), [A]),
    "fliplr": (np.fliplr, [A]),
    "flipud": (np.flipud, [A]),
    "rot90": (np.rot90, [A]),
    "atleast_1d": (np.atleast_1d, [A]),
    "atleast_2d": (lambda x: np.atleast_2d(x[0]), [A]),
    "atleast_3d": (np.atleast_3d, [A]),
    "diagonal": (np.diagonal, [SQUARE]),
    "split": (lambda x: np.split(x, 3, axis=1)[1], [A]),
    "array_split": (lambda x: np.array_split(x, 2, axis=1)[0], [A]),
    "hsplit": (lambda x: np.hsplit(x, 3)[2], [A]),
    "vsplit": (lambda x: np.vsplit(x, 2)[1], [A]),
    "dsplit": (lambda x: np.dsplit(x, 2)[1], [HIGH]),
}

# Other ways to call a few of them.
VARIANTS: dict[str, tuple[Callable[..., Any], list[Any]]] = {
    "median of all": (np.median, [A]),
    "median, even, kept": (lambda x: np.median(x, axis=0, keepdims=True), [A]),
    "quantiles": (lambda x: np.quantile(x, np.array([0.1, 0.5, 0.9]), axis=1), [A]),
    "quantile over two": (lambda x: np.quantile(x, 0.25, axis=(0, 2)), [HIGH]),
    "percentile of all": (lambda x: np.percentile(x, 80), [A]),
    "gradient, spaced": (lambda x: np.gradient(x, 0.5, axis=0), [A]),
    "gradient at points": (lambda x: np.gradient(x, np.array([0.0, 1.0, 3.0]), axis=1), [A]),
    "gradient along both": (lambda x: np.stack([*np.gradient(x)]), [A]),
    "convolve, same": (lambda x, y: np.convolve(x, y[:2], mode="same"), [SQUARE[0], B[0]]),
    "convolve, valid": (lambda x, y: np.convolve(x[:2], y, mode="valid"), [SQUARE[0], B[0]]),
    "column_stack of rows": (lambda x, y: np.column_stack([x[0], y[0], y[1]]), [A, B]),
    "array_split, uneven": (lambda x: np.array_split(x, 2, axis=1)[1] * 2, [A]),
    "array_split at": (lambda x: np.array_split(x, [1, 2], axis=0)[1], [SQUARE]),
}


def weighted(value: Any) -> Any:
    """Weigh the entries, so that no two of them can be mixed up."""
    shape = value.shape
    weights = np.cos(np.arange(float(np.prod(shape)))).reshape(shape) + 2.0
    return value * weights
