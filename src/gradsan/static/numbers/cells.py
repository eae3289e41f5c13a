"""One entry of a tensor: a number, or a symbol that equals only itself.

Equal keys are equal numbers. `exact` is said of numbers that come out the same to the last bit
on every machine: small fractions of powers of two, differences of what is equal, saturated
functions. Everything else is at most known roughly.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable
from itertools import count
from typing import NamedTuple, TypeAlias

Key: TypeAlias = tuple[object, ...]

_CLOSE = 1e-3  # numbers that are known roughly are told apart by this much
_OVERFLOW, _UNDERFLOW = 89.0, -110.0  # of exp, in single precision
_SATURATED = {"sigmoid": 18.0, "tanh": 10.0}


class Cell(NamedTuple):
    """One entry."""

    key: Key
    value: float | None = None  # roughly, if it is not exact
    exact: bool = False
    live: bool = False  # a gradient that arrives here goes on to a leaf

    def with_life(self, live: bool) -> Cell:
        """Return the same number, reached by a gradient or not."""
        return self if self.live == live else self._replace(live=live)


def is_single(value: float) -> bool:
    """Tell whether a number is one of single precision.

    >>> is_single(0.5), is_single(0.1)
    (True, False)
    """
    if not math.isfinite(value):
        return True
    try:
        return bool(struct.unpack("f", struct.pack("f", value))[0] == value)
    except OverflowError:
        return False


def number(value: float, *, live: bool = False) -> Cell:
    """Return the entry for a number that is written down."""
    value = float(value)
    if math.isnan(value):
        return Cell(("nan",), value, True, live)
    return Cell(("n", value + 0.0), value, is_single(value), live)


class Algebra:
    """Works entries out; the same op of the same entries is the same symbol."""

    def __init__(self, *, is_double: bool = False) -> None:
        self.is_double = is_double  # then nothing overflows or saturates that soon
        self._terms: dict[Key, Key] = {}
        self._fresh = count()

    def symbol(self, *, live: bool = False) -> Cell:
        """Return an entry that equals no other."""
        return Cell(("?", next(self._fresh)), live=live)

    def term(self, name: str, *parts: Key) -> Key:
        """Return the key of what an op makes of others; short, however long its history is."""
        key = (name, *parts)
        return self._terms.setdefault(key, ("t", len(self._terms)))

    def made(self, name: str, cells: tuple[Cell, ...], value: float | None) -> Cell:
        """Return an entry that is known by how it was made, and roughly by its value."""
        key = self.term(name, *(cell.key for cell in cells))
        rough = value if value is not None and math.isfinite(value) else None
        return Cell(key, rough, False, any(cell.live for cell in cells))

    # -- two entries -------------------------------------------------------------------

    def add(self, a: Cell, b: Cell) -> Cell:
        """Return the sum."""
        live = a.live or b.live
        for one, other in ((a, b), (b, a)):
            if one.exact and one.value == 0:
                return other.with_life(live)
            if one.exact and one.value in (math.inf, -math.inf) and not _is_endless(other):
                return one.with_life(live)
            if self._terms.get(("neg", one.key)) == other.key:
                return number(0.0, live=live)
        a, b = sorted((a, b), key=lambda cell: repr(cell.key))
        return self._worked_out("add", a, b, lambda x, y: x + y)

    def sub(self, a: Cell, b: Cell) -> Cell:
        """Return the difference; of what is equal it is zero."""
        if a.key == b.key and not _is_endless(a):
            return number(0.0, live=a.live or b.live)
        if b.exact and b.value == 0:
            return a.with_life(a.live or b.live)
        if a.exact and _is_endless(a) and not _is_endless(b):
            return a.with_life(a.live or b.live)
        return self._worked_out("sub", a, b, lambda x, y: x - y)

    def mul(self, a: Cell, b: Cell) -> Cell:
        """Return the product; by zero it is zero, unless something is infinite."""
        live = a.live or b.live
        for one, other in ((a, b), (b, a)):
            if one.exact and one.value == 0 and not _is_endless(other):
                return number(0.0, live=live)
            if one.exact and one.value == 1:
                return other.with_life(live)
        a, b = sorted((a, b), key=lambda cell: repr(cell.key))
        return self._worked_out("mul", a, b, lambda x, y: x * y)

    def div(self, a: Cell, b: Cell) -> Cell:
        """Return the quotient."""
        live = a.live or b.live
        if b.exact and b.value == 0:
            return number(
                math.nan if a.value in (0, None) else math.copysign(math.inf, a.value), live=live
            )
        if a.key == b.key and not _is_endless(a):
            return number(1.0, live=live)
        if b.exact and b.value == 1:
            return a.with_life(live)
        if a.exact and a.value == 0:
            return number(0.0, live=live)
        got = self._worked_out("div", a, b, lambda x, y: x / y)
        if (
            got.exact
            and got.value is not None
            and b.value is not None
            and got.value * b.value != a.value
        ):
            return self.made("div", (a, b), got.value)
        return got

    def pow(self, a: Cell, b: Cell) -> Cell:
        """Return a power."""
        if b.exact and b.value == 1:
            return a
        if b.exact and b.value == 0:
            return number(1.0)
        if b.exact and b.value == 2:
            return self.mul(a, a)
        if b.exact and b.value == 0.5:
            return self.apply("sqrt", a)
        if a.exact and a.value == 0 and b.value is not None:
            return number(0.0 if b.value > 0 else math.inf, live=a.live or b.live)
        return self._worked_out("pow", a, b, _power)

    def _worked_out(self, name: str, a: Cell, b: Cell, op: Callable[[float, float], float]) -> Cell:
        """Return the result as a number, if it is one without doubt."""
        value: float | None = None
        if a.value is not None and b.value is not None:
            try:
                value = op(a.value, b.value)
            except (OverflowError, ZeroDivisionError, ValueError):
                value = None
        if value is not None and a.exact and b.exact and is_single(value):
            return number(value, live=a.live or b.live)
        return self.made(name, (a, b), value)

    # -- one entry ---------------------------------------------------------------------

    def apply(self, name: str, cell: Cell) -> Cell:
        """Return a function of an entry."""
        known = _exactly(name, cell)
        if known is None and not self.is_double:
            known = _at_the_end(name, cell)
        if known is not None:
            return number(known, live=cell.live)
        rough: float | None = None
        if cell.value is not None and (op := FUNCTIONS.get(name)):
            try:
                rough = op(cell.value)
            except (OverflowError, ValueError, ZeroDivisionError):
                rough = None
        return self.made(name, (cell,), rough)

    def compare(self, name: str, a: Cell, b: Cell) -> Cell:
        """Return whether a question about two entries is answered with yes, if that is known."""
        order = self.order(a, b)
        if order is None:
            return self.made(name, (a.with_life(False), b.with_life(False)), None)
        answers = {
            "eq": order == 0, "ne": order != 0, "lt": order < 0,
            "le": order <= 0, "gt": order > 0, "ge": order >= 0,
        }  # fmt: skip
        return number(float(answers[name]))

    def order(self, a: Cell, b: Cell) -> int | None:
        """Return which of two is greater, as -1, 0 or 1; None if that is not known."""
        if a.key == b.key and not _is_nan(a):
            return 0
        if a.value is None or b.value is None or _is_nan(a) or _is_nan(b):
            return None
        apart = abs(a.value - b.value)
        written = all(cell.exact or cell.key[0] == "n" for cell in (a, b))
        if not written and apart <= _CLOSE * max(1.0, abs(a.value), abs(b.value)):
            return None
        return (a.value > b.value) - (a.value < b.value)


def _power(base: float, exponent: float) -> float:
    got = base**exponent
    if isinstance(got, complex):
        raise ValueError
    return float(got)


def _is_nan(cell: Cell) -> bool:
    return cell.value is not None and math.isnan(cell.value)


def _is_endless(cell: Cell) -> bool:
    return cell.value is not None and not math.isfinite(cell.value)


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


FUNCTIONS: dict[str, Callable[[float], float]] = {
    "neg": lambda x: -x, "abs": abs, "sqrt": math.sqrt, "rsqrt": lambda x: 1 / math.sqrt(x),
    "exp": math.exp, "log": math.log, "log2": math.log2, "log10": math.log10,
    "log1p": math.log1p, "expm1": math.expm1, "sin": math.sin, "cos": math.cos, "tan": math.tan,
    "tanh": math.tanh, "sigmoid": _sigmoid, "square": lambda x: x * x,
    "reciprocal": lambda x: 1 / x, "acos": math.acos, "asin": math.asin, "atan": math.atan,
    "acosh": math.acosh, "atanh": math.atanh, "sinh": math.sinh, "cosh": math.cosh,
    "softplus": lambda x: math.log1p(math.exp(x)), "erf": math.erf,
    "logit": lambda x: math.log(x / (1 - x)),
}  # fmt: skip
_AT_ZERO = {  # what they are at zero, to the last bit
    "neg": 0.0, "abs": 0.0, "sqrt": 0.0, "exp": 1.0, "log": -math.inf, "log2": -math.inf,
    "log10": -math.inf, "log1p": 0.0, "expm1": 0.0, "sin": 0.0, "cos": 1.0, "tan": 0.0,
    "tanh": 0.0, "sigmoid": 0.5, "square": 0.0, "asin": 0.0, "atan": 0.0, "sinh": 0.0,
    "cosh": 1.0, "erf": 0.0, "reciprocal": math.inf, "rsqrt": math.inf, "logit": -math.inf,
}  # fmt: skip
_AT_ONE = {
    "log": 0.0, "log2": 0.0, "log10": 0.0, "sqrt": 1.0, "rsqrt": 1.0, "reciprocal": 1.0,
    "acos": 0.0, "acosh": 0.0, "square": 1.0, "abs": 1.0, "logit": math.inf,
}  # fmt: skip


def _exactly(name: str, cell: Cell) -> float | None:
    """Return what a function is where it comes out the same to the last bit."""
    x = cell.value
    if x is None:
        return None
    if cell.exact and x in (0, 1) and (known := (_AT_ONE if x else _AT_ZERO).get(name)) is not None:
        return known
    if cell.exact and name in ("neg", "abs"):
        return -x if name == "neg" else abs(x)
    if cell.exact and name == "square" and is_single(x * x):
        return x * x
    if cell.exact and name == "sqrt" and x > 0 and math.isfinite(x):
        root = math.sqrt(x)
        return root if root * root == x and is_single(root) else None
    return None


def _at_the_end(name: str, cell: Cell) -> float | None:
    """Return what a function is where single precision ends: infinite, zero or saturated."""
    x = cell.value
    if x is None or math.isnan(x):
        return None
    if name == "exp" and (x > _OVERFLOW or x < _UNDERFLOW):
        return math.inf if x > 0 else 0.0
    if name in _SATURATED and x >= _SATURATED[name]:
        return 1.0
    if name == "sigmoid" and x < _UNDERFLOW:
        return 0.0
    if name == "tanh" and x <= -_SATURATED[name]:
        return -1.0
    return None
