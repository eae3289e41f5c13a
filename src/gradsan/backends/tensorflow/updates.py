"""`gradsan.at` over TensorFlow: a strided-slice update for basic indices, a scatter for others."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import tensorflow as tf

from gradsan.backends.updating import OPS, refuse_lossy, unsqueezed


class TensorFlowUpdates:
    """TensorFlow, as `at` sees it."""

    NAME = "tensorflow"

    def tensor(self, value: Any) -> Any:
        """Return the value as a tensor; a variable is read."""
        return tf.convert_to_tensor(value)

    def like(self, value: Any, tensor: Any) -> Any:
        """Return the value as a tensor of the same dtype."""
        if type(value) in (int, float) and tensor.dtype.is_floating:
            return tf.constant(value, tensor.dtype)
        value = tf.convert_to_tensor(value)
        refuse_lossy(_kind(value), _kind(tensor), f"a {tensor.dtype.name} tensor")
        return value if value.dtype == tensor.dtype else tf.cast(value, tensor.dtype)

    def shape(self, tensor: Any) -> tuple[int, ...]:
        """Return the shape; a dimension that is not known cannot be indexed by arrays."""
        if tensor.shape.rank is None or None in tuple(tensor.shape):
            raise ValueError(
                f"the shape {tensor.shape} is not known while tf.function traces; give it an "
                "input_signature with whole shapes, or use slices and masks only"
            )
        return tuple(tensor.shape)

    def concrete(self, index: Any) -> Any:
        """Return the index as an array, unless it is traced."""
        if isinstance(index, tf.Tensor | tf.Variable):
            index = tf.convert_to_tensor(index)
            return index.numpy() if hasattr(index, "numpy") else None
        return np.asarray(index)

    def basic_get(self, tensor: Any, index: Any) -> Any:
        """Read; an int past the end raises in both modes."""
        _check_bounds(index, tensor.shape)
        return tf.raw_ops.StridedSlice(input=tensor, **_strided(index))

    def basic_update(self, tensor: Any, index: Any, op: str, value: Any) -> Any:
        """Update a strided slice: one op, with a gradient of its own."""
        if op == "set" and tensor.shape.is_fully_defined():
            # NumPy tells the shape, and what is out of bounds, without an op.
            shape = _without_memory(tuple(tensor.shape))[index].shape
        else:
            entries = self.basic_get(tensor, index)
            if op != "set":
                value = self.operate(op, entries, value)
            shape = tuple(entries.shape) if entries.shape.is_fully_defined() else tf.shape(entries)
        # The op broadcasts a single number by itself, but not under XLA.
        is_number = value.shape.rank == 0 and tf.executing_eagerly()
        if not is_number and not (isinstance(shape, tuple) and tuple(value.shape) == shape):
            value = _broadcast_into(value, shape)
        return tf.raw_ops.TensorStridedSliceUpdate(input=tensor, value=value, **_strided(index))

    def operate(self, op: str, old: Any, value: Any) -> Any:
        """Combine old values with new ones."""
        if op in OPS:
            return OPS[op](old, value)
        return tf.minimum(old, value) if op == "min" else tf.maximum(old, value)

    def integers(self, index: Any, size: int, tensor: Any) -> Any:
        """Return the index as integers that count from 0."""
        index = tf.cast(index, tf.int64)
        return tf.where(index < 0, index + size, index)

    def take(self, flat: Any, positions: Any) -> Any:
        """Read at positions."""
        return tf.gather(flat, positions)

    def put(self, flat: Any, positions: Any, values: Any) -> Any:
        """Write at positions of a copy."""
        if positions.max(initial=0) < 2**31:  # tf.vectorized_map takes no int64 here
            positions = positions.astype(np.int32)
        return tf.tensor_scatter_nd_update(flat, positions[:, None], values)

    def last_writers(self, positions: Any, size: int) -> Any:
        """Return the last writer of each entry, or -1."""
        order = tf.range(tf.size(positions, out_type=tf.int64))
        none = tf.fill([size], tf.constant(-1, tf.int64))
        return tf.tensor_scatter_nd_max(none, positions[:, None], order)

    def where(self, mask: Any, yes: Any, no: Any) -> Any:
        """Choose entry by entry."""
        return tf.where(mask, yes, no)

    def count_up(self, mask: Any, most: int) -> Any:
        """Return how many true entries lie before each entry."""
        return tf.clip_by_value(tf.cumsum(tf.cast(mask, tf.int64)) - 1, 0, most - 1)

    def reshape(self, tensor: Any, shape: tuple[int, ...]) -> Any:
        """Give another shape."""
        if None in shape:  # a mask that is traced may have no size yet
            known = tf.shape(tensor)
            return tf.reshape(tensor, [known[n] if s is None else s for n, s in enumerate(shape)])
        return tf.reshape(tensor, shape)

    def broadcast(self, tensor: Any, shape: tuple[int, ...]) -> Any:
        """Repeat to a larger shape."""
        return tf.broadcast_to(tensor, shape)

    def reshape_index(self, positions: Any, shape: tuple[int, ...]) -> Any:
        """Give positions another shape."""
        if isinstance(positions, np.ndarray):
            return positions.reshape(shape)
        return tf.reshape(positions, shape)


def _kind(tensor: Any) -> str:
    dtype = tensor.dtype
    return "f" if dtype.is_floating else "c" if dtype.is_complex else "b" if dtype.is_bool else "i"


def _without_memory(shape: tuple[int, ...]) -> Any:
    """Return an array of a shape that has no memory of its own."""
    return np.broadcast_to(np.int8(0), shape)


def _broadcast_into(value: Any, shape: Any) -> Any:
    if isinstance(shape, tuple) and value.shape.rank is not None:
        extra = value.shape.rank - len(unsqueezed(tuple(value.shape), shape))
        value = tf.squeeze(value, list(range(extra))) if extra else value
    return tf.broadcast_to(value, _constant(shape) if isinstance(shape, tuple) else shape)


def _constant(values: tuple[int, ...]) -> Any:
    """Return integers as a tensor; to make one takes longer than most ops take to run."""
    return _kept_constant(values) if tf.executing_eagerly() else values


@lru_cache(maxsize=4096)
def _kept_constant(values: tuple[int, ...]) -> Any:
    return tf.constant(values, tf.int32, (len(values),))


def _strided(index: Any) -> dict[str, Any]:
    """Spell an index as begin, end, strides and the masks that TensorFlow keeps beside them."""
    items = index if type(index) is tuple else (index,)
    items = items or (Ellipsis,)
    begin, end, strides = [0] * len(items), [0] * len(items), [1] * len(items)
    masks = dict.fromkeys(
        ("begin_mask", "end_mask", "ellipsis_mask", "new_axis_mask", "shrink_axis_mask"), 0
    )
    for number, item in enumerate(items):
        bit = 1 << number
        if item is Ellipsis:
            masks["ellipsis_mask"] |= bit
        elif item is None:
            masks["new_axis_mask"] |= bit
        elif type(item) is slice:
            begin[number], end[number] = item.start or 0, item.stop or 0
            strides[number] = 1 if item.step is None else item.step
            masks["begin_mask"] |= bit * (item.start is None)
            masks["end_mask"] |= bit * (item.stop is None)
        else:
            begin[number], end[number] = item, item + 1
            masks["shrink_axis_mask"] |= bit
    far = max(map(abs, (*begin, *end, *strides)), default=0) >= 2**31
    ends = [np.array(part) if far else _constant(tuple(part)) for part in (begin, end, strides)]
    return dict(zip(("begin", "end", "strides"), ends, strict=True)) | masks


def _check_bounds(index: Any, shape: Any) -> None:
    """Raise IndexError where NumPy would; TensorFlow has its own error, and not in all modes."""
    items = index if type(index) is tuple else (index,)
    if shape.rank is None or not any(type(item) is int for item in items):
        return
    left = sum(item is not None and item is not Ellipsis for item in items)
    axis = 0
    for item in items:
        if item is Ellipsis:
            axis = shape.rank - left
        elif item is not None:
            left -= 1
            size = shape[axis] if axis < shape.rank else None
            if type(item) is int and size is not None and not -size <= item < size:
                raise IndexError(f"index {item} is out of bounds for axis {axis} with size {size}")
            axis += 1


UPDATES = TensorFlowUpdates()
