"""Tell whether a write can touch what was saved, in few steps.

Regions are strided, in elements of one size, inside one storage. The answer is exact for slices
of one buffer however they interleave (rows, columns, blocks, every n-th); otherwise it errs
towards «touches», which costs a copy and never a gradient.
"""

from __future__ import annotations

from typing import TypeAlias

# (first element, sizes, strides), all in elements; sizes and strides of equal length
Region: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]


def touches(one: Region, other: Region) -> bool:
    """Tell whether two regions may share an element.

    >>> rows, columns = (0, (2, 4), (4, 1)), (1, (4,), (4,))
    >>> touches(rows, columns), touches((0, (4,), (4,)), columns)
    (True, False)
    >>> touches((0, (3, 2), (6, 1)), (2, (3, 2), (6, 1)))
    False
    """
    low, high = _span(one)
    other_low, other_high = _span(other)
    if low >= other_high or other_low >= high:
        return False
    strides = sorted({s for s in (*one[2], *other[2]) if s > 0}, reverse=True)
    if any(s < 0 for s in (*one[2], *other[2])) or not strides:
        return True
    mine, theirs = _box(one, strides), _box(other, strides)
    if mine is None or theirs is None:
        return True
    return all(a < d and c < b for (a, b), (c, d) in zip(mine, theirs, strict=True))


def _span(region: Region) -> tuple[int, int]:
    low = high = region[0]
    for size, stride in zip(region[1], region[2], strict=True):
        if size == 0:
            return low, low
        reach = (size - 1) * stride
        if reach > 0:
            high += reach
        else:
            low += reach
    return low, high + 1


def _box(region: Region, strides: list[int]) -> list[tuple[int, int]] | None:
    """Write a region as intervals, one per stride, as digits of a mixed-radix number.

    None if a digit would carry: then the intervals do not tell the region.
    """
    start, sizes, steps = region
    lengths = dict.fromkeys(strides, 1)
    for size, step in zip(sizes, steps, strict=True):
        if size > 1 and step:
            if lengths[step] > 1:
                return None
            lengths[step] = size
    box: list[tuple[int, int]] = []
    room: int | None = None  # how many of this stride fit into the next larger one
    rest = start
    for place, stride in enumerate(strides):
        if place:
            if strides[place - 1] % stride:
                return None
            room = strides[place - 1] // stride
        digit, rest = divmod(rest, stride)
        if room is not None and digit + lengths[stride] > room:
            return None
        box.append((digit, digit + lengths[stride]))
    box.append((rest, rest + 1))
    return box
