"""NumPy's indexing as arithmetic: an index in, positions in the flattened tensor out.

The rules are NumPy's own (an int beside an array is an array, arrays apart move to the
front), written with `+` and `*` only, so that they hold for NumPy arrays and for tensors that
have no values yet alike. An index that NumPy would refuse is refused with IndexError.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from types import EllipsisType
from typing import Any

import numpy as np

from gradsan.backends.updating import Updates

_BASIC_TYPES = frozenset({int, slice, EllipsisType, type(None)})
NO_AXIS = -1


@dataclass(frozen=True, slots=True)
class Picked:
    """The entries that an index names, in the order in which it names them."""

    positions: Any  # of the shape; NumPy integers, or a tensor while tracing
    shape: tuple[int, ...]
    is_known: bool  # positions are NumPy integers


@dataclass(frozen=True, slots=True, eq=False)
class _Item:
    """One item of an index and the axis it is about."""

    value: Any  # int, slice, None, Ellipsis (stands for no axis) or an integer array
    axis: int = NO_AXIS

    @property
    def is_array(self) -> bool:
        return type(self.value) not in _BASIC_TYPES


@dataclass(frozen=True, slots=True)
class _Part:
    """What one axis adds to the positions."""

    values: Any
    end: int  # its last dimension is the one before this in the result
    stride: int


def is_basic(index: Any) -> bool:
    """Tell whether the index holds only ints, slices, `...` and newaxis.

    >>> is_basic((0, slice(2), None, ...)), is_basic([0, 1]), is_basic(True)
    (True, False, False)
    """
    if type(index) is tuple:
        return all(type(item) in _BASIC_TYPES for item in index)
    return type(index) in _BASIC_TYPES


def plain(index: Any) -> Any:
    """Return the index with NumPy's own integers as ints, also those inside slices."""
    if isinstance(index, tuple):
        return tuple(map(_plain_item, index))
    return _plain_item(index)


def _plain_item(item: Any) -> Any:
    if isinstance(item, np.integer):
        return int(item)
    if type(item) is slice and any(isinstance(end, np.integer) for end in _ends(item)):
        return slice(*(None if end is None else int(end) for end in _ends(item)))
    return item


def _ends(item: slice) -> tuple[Any, Any, Any]:
    return item.start, item.stop, item.step


def is_boolean(item: Any) -> bool:
    """Tell whether an item of an index is a mask."""
    return type(item) is bool or "bool" in str(getattr(item, "dtype", ""))


def lone_mask(index: Any) -> Any | None:
    """Return the mask if the index is one tensor or array of booleans and nothing else."""
    items = index if isinstance(index, tuple) else (index,)
    mask, rest = items[0] if items else None, items[1:]
    if any(item is not Ellipsis and not _is_whole(item) for item in rest):
        return None
    return mask if is_boolean(mask) and len(getattr(mask, "shape", ())) else None


def _is_whole(item: Any) -> bool:
    return type(item) is slice and _ends(item) == (None, None, None)


# -- the index, item by item ----------------------------------------------------------------


def _items(index: Any, shape: tuple[int, ...], updates: Updates) -> Iterator[_Item]:
    """Yield the items with their axes: masks as integers, `...` as slices."""
    given = [_resolved(item, updates) for item in (index if type(index) is tuple else (index,))]
    used = sum(_axes_of(item) for item in given)
    if sum(item is Ellipsis for item in given) > 1:
        raise IndexError("an index can only have a single ellipsis ('...')")
    if used > len(shape):
        raise IndexError(f"too many indices: {len(shape)} dimensions, {used} were indexed")
    if not any(item is Ellipsis for item in given):
        given.append(Ellipsis)
    axis = 0
    for item in given:
        if item is None:
            yield _Item(None)
        elif item is Ellipsis:
            yield _Item(Ellipsis)  # it keeps arrays apart even if it stands for no axis
            for _ in range(len(shape) - used):
                yield _Item(slice(None), axis)
                axis += 1
        elif isinstance(item, np.ndarray) and item.dtype == bool:
            yield from _mask_items(item, axis, shape)
            axis += item.ndim
        else:
            yield _Item(item, axis)
            axis += 1


def _mask_items(mask: Any, axis: int, shape: tuple[int, ...]) -> Iterator[_Item]:
    there = shape[axis : axis + mask.ndim]
    if mask.shape != there:
        raise IndexError(f"a mask of shape {mask.shape} does not fit dimensions {there}")
    if mask.ndim == 0:
        yield _Item(np.zeros(int(mask), np.int64))
    for offset, values in enumerate(mask.nonzero() if mask.ndim else ()):
        yield _Item(values, axis + offset)


