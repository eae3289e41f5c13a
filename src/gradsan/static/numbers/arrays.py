"""Small tensors entry by entry: memory, and views of it as lists of positions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from gradsan.static.numbers.cells import Cell

MAX_ENTRIES = 2048
Shape: TypeAlias = tuple[int, ...]


class Unclear(Exception):  # noqa: N818 - a signal, not an error
    """What a script does here is not worked out."""


class Exhausted(Exception):  # noqa: N818 - a signal, not an error
    """A script takes too much work; what was found so far stands."""


class Point(NamedTuple):
    """A function that meets an entry at which its derivative is infinite."""

    node: ast.expr
    function: str  # around it
    op: str


@dataclass(slots=True, eq=False)
class Memory:
    """Entries, and the singular points that a gradient of them passes."""

    cells: list[Cell]
    points: frozenset[Point] = frozenset()


@dataclass(slots=True, eq=False)
class Array:
    """A tensor: positions in some memory, in order."""

    memory: Memory
    shape: Shape
    at: Sequence[int]  # where each entry lies
    detached: bool = False
    is_float: bool = True
    is_mask: bool = False  # true or false

    @property
    def cells(self) -> list[Cell]:
        """The entries, in order."""
        cells = self.memory.cells
        if self.detached:
            return [cells[i].with_life(False) for i in self.at]
        return [cells[i] for i in self.at]

    @property
    def points(self) -> frozenset[Point]:
        """The singular points behind it."""
        return frozenset() if self.detached else self.memory.points

    @property
    def is_live(self) -> bool:
        """Whether a gradient of it reaches a leaf."""
        return not self.detached and any(self.memory.cells[i].live for i in self.at)

    def one(self) -> Cell:
        """Return the only entry."""
        if len(self.at) != 1:
            raise Unclear
        return self.cells[0]

    def viewed(self, shape: Shape, at: Sequence[int]) -> Array:
        """Return a view: other positions in the same memory."""
        if len(at) > MAX_ENTRIES:
            raise Unclear
        return Array(self.memory, shape, at, self.detached, self.is_float, self.is_mask)

    def strided(self, shape: Shape, strides: Sequence[int], start: int = 0) -> Array:
        """Return a view by strides, counted in entries of this one."""
        if prod(shape) > MAX_ENTRIES:
            raise Unclear
        at = self.at
        return self.viewed(shape, [at[i] for i in positions(shape, strides, start)])


@dataclass(frozen=True, slots=True)
class Vague:
    """A tensor of which nothing is known but the singular points that its gradient passes."""

    points: frozenset[Point]


def positions(shape: Shape, strides: Sequence[int], start: int = 0) -> Iterator[int]:
    """Yield the positions of a strided view, in order.

    >>> list(positions((2, 2), (1, 2)))
    [0, 2, 1, 3]
    """
    for index in product(*map(range, shape)):
        yield start + sum(i * stride for i, stride in zip(index, strides, strict=True))


def made(
    shape: Shape,
    cells: list[Cell],
    points: frozenset[Point] = frozenset(),
    *,
    is_float: bool = True,
) -> Array:
    """Return a tensor with memory of its own."""
    if len(cells) > MAX_ENTRIES or prod(shape) != len(cells):
        raise Unclear
    return Array(Memory(cells, points), shape, range(len(cells)), is_float=is_float)


def strides_of(shape: Shape) -> list[int]:
    """Return the strides of a tensor that lies in order.

    >>> strides_of((2, 3, 4))
    [12, 4, 1]
    """
    strides, step = [0] * len(shape), 1
    for axis in reversed(range(len(shape))):
        strides[axis] = step
        step *= shape[axis]
    return strides


def axis_of(axis: object, rank: int) -> int:
    """Return an axis counted from the front."""
    if not isinstance(axis, int) or not -rank <= axis < max(rank, 1):
        raise Unclear
    return axis % rank if rank else 0


def reshape(array: Array, shape: Sequence[object]) -> Array:
    """Return the same entries in another shape."""
    sizes = [size for size in shape if isinstance(size, int)]
    if len(sizes) != len(shape) or sizes.count(-1) > 1:
        raise Unclear
    rest = prod(size for size in sizes if size != -1)
    if -1 in sizes:
        if not rest or len(array.at) % rest:
            raise Unclear
        sizes[sizes.index(-1)] = len(array.at) // rest
    if prod(sizes) != len(array.at):
        raise Unclear
    return array.viewed(tuple(sizes), array.at)


def permute(array: Array, axes: Sequence[int]) -> Array:
    """Return a view with its axes in another order."""
    if sorted(axes) != list(range(len(array.shape))):
        raise Unclear
    strides = strides_of(array.shape)
    return array.strided(tuple(array.shape[a] for a in axes), [strides[a] for a in axes])


def swap(array: Array, first: object, second: object) -> Array:
    """Return a view with two axes exchanged."""
    rank = len(array.shape)
    one, other = axis_of(first, rank), axis_of(second, rank)
    axes = list(range(rank))
    axes[one], axes[other] = axes[other], axes[one]
    return permute(array, axes) if rank else array


def common_shape(shapes: Sequence[Shape]) -> Shape:
    """Return the shape that all are broadcast to.

    >>> common_shape([(3, 1), (2,)])
    (3, 2)
    """
    rank = max(map(len, shapes), default=0)
    sizes = []
    for axis in range(1, rank + 1):
        known = {shape[-axis] for shape in shapes if len(shape) >= axis} - {1}
        if len(known) > 1:
            raise Unclear
        sizes.append(known.pop() if known else 1)
    return tuple(reversed(sizes))


def broadcast(array: Array, shape: Shape) -> Array:
    """Return a view that repeats what is one wide."""
    if array.shape == shape:
        return array
    missing = len(shape) - len(array.shape)
    if missing < 0:
        raise Unclear
    strides = [0] * missing + strides_of(array.shape)
    sizes = (1,) * missing + array.shape
    for axis, (have, want) in enumerate(zip(sizes, shape, strict=True)):
        if have != want:
            if have != 1:
                raise Unclear
            strides[axis] = 0
    return array.strided(shape, strides)


def groups(array: Array, axes: Sequence[int]) -> tuple[Shape, list[list[Cell]]]:
    """Return the entries that a reduction over axes joins, group by group."""
    strides, cells = strides_of(array.shape), array.cells
    kept = [axis for axis in range(len(array.shape)) if axis not in axes]
    shape = tuple(array.shape[axis] for axis in kept)
    inner = list(positions(tuple(array.shape[a] for a in axes), [strides[a] for a in axes]))
    starts = positions(shape, [strides[a] for a in kept])
    return shape, [[cells[start + step] for step in inner] for start in starts]


def join(arrays: Sequence[Array], axis: object) -> Array:
    """Return arrays one behind the other along an axis; a copy."""
    first = arrays[0]
    at = axis_of(axis, len(first.shape))
    before, after = first.shape[:at], first.shape[at + 1 :]
    if not first.shape or any(
        item.shape[:at] != before or item.shape[at + 1 :] != after for item in arrays
    ):
        raise Unclear
    inner = prod(after)
    rows = [(item.cells, item.shape[at] * inner) for item in arrays]
    cells = [
        cell
        for i in range(prod(before))
        for own, width in rows
        for cell in own[i * width : (i + 1) * width]
    ]
    points = frozenset().union(*(item.points for item in arrays))
    shape = (*before, sum(item.shape[at] for item in arrays), *after)
    return made(shape, cells, points, is_float=any(item.is_float for item in arrays))


def unsqueeze(array: Array, axis: object) -> Array:
    """Return a view with one more axis."""
    at = axis_of(axis, len(array.shape) + 1)
    return array.viewed((*array.shape[:at], 1, *array.shape[at:]), array.at)
