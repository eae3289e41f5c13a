"""Ops that join entries: sums, means, extremes, softmax, products of matrices."""

from __future__ import annotations

import math
from collections.abc import Sequence

from gradsan.static.numbers.arrays import (
    Array,
    Point,
    Shape,
    Unclear,
    axis_of,
    broadcast,
    common_shape,
    groups,
    made,
    reshape,
    unsqueeze,
)
from gradsan.static.numbers.cells import Cell, number
from gradsan.static.numbers.elementwise import Bench, as_mask

_VANISHED = 110.0  # exp of minus that is zero, in single precision


def reduce(bench: Bench, name: str, array: Array, axes: object, *, keep: bool = False) -> Array:
    """Return a reduction over some axes, or over all."""
    chosen = _axes(axes, len(array.shape))
    shape, parts = groups(array, chosen)
    work = {
        "sum": total, "mean": _mean, "prod": _product, "var": _variance, "std": _deviation,
        "amax": _greatest, "max": _greatest, "amin": _least, "min": _least, "norm": _length,
        "all": _all, "any": _any,
    }.get(name)  # fmt: skip
    if work is None or any(not part for part in parts):
        raise Unclear
    bench.spend(len(array.at))
    result = bench.result(shape, [work(bench, part) for part in parts], [array])
    if name in ("all", "any"):
        as_mask(result)
    if keep:
        sizes = [1 if axis in chosen else size for axis, size in enumerate(array.shape)]
        return reshape(result, sizes)
    return result


def _axes(axes: object, rank: int) -> list[int]:
    if axes is None:
        return list(range(rank))
    named = axes if isinstance(axes, (tuple, list)) else [axes]
    return sorted(axis_of(axis, rank) for axis in named) if rank else []


def total(bench: Bench, cells: Sequence[Cell]) -> Cell:
    """Return the sum of entries, exact if no order of adding could round."""
    live = any(cell.live for cell in cells)
    rest = [cell for cell in cells if not (cell.exact and cell.value == 0)]
    if not rest:
        return number(0.0, live=live)
    if len(rest) == 1:
        return rest[0].with_life(live)
    if len(rest) == 2:
        return bench.algebra.add(rest[0], rest[1]).with_life(live)
    values = [cell.value for cell in rest if cell.value is not None]
    if len(values) == len(rest):
        whole, size = sum(values), sum(map(abs, values))
        if all(cell.exact for cell in rest) and _never_rounds(values, size):
            return number(whole, live=live)
        return bench.algebra.made("sum", tuple(rest), whole).with_life(live)
    return bench.algebra.made("sum", tuple(rest), None).with_life(live)


def _never_rounds(values: Sequence[float], size: float) -> bool:
    """Tell whether sums of these come out exactly in whatever order: they share a coarse grid."""
    if not math.isfinite(size):
        return False
    grid = min(abs(value) for value in values if value)
    step = 2.0 ** (math.frexp(grid)[1] - 24)
    while step < grid and all(math.fmod(value, 2 * step) == 0 for value in values):
        step *= 2
    return size / step < 2**24


def _mean(bench: Bench, cells: Sequence[Cell]) -> Cell:
    return bench.algebra.div(total(bench, cells), number(float(len(cells))))


def _product(bench: Bench, cells: Sequence[Cell]) -> Cell:
    result = number(1.0)
    for cell in cells:
        result = bench.algebra.mul(result, cell)
    return result


def _variance(bench: Bench, cells: Sequence[Cell]) -> Cell:
    if len({cell.key for cell in cells}) == 1 and len(cells) > 1:
        return number(0.0, live=any(cell.live for cell in cells))
    return bench.algebra.made("var", tuple(cells), None)


def _deviation(bench: Bench, cells: Sequence[Cell]) -> Cell:
    # PyTorch lets no gradient through where it is zero.
    if len({cell.key for cell in cells}) == 1 and len(cells) > 1:
        return number(0.0)
    return bench.algebra.made("std", tuple(cells), None)


def _length(bench: Bench, cells: Sequence[Cell]) -> Cell:
    live = any(cell.live for cell in cells)
    match [cell for cell in cells if not (cell.exact and cell.value == 0)]:
        case []:
            return number(0.0)  # as for the deviation
        case [one]:
            return bench.algebra.apply("abs", one).with_life(live)  # a root of a square is exact
    return bench.algebra.made("norm", tuple(cells), None)


def _greatest(bench: Bench, cells: Sequence[Cell], sign: int = 1) -> Cell:
    best = cells[0]
    for cell in cells[1:]:
        order = bench.algebra.order(cell, best)
        if order is None:
            made_of = bench.algebra.made("max" if sign > 0 else "min", tuple(cells), None)
            return made_of.with_life(all(item.live for item in cells))
        if order * sign > 0:
            best = cell
    return best


def _least(bench: Bench, cells: Sequence[Cell]) -> Cell:
    return _greatest(bench, cells, -1)


def _all(bench: Bench, cells: Sequence[Cell]) -> Cell:
    known = [bool(cell.value) if cell.exact else None for cell in cells]
    if False in known or None not in known:
        return number(float(False not in known))
    return bench.algebra.made("all", tuple(cells), None).with_life(False)


