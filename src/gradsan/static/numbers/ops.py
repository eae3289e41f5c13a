"""The ops of a tensor library by name, as functions and as methods."""

from __future__ import annotations

from collections.abc import Sequence

from gradsan.static.numbers.arrays import (
    Array,
    Unclear,
    axis_of,
    broadcast,
    join,
    made,
    permute,
    reshape,
    strides_of,
    swap,
    unsqueeze,
)
from gradsan.static.numbers.cells import FUNCTIONS, number
from gradsan.static.numbers.compounds import COMPOUNDS, run_compound
from gradsan.static.numbers.elementwise import (
    ARITHMETIC,
    QUESTIONS,
    SMOOTH,
    Bench,
)
from gradsan.static.numbers.indexing import integers, take
from gradsan.static.numbers.making import FACTORIES, Named, as_array, make
from gradsan.static.numbers.reducing import correlate, matmul, reduce, softmax

_OTHER_NAMES = {
    "subtract": "sub", "multiply": "mul", "divide": "div", "true_divide": "div", "arccos": "acos",
    "arcsin": "asin", "arctan": "atan", "arctan2": "atan2", "absolute": "abs", "negative": "neg",
    "clip": "clamp", "concat": "cat", "concatenate": "cat", "swapaxes": "transpose",
    "greater": "gt", "less": "lt", "dot": "matmul", "mm": "matmul",
    "mv": "matmul", "bmm": "matmul", "inner": "matmul", "logical_not": "not",
    "logical_and": "and", "logical_or": "or", "view_as": "reshape_as", "vector_norm": "norm",
}  # fmt: skip
_SAME = frozenset({"contiguous", "float", "to", "cpu", "type_as", "double", "retain_grad"})
_REDUCING = frozenset("sum mean prod var std amax amin max min norm all any".split())  # noqa: SIM905


def run_op(bench: Bench, name: str, args: Sequence[object], named: Named) -> object:
    """Run an op by its name; what is not known is unclear."""
    name = _OTHER_NAMES.get(name, name)
    if name in FACTORIES:
        return make(bench, name, args, named)
    if name == "where" and len(args) == 3:
        return bench.choose(*map(as_array, args))
    if name in ("cat", "stack", "hstack", "vstack"):
        return _together(name, args, named)
    if not args or not isinstance(args[0], Array):
        if name in ARITHMETIC | QUESTIONS and len(args) == 2:
            return bench.combine(name, as_array(args[0]), as_array(args[1]))
        raise Unclear
    array, rest = args[0], list(args[1:])
    if name in FUNCTIONS or name in SMOOTH or name in ("relu", "sign", "sgn", "floor", "ceil"):
        if name == "logit" and (rest or named):
            raise Unclear
        return bench.apply(name, array)
    if name in ARITHMETIC | QUESTIONS | {"maximum", "minimum", "atan2", "hypot"} and rest:
        if named or len(rest) != 1:
            raise Unclear
        return bench.combine(name, array, as_array(rest[0]))
    if name in ("and", "or", "not"):
        return bench.logical(name, [array, *map(as_array, rest)])
    if name in ("max", "min") and rest and isinstance(rest[0], Array):
        return bench.combine("maximum" if name == "max" else "minimum", array, rest[0])
    if name in COMPOUNDS:
        return run_compound(bench, name, array, rest, named)
    if name in _REDUCING:
        return _reduce(bench, name, array, rest, named)
    if name in _SHAPING:
        return _shape(name, array, rest, named)
    return _others(bench, name, array, rest, named)


def _reduce(bench: Bench, name: str, array: Array, rest: list[object], named: Named) -> object:
    known = {"dim", "axis", "keepdim", "p", "ord", "unbiased", "correction"}
    if set(named) - known or named.get("correction", 1) != 1 or named.get("p", 2) != 2:
        raise Unclear
    if name == "norm" and rest:
        if rest[0] != 2:
            raise Unclear
        rest = rest[1:]
    axes = named.get("dim", named.get("axis", rest[0] if rest else None))
    keep = named.get("keepdim", rest[1] if len(rest) > 1 else False)
    if isinstance(axes, bool) or not isinstance(keep, bool):
        raise Unclear
    if name in ("max", "min") and axes is not None:
        found = reduce(bench, name, array, axes, keep=keep)
        return (found, None)  # which one it was is not told
    return reduce(bench, name, array, axes, keep=keep)


