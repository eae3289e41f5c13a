"""Ops on entries one by one: arithmetic, functions, questions; and where they are singular."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from gradsan.static.numbers.arrays import (
    Array,
    Exhausted,
    Point,
    Unclear,
    broadcast,
    common_shape,
    made,
)
from gradsan.static.numbers.cells import FUNCTIONS, Algebra, Cell, number

ARITHMETIC = frozenset({"add", "sub", "mul", "div", "pow"})
QUESTIONS = frozenset({"eq", "ne", "lt", "le", "gt", "ge"})
_WITHOUT_SLOPE = frozenset({"sign", "sgn", "floor", "ceil", "round", "trunc"})
# Smooth everywhere, and of no special value anywhere.
SMOOTH = frozenset({"gelu", "silu", "elu", "selu", "mish", "softsign", "logsigmoid", "leaky_relu"})
MAX_WORK = 60_000  # entries that one script may take

_SINGULAR: dict[str, Callable[[float], bool]] = {
    **dict.fromkeys(("sqrt", "rsqrt", "log", "log2", "log10", "reciprocal"), lambda x: x == 0),
    **dict.fromkeys(("acos", "asin", "atanh"), lambda x: abs(x) == 1),
    "log1p": lambda x: x == -1,
    "acosh": lambda x: x == 1,
    "logit": lambda x: x in (0, 1),
}
# Where they have no value; known roughly is enough.
_OUTSIDE: dict[str, Callable[[float], bool]] = {
    **dict.fromkeys(("sqrt", "rsqrt"), lambda x: x < -_CLEARLY),
    **dict.fromkeys(("acos", "asin"), lambda x: abs(x) > 1 + _CLEARLY),
}
_CLEARLY = 1e-3


@dataclass(slots=True)
class Bench:
    """Where entries are worked out: the algebra, and the op that is being run."""

    algebra: Algebra
    node: ast.expr = field(default_factory=lambda: ast.Constant(value=None))
    function: str = ""
    grad_on: bool = True
    work: int = 0
    origins: dict[tuple[object, ...], Point] = field(default_factory=dict)  # of NaN, by key

    def spend(self, entries: int) -> None:
        """Count work; a script that takes too much is not worked out any further."""
        self.work += entries
        if self.work > MAX_WORK:
            raise Exhausted

    def point(self, op: str) -> Point:
        """Return the op that is being run as a singular point."""
        return Point(self.node, self.function, op)

    def result(
        self, shape: tuple[int, ...], cells: list[Cell], sources: Sequence[Array], *new: Point
    ) -> Array:
        """Return what an op has made of others."""
        self.spend(len(cells))
        if not self.grad_on:
            return made(shape, [cell.with_life(False) for cell in cells])
        points = frozenset(new).union(*(item.points for item in sources))
        return made(shape, cells, points)

    # -- one tensor --------------------------------------------------------------------

    def apply(self, name: str, array: Array) -> Array:
        """Return a function of every entry."""
        cells = array.cells
        if name in _WITHOUT_SLOPE:
            return self.result(array.shape, [self._stepped(name, cell) for cell in cells], [])
        if name == "relu":
            return self.clamped(array, number(0.0), None, is_open=True)
        if name not in FUNCTIONS and name not in SMOOTH:
            raise Unclear
        new = [self.point(name)] if any(self._is_singular(name, cell) for cell in cells) else []
        return self.result(
            array.shape, [self.algebra.apply(name, cell) for cell in cells], [array], *new
        )

    def _stepped(self, name: str, cell: Cell) -> Cell:
        cell = cell.with_life(False)
        if cell.exact and cell.value is not None and math.isfinite(cell.value):
            if name in ("sign", "sgn"):
                return number((cell.value > 0) - (cell.value < 0))
            if cell.value == int(cell.value):
                return cell
        return self.algebra.made(name, (cell,), None)

    def _is_singular(self, name: str, cell: Cell) -> bool:
        if not cell.live or not self.grad_on or cell.value is None:
            return False
        if name == "exp":  # its slope is itself
            return self.algebra.apply(name, cell).value == math.inf
        if (outside := _OUTSIDE.get(name)) and outside(cell.value):
            return True  # NaN, and so is its slope
        asked = _SINGULAR.get(name)
        return asked is not None and cell.exact and asked(cell.value)

    def clamped(
        self, array: Array, low: Cell | None, high: Cell | None, *, is_open: bool = False
    ) -> Array:
        """Return entries kept inside of bounds; where one acts, gradient ends."""
        return self.result(
            array.shape, [self._clamp(cell, low, high, is_open) for cell in array.cells], [array]
        )

    def _clamp(self, cell: Cell, low: Cell | None, high: Cell | None, is_open: bool) -> Cell:
        for bound, outside in ((low, -1), (high, 1)):
            if bound is None:
                continue
            order = self.algebra.order(cell, bound)
            if order is None:
                # No gradient is told to arrive where it may have ended.
                return self.algebra.made("clamp", (cell, bound), None).with_life(False)
            if order == outside or (is_open and order == 0):
                return bound.with_life(False)
        return cell

    # -- several tensors ---------------------------------------------------------------

    def combine(self, name: str, left: Array, right: Array) -> Array:
        """Return an op of two tensors, entry by entry."""
        shape = common_shape([left.shape, right.shape])
        one, other = broadcast(left, shape).cells, broadcast(right, shape).cells
        pairs = list(zip(one, other, strict=True))
        if name in QUESTIONS:
            cells = [self.algebra.compare(name, a, b) for a, b in pairs]
            return as_mask(made(shape, cells))
        if name in ("maximum", "minimum"):
            return self.result(shape, [self._extreme(name, a, b) for a, b in pairs], [left, right])
        if name in ("atan2", "hypot"):  # PyTorch makes no NaN of the angle of nothing
            zero = any(_is_zero(a) and _is_zero(b) and (a.live or b.live) for a, b in pairs)
            new = [self.point(name)] if zero and self.grad_on and name == "hypot" else []
            cells = [self.algebra.made(name, pair, None) for pair in pairs]
            return self.result(shape, cells, [left, right], *new)
        if name not in ARITHMETIC:
            raise Unclear
        new = [self.point(self._said(name))] if self._divides(name, pairs) else []
        if name == "mul":
            new += [point for a, b in pairs for point in self.spoilt(a, b)]
        work = getattr(self.algebra, name)
        result = self.result(shape, [work(a, b) for a, b in pairs], [left, right], *new)
        result.is_float = left.is_float or right.is_float or name == "div"
        return result

    def _said(self, name: str) -> str:
        return "division" if name == "div" else name

    def _divides(self, name: str, pairs: list[tuple[Cell, Cell]]) -> bool:
        """Tell whether something is divided by zero, or a root is taken of it by a power."""
        if not self.grad_on:
            return False
        if name == "div":
            return any(_is_zero(b) and (a.live or b.live) for a, b in pairs)
        return name == "pow" and any(a.live and _is_bad_power(a, b) for a, b in pairs)

    def spoilt(self, a: Cell, b: Cell) -> list[Point]:
        """Return where a NaN was made that a value with a gradient is multiplied by."""
        if not self.grad_on:
            return []
        pairs = ((a, b), (b, a))
        return [
            self.origins[one.key] for one, other in pairs if other.live and one.key in self.origins
        ]

    def _extreme(self, name: str, a: Cell, b: Cell) -> Cell:
        order = self.algebra.order(a, b)
        if order is None:
            return self.algebra.made(name, (a, b), None).with_life(a.live and b.live)
        if order == 0:
            return a.with_life(a.live or b.live)
        return a if (order > 0) == (name == "maximum") else b

    def choose(self, condition: Array, yes: Array, no: Array) -> Array:
        """Return `where`: gradient goes only to the entry that was taken."""
        shape = common_shape([condition.shape, yes.shape, no.shape])
        asked = broadcast(condition, shape).cells
        pairs = zip(broadcast(yes, shape).cells, broadcast(no, shape).cells, strict=True)
        cells = [
            (a if test.value else b)
            if test.exact
            else self.algebra.made("where", (test, a, b), None).with_life(False)
            for test, (a, b) in zip(asked, pairs, strict=True)
        ]
        return self.result(shape, cells, [yes, no])

    def logical(self, name: str, arrays: Sequence[Array]) -> Array:
        """Return and, or, not of masks."""
        shape = common_shape([item.shape for item in arrays])
        columns = [broadcast(item, shape).cells for item in arrays]
        cells = []
        for row in zip(*columns, strict=True):
            known = [bool(cell.value) if cell.exact else None for cell in row]
            cells.append(self._decided(name, known, row))
        return as_mask(made(shape, cells))

    def _decided(self, name: str, known: list[bool | None], row: Sequence[Cell]) -> Cell:
        if name == "not" and known[0] is not None:
            return number(float(not known[0]))
        if name in ("and", "or"):
            stop = name == "or"
            if stop in known:
                return number(float(stop))
            if None not in known:
                return number(float(not stop))
        return self.algebra.made(name, tuple(row), None).with_life(False)


def _is_bad_power(base: Cell, exponent: Cell) -> bool:
    """Tell whether a power is a root or a pole at zero, or has no value."""
    power = exponent.value
    if power is None or base.value is None or not exponent.exact:
        return False
    if _is_zero(base):
        return power < 1 and power != 0
    return base.value < -_CLEARLY and power != int(power)


def _is_zero(cell: Cell) -> bool:
    return cell.exact and cell.value == 0


def as_mask(array: Array) -> Array:
    """Return an array of answers."""
    array.is_float, array.is_mask = False, True
    return array