def _any(bench: Bench, cells: Sequence[Cell]) -> Cell:
    known = [bool(cell.value) if cell.exact else None for cell in cells]
    if True in known or None not in known:
        return number(float(True in known))
    return bench.algebra.made("any", tuple(cells), None).with_life(False)


# -- softmax -------------------------------------------------------------------------------


def softmax(bench: Bench, array: Array, axis: object) -> Array:
    """Return softmax along an axis; a row of minus infinities is NaN."""
    at = axis_of(axis, len(array.shape))
    shape, rows = groups(array, [at])
    width = array.shape[at]
    done = [_soften(bench, row) for row in rows]
    is_bad = any(row[0].live and math.isnan(row[0].value or 0.0) for row in done if row)
    new = [bench.point("softmax")] if is_bad and bench.grad_on else []
    inner = math.prod(array.shape[at + 1 :])
    outer = math.prod(array.shape[:at])
    cells = [
        done[o * inner + i][w] for o in range(outer) for w in range(width) for i in range(inner)
    ]
    assert len(shape) == len(array.shape) - 1
    return bench.result(array.shape, cells, [array], *new)


def _soften(bench: Bench, row: list[Cell]) -> list[Cell]:
    live = any(cell.live for cell in row)
    known = [cell.value for cell in row]
    if all(value == -math.inf for value in known):
        key = bench.algebra.symbol().key
        bench.origins[key] = bench.point("softmax")
        return [Cell(key, math.nan, True, live) for _ in row]
    top = max((value for value in known if value is not None), default=None)
    is_sure = None not in known and top is not None and math.isfinite(top)
    cells = []
    for i, cell in enumerate(row):
        gone = cell.value == -math.inf or (
            is_sure
            and not bench.algebra.is_double
            and (cell.value or 0.0) < (top or 0.0) - _VANISHED
        )
        place = number(float(i))
        cells.append(
            number(0.0, live=live)
            if gone
            else bench.algebra.made("softmax", (place, *row), None).with_life(live)
        )
    left = [i for i, cell in enumerate(cells) if not cell.exact]
    if len(left) == 1:
        cells[left[0]] = number(1.0, live=live)
    return cells


# -- matrices ------------------------------------------------------------------------------


def matmul(bench: Bench, left: Array, right: Array) -> Array:
    """Return a product of matrices or vectors."""
    if not left.shape or not right.shape:
        raise Unclear
    one = unsqueeze(left, 0) if len(left.shape) == 1 else left
    other = unsqueeze(right, 1) if len(right.shape) == 1 else right
    if one.shape[-1] != other.shape[-2]:
        raise Unclear
    batch = common_shape([one.shape[:-2], other.shape[:-2]])
    rows, inner, columns = one.shape[-2], one.shape[-1], other.shape[-1]
    bench.spend(math.prod(batch) * rows * inner * columns)
    a = broadcast(one, (*batch, rows, inner)).cells
    b = broadcast(other, (*batch, inner, columns)).cells
    cells: list[Cell] = []
    new: set[Point] = set()
    for n in range(math.prod(batch)):
        for i in range(rows):
            for j in range(columns):
                pairs = [
                    (a[(n * rows + i) * inner + k], b[(n * inner + k) * columns + j])
                    for k in range(inner)
                ]
                new.update(point for x, y in pairs for point in bench.spoilt(x, y))
                cells.append(total(bench, [bench.algebra.mul(x, y) for x, y in pairs]))
    shape: Shape = (*batch, rows, columns)
    result = bench.result(shape, cells, [left, right], *new)
    if len(left.shape) == 1:
        shape = (*batch, columns)
    if len(right.shape) == 1:
        shape = shape[:-1]
    return result.viewed(shape, result.at)


def correlate(bench: Bench, image: Array, kernel: Array, padding: int) -> Array:
    """Return a two-dimensional convolution with stride one, as networks mean it."""
    if len(image.shape) != 4 or len(kernel.shape) != 4 or image.shape[1] != kernel.shape[1]:
        raise Unclear
    count, channels, high, wide = image.shape
    filters, _, tall, broad = kernel.shape
    rows, columns = high + 2 * padding - tall + 1, wide + 2 * padding - broad + 1
    if rows <= 0 or columns <= 0:
        raise Unclear
    bench.spend(count * filters * rows * columns * channels * tall * broad)
    x, w, cells = image.cells, kernel.cells, []
    for n in range(count):
        for f in range(filters):
            for r in range(rows):
                for c in range(columns):
                    terms = []
                    for k in range(channels):
                        for i in range(tall):
                            for j in range(broad):
                                down, across = r + i - padding, c + j - padding
                                if 0 <= down < high and 0 <= across < wide:
                                    a = x[((n * channels + k) * high + down) * wide + across]
                                    b = w[((f * channels + k) * tall + i) * broad + j]
                                    terms.append(bench.algebra.mul(a, b))
                    cells.append(total(bench, terms))
    return bench.result((count, filters, rows, columns), cells, [image, kernel])


def eye(size: int, other: int) -> Array:
    """Return a matrix with ones on its diagonal."""
    cells = [number(float(i == j)) for i in range(size) for j in range(other)]
    return made((size, other), cells)