def _resolved(item: Any, updates: Updates) -> Any:
    """Return what is not basic as a NumPy array, or as it is while it has no values."""
    if type(item) in _BASIC_TYPES:
        return item
    array = updates.concrete(item)
    if array is None:
        if is_boolean(item):
            raise IndexError(
                "how many entries a mask names is not known while it is traced; "
                "at(x)[mask] can be set, but not read, and not mixed with other indices"
            )
        return item
    if array.size == 0 and array.dtype != bool:
        return array.astype(np.int64)
    if array.dtype != bool and array.dtype.kind not in "iu":
        raise IndexError(f"an index must be integers or booleans, not {array.dtype}")
    return array


def _axes_of(item: Any) -> int:
    if item is None or item is Ellipsis:
        return 0
    if isinstance(item, np.ndarray) and item.dtype == bool:
        return item.ndim
    return 1


# -- positions ------------------------------------------------------------------------------


def pick(index: Any, updates: Updates, tensor: Any) -> Picked:
    """Turn an index into positions."""
    shape = updates.shape(tensor)
    items = list(_items(index, shape, updates))
    known = all(isinstance(item.value, np.ndarray) for item in items if item.is_array)
    has_arrays = any(item.is_array for item in items)
    joined = [item for item in items if item.is_array or (has_arrays and type(item.value) is int)]
    joint = _joint_shape(joined)
    first = _place_of_joint(items, joined)
    out: list[int] = []
    parts: list[_Part] = []
    end_of_joint = 0
    for number, item in enumerate(items):
        if joined and number == first:
            out += joint
            end_of_joint = len(out)
        if item in joined or item.value is Ellipsis:
            continue
        if item.value is None:
            out.append(1)
            continue
        values = _along(item, shape)
        out += values.shape
        parts.append(_Part(values, len(out), _stride(shape, item.axis)))
    for item in joined:
        if item.axis != NO_AXIS:
            values = _along(item, shape, updates, tensor)
            parts.append(_Part(values, end_of_joint, _stride(shape, item.axis)))
    if known:
        return _summed(parts, tuple(out))
    return _summed_while_tracing(parts, tuple(out), updates, tensor)


def _stride(shape: tuple[int, ...], axis: int) -> int:
    return math.prod(shape[axis + 1 :])


def _joint_shape(joined: Sequence[_Item]) -> tuple[int, ...]:
    shapes = [tuple(getattr(item.value, "shape", ())) for item in joined]
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:
        raise IndexError(f"index arrays of shapes {shapes} do not go together") from None


def _place_of_joint(items: Sequence[_Item], joined: Sequence[_Item]) -> int:
    """Arrays side by side stay where they are; otherwise their dimensions come first."""
    places = [number for number, item in enumerate(items) if item in joined]
    is_together = bool(places) and places[-1] - places[0] == len(places) - 1
    return places[0] if is_together else 0


def _along(item: _Item, shape: tuple[int, ...], updates: Any = None, tensor: Any = None) -> Any:
    """Return the places along the axis of an item, counted from 0."""
    size = shape[item.axis]
    if type(item.value) is slice:
        return np.arange(*item.value.indices(size))
    if item.is_array and not isinstance(item.value, np.ndarray):
        return updates.integers(item.value, size, tensor)
    values = np.asarray(item.value)
    if values.size and not (-size <= values.min() and values.max() < size):
        bad = values.max() if values.max() >= size else values.min()
        raise IndexError(f"index {bad} is out of bounds for axis {item.axis} with size {size}")
    return np.where(values < 0, values + size, values)


def _spread(part: _Part, dimensions: int) -> tuple[int, ...]:
    own = tuple(part.values.shape)
    return own + (1,) * (dimensions - part.end) if own else ()


def _summed(parts: Sequence[_Part], shape: tuple[int, ...]) -> Picked:
    total = np.zeros((), np.int64)
    for part in parts:
        total = total + part.values.reshape(_spread(part, len(shape))) * part.stride
    return Picked(np.broadcast_to(total, shape), shape, True)


def _summed_while_tracing(
    parts: Sequence[_Part], shape: tuple[int, ...], updates: Updates, tensor: Any
) -> Picked:
    total = updates.integers(np.zeros((), np.int64), 0, tensor)
    for part in parts:
        values = part.values
        if isinstance(values, np.ndarray):
            values = updates.integers(values, 0, tensor)
        total = total + updates.reshape(values, _spread(part, len(shape))) * part.stride
    return Picked(updates.broadcast(total, shape), shape, False)
