"""Tensors out of nothing, or out of numbers that stand in the script."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from gradsan.static.numbers.arrays import MAX_ENTRIES, Array, Shape, Unclear, made
from gradsan.static.numbers.cells import Cell, is_single, number
from gradsan.static.numbers.elementwise import Bench
from gradsan.static.numbers.reducing import eye

Named: TypeAlias = Mapping[str, object]
FACTORIES = frozenset(
    "tensor as_tensor FloatTensor zeros ones full empty eye arange linspace rand randn "  # noqa: SIM905
    "zeros_like ones_like full_like empty_like rand_like randn_like normal".split()
)


def as_array(value: object) -> Array:
    """Return a number or a tensor as a tensor."""
    if isinstance(value, Array):
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Unclear
    return made((), [number(value)], is_float=isinstance(value, float))


def make(bench: Bench, name: str, args: Sequence[object], named: Named) -> Array:
    """Make a tensor out of nothing or of numbers."""
    live = named.get("requires_grad") is True
    if not live and named.get("requires_grad", False) is not False:
        raise Unclear
    if name in ("tensor", "as_tensor", "FloatTensor"):
        made_of = _listed(args[0] if args else None, is_float=name == "FloatTensor")
    else:
        made_of = _filled(bench, name, args, named)
    if str(named.get("dtype", "")).rpartition(".")[2].startswith("float"):
        made_of.is_float = True
    if str(named.get("dtype", "")).endswith("bool"):
        made_of.is_float, made_of.is_mask = False, True
    if live:
        made_of.memory.cells = [cell.with_life(True) for cell in made_of.memory.cells]
    return made_of


def _listed(data: object, *, is_float: bool) -> Array:
    if isinstance(data, Array):
        return made(data.shape, [cell.with_life(False) for cell in data.cells])
    shape: list[int] = []
    flat: list[object] = [data]
    while flat and isinstance(flat[0], (list, tuple)):
        width = len(flat[0])
        if any(not isinstance(item, (list, tuple)) or len(item) != width for item in flat):
            raise Unclear
        shape.append(width)
        flat = [one for item in flat if isinstance(item, (list, tuple)) for one in item]
    cells = []
    for item in flat:
        if isinstance(item, Array):
            cells.append(item.one().with_life(False))
            is_float = True
        elif isinstance(item, (int, float)):
            cells.append(number(item))
        else:
            raise Unclear
    is_mask = bool(flat) and all(isinstance(item, bool) for item in flat)
    result = made(tuple(shape), cells)
    result.is_float = is_float or any(isinstance(item, float) for item in flat)
    result.is_mask = is_mask
    return result


def _filled(bench: Bench, name: str, args: Sequence[object], named: Named) -> Array:
    word = name.removesuffix("_like")
    if name in ("arange", "linspace"):
        return _counted(name, args)
    if name == "eye":
        sizes = [size for size in args if isinstance(size, int)]
        if not sizes or len(sizes) != len(args):
            raise Unclear
        return eye(sizes[0], sizes[-1])
    if name.endswith("_like"):
        if not args or not isinstance(args[0], Array):
            raise Unclear
        shape: Shape = args[0].shape
    else:
        shape = _sizes(args[:1] if name == "full" else args)
    count = math.prod(shape)
    if count > MAX_ENTRIES:
        raise Unclear
    value = args[1] if word == "full" and len(args) > 1 else named.get("fill_value")
    return made(shape, [_fill(bench, word, value) for _ in range(count)])


def _fill(bench: Bench, word: str, value: object) -> Cell:
    if word in ("zeros", "ones"):
        return number(float(word == "ones"))
    if word == "full":
        return as_array(value).one().with_life(False)
    return bench.algebra.symbol()


def _sizes(args: Sequence[object]) -> Shape:
    flat = args[0] if len(args) == 1 and isinstance(args[0], (tuple, list)) else args
    sizes = [size for size in flat if isinstance(size, int) and not isinstance(size, bool)]
    if len(sizes) != len(flat):
        raise Unclear
    return tuple(sizes)


def _counted(name: str, args: Sequence[object]) -> Array:
    numbers = [item for item in args if isinstance(item, (int, float))]
    if len(numbers) != len(args) or not numbers or (name == "linspace" and len(numbers) != 3):
        raise Unclear
    if name == "linspace":
        low, high, count = numbers[0], numbers[1], int(numbers[2])
        step = (high - low) / max(count - 1, 1)
        cells = [_counted_to(low, step, i) for i in range(min(count, MAX_ENTRIES + 1))]
        cells[-1:] = [number(high)] if count > 1 else cells[-1:]
        return made((count,), cells)
    start, stop, pace = (0, numbers[0], 1) if len(numbers) == 1 else (*numbers, 1)[:3]
    if pace <= 0 or (stop - start) / pace > MAX_ENTRIES:
        raise Unclear
    cells = [_counted_to(start, pace, i) for i in range(math.ceil((stop - start) / pace))]
    return made((len(cells),), cells, is_float=any(isinstance(n, float) for n in numbers))


def _counted_to(start: float, step: float, i: int) -> Cell:
    """Return the entry that is reached in some steps; those of a step that rounds are rough."""
    value = start + step * i
    if is_single(start) and is_single(step):
        return number(value)
    return Cell(("counted", start, step, i), value) if i else number(start)