def _others(bench: Bench, name: str, array: Array, rest: list[object], named: Named) -> object:
    match name:
        case "matmul" if rest:
            return matmul(bench, array, as_array(rest[0]))
        case "outer" if rest:
            other = as_array(rest[0])
            return bench.combine("mul", unsqueeze(array, 1), unsqueeze(other, 0))
        case "softmax":
            return softmax(bench, array, named.get("dim", rest[0] if rest else None))
        case "clamp" | "clamp_min" | "clamp_max":
            return _clamp(bench, name, array, rest, named)
        case "masked_fill" if len(rest) == 2:
            return bench.choose(as_array(rest[0]), as_array(rest[1]), array)
        case "detach" | "data":
            return Array(array.memory, array.shape, array.at, True, array.is_float, array.is_mask)
        case "clone":
            return bench.result(array.shape, array.cells, [array])
        case "bool":
            return bench.combine("ne", array, as_array(0.0))
        case "mse_loss" | "l1_loss" if len(rest) == 1 and not named:
            apart = bench.combine("sub", array, as_array(rest[0]))
            each = bench.apply("square" if name == "mse_loss" else "abs", apart)
            return reduce(bench, "mean", each, None)
        case "conv2d" if rest and isinstance(rest[0], Array):
            padding = named.get("padding", 0)
            if not isinstance(padding, int) or set(named) - {"padding"} or len(rest) > 1:
                raise Unclear
            return correlate(bench, array, rest[0], padding)
        case "linear" if rest and isinstance(rest[0], Array):
            product = matmul(bench, array, swap(rest[0], -2, -1))
            return bench.combine("add", product, as_array(rest[1])) if len(rest) > 1 else product
        case "one_hot" if rest and isinstance(rest[0], int):
            rows = [number(float(i == one)) for one in integers(array) for i in range(rest[0])]
            return made((*array.shape, rest[0]), rows, is_float=False)
        case "gather" if len(rest) == 2 and isinstance(rest[1], Array):
            return _gather(array, rest[0], rest[1])
        case "index_select" if len(rest) == 2 and isinstance(rest[1], Array):
            return take(array, axis_of(rest[0], len(array.shape)), integers(rest[1]))
    raise Unclear


def _clamp(bench: Bench, name: str, array: Array, rest: list[object], named: Named) -> Array:
    low, high = [*rest, None, None][:2]
    if name != "clamp":
        low, high = (low, None) if name == "clamp_min" else (None, low)
    low, high = named.get("min", low), named.get("max", high)
    bounds = []
    for bound in (low, high):
        if bound is not None and (isinstance(bound, bool) or not isinstance(bound, (int, float))):
            raise Unclear
        bounds.append(None if bound is None else number(bound))
    return bench.clamped(array, *bounds)


def _gather(array: Array, axis: object, index: Array) -> Array:
    at = axis_of(axis, len(array.shape))
    strides = strides_of(array.shape)
    if len(index.shape) != len(array.shape):
        raise Unclear
    chosen, steps = integers(index), strides_of(index.shape)
    spots = []
    for flat, item in enumerate(chosen):
        where = 0
        for dim, step in enumerate(steps):
            here = item if dim == at else flat // step % index.shape[dim]
            if not 0 <= here < array.shape[dim]:
                raise Unclear
            where += here * strides[dim]
        spots.append(array.at[where])
    return array.viewed(index.shape, spots)


# -- shapes --------------------------------------------------------------------------------

_SHAPING = (
    frozenset(
        "view reshape flatten ravel unsqueeze squeeze transpose t T mT permute expand expand_as "  # noqa: SIM905
        "diagonal unbind chunk split narrow select unfold broadcast_to reshape_as adjoint".split()
    )
    | _SAME
)


