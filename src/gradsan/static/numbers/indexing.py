"""`x[…]` for small tensors: which positions an index means."""

from __future__ import annotations

from math import prod

from gradsan.static.numbers.arrays import (
    Array,
    Unclear,
    broadcast,
    common_shape,
    made,
    strides_of,
    unsqueeze,
)
from gradsan.static.numbers.cells import number


def index(array: Array, key: object) -> Array:
    """Return the part of a tensor that an index means; its positions are those of the whole."""
    keys = list(key) if isinstance(key, tuple) else [key]
    keys = _without_ellipsis(array, keys)
    axis = 0
    fancy: list[tuple[int, Array]] = []
    for item in keys:
        if isinstance(item, bool):
            raise Unclear
        if item is None:
            array = unsqueeze(array, axis)
            axis += 1
        elif isinstance(item, int):
            array = _select(array, axis, item)
        elif isinstance(item, slice):
            array = _slice(array, axis, item)
            axis += 1
        elif isinstance(item, (Array, list)):
            whole = item if isinstance(item, Array) else _as_index(item)
            if whole.is_mask:
                array = _masked(array, axis, whole)
                axis += 1
            else:
                fancy.append((axis, whole))
                axis += 1
        else:
            raise Unclear
    return _gathered(array, fancy) if fancy else array


def _as_index(items: list[object]) -> Array:
    if not all(isinstance(item, int) and not isinstance(item, bool) for item in items):
        raise Unclear
    cells = [number(item) for item in items if isinstance(item, int)]
    return made((len(cells),), cells, is_float=False)


def _without_ellipsis(array: Array, keys: list[object]) -> list[object]:
    if not any(item is Ellipsis for item in keys):
        return keys
    at = next(i for i, item in enumerate(keys) if item is Ellipsis)
    taken = sum(
        len(item.shape) if isinstance(item, Array) and item.is_mask else 1
        for item in keys
        if item is not None and item is not Ellipsis
    )
    filler: list[object] = [slice(None)] * (len(array.shape) - taken)
    return [*keys[:at], *filler, *keys[at + 1 :]]


def _select(array: Array, axis: int, item: int) -> Array:
    if axis >= len(array.shape) or not -array.shape[axis] <= item < array.shape[axis]:
        raise Unclear
    strides, shape = strides_of(array.shape), array.shape
    start = (item % shape[axis]) * strides[axis]
    return array.strided(
        shape[:axis] + shape[axis + 1 :], strides[:axis] + strides[axis + 1 :], start
    )


def _slice(array: Array, axis: int, item: slice) -> Array:
    if axis >= len(array.shape) or any(
        bound is not None and type(bound) is not int for bound in (item.start, item.stop, item.step)
    ):
        raise Unclear
    start, stop, step = item.indices(array.shape[axis])
    if step <= 0:
        raise Unclear
    strides = strides_of(array.shape)
    width = len(range(start, stop, step))
    begin = start * strides[axis]
    strides[axis] *= step
    return array.strided((*array.shape[:axis], width, *array.shape[axis + 1 :]), strides, begin)


def _masked(array: Array, axis: int, mask: Array) -> Array:
    """Return the entries where a mask is true, in one axis."""
    rank = len(mask.shape)
    if mask.shape != array.shape[axis : axis + rank]:
        raise Unclear
    chosen = []
    for i, cell in enumerate(mask.cells):
        if not cell.exact:
            raise Unclear
        if cell.value:
            chosen.append(i)
    before, after = array.shape[:axis], array.shape[axis + rank :]
    flat = array.viewed((*before, len(mask.at), *after), array.at)
    return take(flat, axis, chosen)


def take(array: Array, axis: int, chosen: list[int]) -> Array:
    """Return the chosen ones along an axis."""
    parts = [_select(array, axis, i).at for i in chosen]
    before, after = array.shape[:axis], array.shape[axis + 1 :]
    inner, outer = prod(after), prod(before)
    at = [
        spot for i in range(outer) for part in parts for spot in part[i * inner : (i + 1) * inner]
    ]
    return array.viewed((*before, len(chosen), *after), at)


def _gathered(array: Array, fancy: list[tuple[int, Array]]) -> Array:
    """Return the entries that integer tensors point at; they stand at neighbouring axes."""
    axes = [axis for axis, _ in fancy]
    if axes != list(range(axes[0], axes[0] + len(axes))):
        raise Unclear
    shape = common_shape([item.shape for _, item in fancy])
    columns = [integers(broadcast(item, shape)) for _, item in fancy]
    first, last = axes[0], axes[-1] + 1
    sizes = array.shape[first:last]
    if len(sizes) != len(axes):
        raise Unclear
    flat = array.viewed((*array.shape[:first], prod(sizes), *array.shape[last:]), array.at)
    chosen = []
    for row in zip(*columns, strict=True):
        spot = 0
        for item, size in zip(row, sizes, strict=True):
            if not -size <= item < size:
                raise Unclear
            spot = spot * size + item % size
        chosen.append(spot)
    taken = take(flat, first, chosen)
    return taken.viewed((*array.shape[:first], *shape, *array.shape[last:]), taken.at)


def integers(array: Array) -> list[int]:
    """Return the entries as integers, if all are known."""
    found = []
    for cell in array.cells:
        if not cell.exact or cell.value is None or cell.value != int(cell.value):
            raise Unclear
        found.append(int(cell.value))
    return found
