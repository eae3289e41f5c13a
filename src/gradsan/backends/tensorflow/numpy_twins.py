"""NumPy's functions that TensorFlow has no twin of, written with functions that keep gradients."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import tensorflow as tf


def median(a: Any, axis: Any = None, keepdims: bool = False) -> Any:
    """Do what `numpy.median` does."""
    return quantile(a, 0.5, axis, keepdims=keepdims)


def percentile(
    a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False
) -> Any:
    """Do what `numpy.percentile` does."""
    return quantile(a, np.asarray(_known(q)) / 100, axis, method, keepdims)


def quantile(
    a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False
) -> Any:
    """Do what `numpy.quantile` does: sort, and go linearly from one entry to the next."""
    if method != "linear":
        raise NotImplementedError(f"method={method!r}")
    rank = len(a.shape)
    axes = range(rank) if axis is None else (axis if isinstance(axis, list | tuple) else (axis,))
    gone = sorted(one % rank for one in axes)
    left = [one for one in range(rank) if one not in gone]
    flat = tf.reshape(tf.transpose(a, [*gone, *left]), [-1, *(a.shape[one] for one in left)])
    ordered = tf.sort(flat, axis=0)
    ordered = tf.where(tf.reduce_any(tf.math.is_nan(flat), 0, keepdims=True), np.nan, ordered)
    where = np.asarray(_known(q), np.float64) * (flat.shape[0] - 1)
    low = np.floor(where).astype(int)
    part = tf.constant((where - low).reshape(where.shape + (1,) * len(left)), a.dtype)
    below, above = tf.gather(ordered, low), tf.gather(ordered, np.ceil(where).astype(int))
    result = below + (above - below) * part
    if keepdims:
        shape = [1 if one in gone else a.shape[one] for one in range(rank)]
        result = tf.reshape(result, [*where.shape, *shape])
    return result


def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Do what `numpy.gradient` does, with differences of first order at the edges."""
    if edge_order != 1:
        raise NotImplementedError(f"edge_order={edge_order}")
    rank = len(f.shape)
    axes = range(rank) if axis is None else (axis if isinstance(axis, list | tuple) else (axis,))
    steps = varargs * len(axes) if len(varargs) == 1 else varargs or (1.0,) * len(axes)
    if len(steps) != len(axes):
        raise TypeError("invalid number of arguments")
    found = [_slope(f, one % rank, step) for one, step in zip(axes, steps, strict=True)]
    return found[0] if len(found) == 1 else tuple(found)


def _slope(f: Any, axis: int, step: Any) -> Any:
    first = [axis, *(one for one in range(len(f.shape)) if one != axis)]
    x = tf.transpose(f, first)
    known = np.asarray(_known(step), np.float64)
    gaps = np.diff(known) if known.ndim else np.full(x.shape[0] - 1, known)
    if len(gaps) != x.shape[0] - 1:
        raise ValueError("distances must match the length of the corresponding dimension")

    def column(values: Any) -> Any:
        return tf.constant(values.reshape((-1,) + (1,) * (len(f.shape) - 1)), f.dtype)

    before, after = gaps[:-1], gaps[1:]
    inner = (
        column(-after / (before * (before + after))) * x[:-2]
        + column((after - before) / (before * after)) * x[1:-1]
        + column(before / (after * (before + after))) * x[2:]
    )
    ends = (x[1:2] - x[:1]) / gaps[0], (x[-1:] - x[-2:-1]) / gaps[-1]
    return tf.transpose(tf.concat([ends[0], inner, ends[1]], 0), np.argsort(first))


def convolve(a: Any, v: Any, mode: str = "full") -> Any:
    """Do what `numpy.convolve` does."""
    long, short = (a, v) if a.shape[0] >= v.shape[0] else (v, a)
    size = short.shape[0]
    around = {"full": (size - 1, size - 1), "same": (size // 2, (size - 1) // 2), "valid": (0, 0)}
    if mode not in around:
        raise ValueError("mode must be 'full', 'same' or 'valid'")
    before, after = around[mode]
    signal = tf.pad(long, [[before, after]])[None, :, None]
    return tf.nn.conv1d(signal, tf.reverse(short, [0])[:, None, None], 1, "VALID")[0, :, 0]


def column_stack(tup: Sequence[Any]) -> Any:
    """Do what `numpy.column_stack` does."""
    return tf.concat([x[:, None] if len(x.shape) == 1 else x for x in tup], 1)


def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> list[Any]:
    """Do what `numpy.array_split` does: parts need not be of one size."""
    parts = np.array_split(np.arange(ary.shape[axis]), _known(indices_or_sections))
    return list(tf.split(ary, [len(part) for part in parts], axis))


def _known(value: Any) -> Any:
    """Return a value that was made a tensor as an array again."""
    if not isinstance(value, tf.Tensor):
        return value
    known = tf.get_static_value(value)
    if known is None:
        raise NotImplementedError("an argument whose value is not known while tracing")
    return known