def _shape(name: str, array: Array, rest: list[object], named: Named) -> object:
    if name in _SAME:
        return array
    flat = list(rest[0]) if rest and isinstance(rest[0], (tuple, list)) else rest
    rank = len(array.shape)
    match name:
        case "view" | "reshape":
            return reshape(array, flat)
        case "reshape_as" if isinstance(rest[0], Array):
            return reshape(array, rest[0].shape)
        case "flatten" | "ravel":
            start = axis_of(named.get("start_dim", rest[0] if rest else 0), max(rank, 1))
            return reshape(array, [*array.shape[:start], -1]) if array.at else array
        case "unsqueeze":
            return unsqueeze(array, named.get("dim", rest[0] if rest else None))
        case "squeeze":
            axis = named.get("dim", rest[0] if rest else None)
            gone = range(rank) if axis is None else [axis_of(axis, rank)]
            sizes = [s for i, s in enumerate(array.shape) if i not in gone or s != 1]
            return reshape(array, sizes)
        case "transpose" if len(rest) == 2:
            return swap(array, rest[0], rest[1])
        case "t" | "T":
            return permute(array, list(reversed(range(rank))))
        case "mT" | "adjoint":
            return swap(array, -2, -1)
        case "permute":
            return permute(array, [axis_of(axis, rank) for axis in flat])
        case "expand" | "broadcast_to":
            return _expand(array, flat)
        case "expand_as" if isinstance(rest[0], Array):
            return broadcast(array, rest[0].shape)
        case "diagonal":
            return _diagonal(array, named, rest)
        case "unfold" if len(rest) == 3:
            return _windows(array, rest)
        case "unbind":
            axis = axis_of(named.get("dim", rest[0] if rest else 0), rank)
            return [reshape_part(array, axis, i, 1) for i in range(array.shape[axis])]
        case "chunk" | "split":
            return _parts(name, array, rest, named)
    raise Unclear


def reshape_part(array: Array, axis: int, start: int, width: int) -> Array:
    """Return a slice along an axis; of width one the axis is gone."""
    part = take(array, axis, list(range(start, start + width)))
    if width == 1:
        return part.viewed((*array.shape[:axis], *array.shape[axis + 1 :]), part.at)
    return part


def _windows(array: Array, rest: list[object]) -> Array:
    axis = axis_of(rest[0], len(array.shape))
    size, step = rest[1:]
    if not isinstance(size, int) or not isinstance(step, int) or not 0 < size <= array.shape[axis]:
        raise Unclear
    strides, count = strides_of(array.shape), (array.shape[axis] - size) // step + 1
    shape = (*array.shape[:axis], count, *array.shape[axis + 1 :], size)
    return array.strided(
        shape, [*strides[:axis], strides[axis] * step, *strides[axis + 1 :], strides[axis]]
    )


def _parts(name: str, array: Array, rest: list[object], named: Named) -> list[Array]:
    axis = axis_of(named.get("dim", rest[1] if len(rest) > 1 else 0), len(array.shape))
    size, asked = array.shape[axis], rest[0] if rest else None
    if isinstance(asked, bool) or not isinstance(asked, int) or asked <= 0:
        raise Unclear
    width = -(-size // asked) if name == "chunk" else asked
    starts = range(0, size, width)
    return [take(array, axis, list(range(s, min(s + width, size)))) for s in starts]


def _expand(array: Array, sizes: Sequence[object]) -> Array:
    missing = len(sizes) - len(array.shape)
    shape = []
    for i, size in enumerate(sizes):
        if not isinstance(size, int):
            raise Unclear
        shape.append(array.shape[i - missing] if size == -1 and i >= missing else size)
    return broadcast(array, tuple(shape))


def _diagonal(array: Array, named: Named, rest: list[object]) -> Array:
    rank = len(array.shape)
    if rest or set(named) - {"dim1", "dim2"} or rank < 2:
        raise Unclear
    one, other = axis_of(named.get("dim1", 0), rank), axis_of(named.get("dim2", 1), rank)
    strides = strides_of(array.shape)
    kept = [axis for axis in range(rank) if axis not in (one, other)]
    shape = (*(array.shape[a] for a in kept), min(array.shape[one], array.shape[other]))
    return array.strided(shape, [*(strides[a] for a in kept), strides[one] + strides[other]])


def _together(name: str, args: Sequence[object], named: Named) -> Array:
    parts = args[0] if args else None
    if not isinstance(parts, (list, tuple)) or not parts:
        raise Unclear
    arrays = [as_array(item) for item in parts]
    axis = named.get("dim", args[1] if len(args) > 1 else 0)
    if name == "hstack":
        axis = 0 if len(arrays[0].shape) == 1 else 1
    if name == "stack" or (name == "vstack" and len(arrays[0].shape) == 1):
        arrays = [unsqueeze(item, axis) for item in arrays]
    return join(arrays, axis)
