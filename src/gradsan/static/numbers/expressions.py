"""Expressions of a script: operators, questions, items, attributes."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterable

from gradsan.static.numbers.arrays import Array, Exhausted, Unclear, Vague
from gradsan.static.numbers.elementwise import Bench, as_mask
from gradsan.static.numbers.indexing import index
from gradsan.static.numbers.making import as_array
from gradsan.static.numbers.ops import run_op
from gradsan.static.numbers.things import UNKNOWN, Bound, Class, Dotted, Frame, Function, Instance

MAX_ITEMS = 256  # of a list, or that a loop takes
MAX_EXPRESSIONS = 300_000  # one literal table of numbers has many
_OPERATORS = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.Pow: "pow",
    ast.MatMult: "matmul", ast.BitAnd: "and", ast.BitOr: "or",
}  # fmt: skip
_PLAIN: dict[type[ast.operator], Callable[[object, object], object]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
    ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.Pow: operator.pow,
}  # fmt: skip
_QUESTIONS = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge",
}  # fmt: skip
_FACTS = frozenset({"shape", "ndim", "grad", "dtype", "device", "grad_fn", "requires_grad"})


class Expressions:
    """Works expressions out; statements and calls are those of who inherits."""

    bench: Bench
    worked_out = 0  # expressions so far

    def call(self, node: ast.Call, frame: Frame) -> object:
        """Call whatever it is."""
        raise NotImplementedError

    def bind(self, target: ast.expr, value: object, frame: Frame) -> None:
        """Give a target its value."""
        raise NotImplementedError

    def value(self, node: ast.expr, frame: Frame) -> object:
        """Work an expression out."""
        self.worked_out += 1
        if self.worked_out > MAX_EXPRESSIONS:
            raise Exhausted  # lists of lists of lists: what was found so far stands
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return frame.find(name)
            case ast.Attribute(value=owner, attr=name):
                return self.attribute(self.value(owner, frame), name)
            case ast.BinOp(left=left, op=op, right=right):
                one, other = self.value(left, frame), self.value(right, frame)
                return self.operate(node, type(op), one, other)
            case ast.UnaryOp(op=op, operand=operand):
                return self._unary(node, op, self.value(operand, frame))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return self._compare(op, self.value(left, frame), self.value(right, frame))
            case ast.List(elts=items):
                return self._listed(items, frame)
            case ast.Tuple(elts=items):
                return tuple(self._listed(items, frame))
            case ast.Dict(keys=keys, values=values) if None not in keys:
                made = [self.value(key, frame) for key in keys if key is not None]
                return dict(zip(made, [self.value(v, frame) for v in values], strict=True))
            case ast.Subscript(value=owner, slice=key):
                return self._item(self.value(owner, frame), self.value(key, frame))
            case ast.Slice(lower=lower, upper=upper, step=step):
                bounds = [self.value(b, frame) if b else None for b in (lower, upper, step)]
                return slice(*bounds)
            case ast.Call():
                return self.call(node, frame)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                answer = self.truth(self.value(test, frame))
                return self.value(body if answer else orelse, frame)
            case ast.Lambda():
                return Function(node, "<lambda>", frame)
            case ast.ListComp(elt=element, generators=[one]) if not one.ifs:
                inner = Frame({}, frame)
                made = []
                for item in list(self.items(self.value(one.iter, frame))):
                    self.bind(one.target, item, inner)
                    made.append(self.value(element, inner))
                return made
            case ast.JoinedStr():
                return UNKNOWN
        raise Unclear

    def _listed(self, items: list[ast.expr], frame: Frame) -> list[object]:
        made: list[object] = []
        for item in items:
            if isinstance(item, ast.Starred):
                made += self.items(self.value(item.value, frame))
            else:
                made.append(self.value(item, frame))
        return made

    def operate(
        self, node: ast.expr | ast.stmt, kind: type[ast.operator], left: object, right: object
    ) -> object:
        """Apply an operator."""
        if left is UNKNOWN or right is UNKNOWN:
            return UNKNOWN
        if isinstance(left, Vague) or isinstance(right, Vague):
            known = [value.points for value in (left, right) if isinstance(value, (Array, Vague))]
            return Vague(frozenset().union(*known))
        if isinstance(left, Array) or isinstance(right, Array):
            if kind not in _OPERATORS:
                raise Unclear
            return self._op(node, _OPERATORS[kind], [as_array(left), as_array(right)], {})
        if kind not in _PLAIN or not (_is_small(left) and _is_small(right)):
            raise Unclear
        if kind in (ast.Pow, ast.Mult) and not _stays_small(kind, left, right):
            raise Unclear
        return _PLAIN[kind](left, right)

    def _op(
        self, node: ast.expr | ast.stmt, name: str, args: list[object], named: dict[str, object]
    ) -> object:
        """Run an op of the library."""
        if isinstance(node, ast.expr):
            self.bench.node = node
        return run_op(self.bench, name, args, named)

    def _unary(self, node: ast.UnaryOp, op: ast.unaryop, value: object) -> object:
        if value is UNKNOWN or isinstance(value, Vague):
            return value
        if isinstance(value, Array):
            if isinstance(op, ast.USub):
                return self._op(node, "neg", [value], {})
            if isinstance(op, ast.Invert) and value.is_mask:
                return self._op(node, "not", [value], {})
            raise Unclear
        if isinstance(op, ast.Not):
            return not self.truth(value)
        if isinstance(op, ast.USub) and isinstance(value, (int, float)):
            return -value
        raise Unclear

    def _compare(self, op: ast.cmpop, left: object, right: object) -> object:
        if isinstance(op, (ast.Is, ast.IsNot)) and right is None and left is not UNKNOWN:
            return (left is None) == isinstance(op, ast.Is)
        if left is UNKNOWN or right is UNKNOWN or type(op) not in _QUESTIONS:
            return UNKNOWN
        name = _QUESTIONS[type(op)]
        if isinstance(left, Array) or isinstance(right, Array):
            return as_mask(self.bench.combine(name, as_array(left), as_array(right)))
        kinds = (int, float) if isinstance(left, (int, float)) else (str,)
        if not isinstance(left, kinds) or not isinstance(right, kinds):
            return UNKNOWN
        return getattr(operator, name)(left, right)

    def truth(self, value: object) -> bool:
        """Return the answer to a question, if it is known."""
        if isinstance(value, Array):
            cell = value.one()
            if not cell.exact:
                raise Unclear
            return bool(cell.value)
        if value is UNKNOWN or not isinstance(
            value, (bool, int, float, str, list, tuple, type(None))
        ):
            raise Unclear
        return bool(value)

    def items(self, value: object) -> Iterable[object]:
        """Return what a loop takes out of a value, one by one."""
        if isinstance(value, Array):
            if not value.shape or value.shape[0] > 64:
                raise Unclear
            return [index(value, i) for i in range(value.shape[0])]
        if isinstance(value, (list, tuple, range)):
            if len(value) > MAX_ITEMS:
                raise Unclear
            return value
        raise Unclear

    def _item(self, owner: object, key: object) -> object:
        if owner is UNKNOWN or key is UNKNOWN:
            return UNKNOWN
        if isinstance(owner, Vague):
            return owner
        if isinstance(owner, Array):
            return index(owner, key)
        if isinstance(owner, (list, tuple)) and isinstance(key, (int, slice)):
            return owner[key]
        if isinstance(owner, dict):
            return owner[key]
        raise Unclear

    def attribute(self, owner: object, name: str) -> object:
        """Read an attribute."""
        if isinstance(owner, Dotted):
            return Dotted(f"{owner.name}.{name}")
        if isinstance(owner, Array):
            if name == "shape":
                return owner.shape
            if name == "ndim":
                return len(owner.shape)
            if name in ("T", "mT", "data"):
                return run_op(self.bench, name, [owner], {})
            if name in _FACTS:
                return UNKNOWN
            return Bound(owner, name)
        if isinstance(owner, Instance):
            if name in owner.parts:
                return owner.parts[name]
            if name in owner.cls.methods:
                return Function(
                    owner.cls.methods[name], f"{owner.cls.name}.{name}", owner.cls.frame, owner
                )
            return owner.cls.names.get(name, Bound(owner, name))
        if isinstance(owner, Vague) and name in _FACTS:
            return UNKNOWN
        if isinstance(owner, (list, dict, Class, str, Vague)):
            return Bound(owner, name)
        if name in getattr(owner, "__slots__", ()):  # a weight of a layer
            return getattr(owner, name)
        return UNKNOWN


def _is_small(value: object) -> bool:
    """Tell whether a number, a text or a list is of a size that can be worked with."""
    if isinstance(value, int):
        return value.bit_length() <= 64
    if isinstance(value, (list, tuple, str)):
        return len(value) <= MAX_ITEMS
    return isinstance(value, float)


def _stays_small(kind: type[ast.operator], left: object, right: object) -> bool:
    """Tell whether a power or a repetition is not endless."""
    if kind is ast.Pow:
        return isinstance(right, (int, float)) and abs(right) <= 64
    sizes = [value for value in (left, right) if isinstance(value, int)]
    is_repeated = any(isinstance(value, (list, tuple, str)) for value in (left, right))
    return not is_repeated or all(size <= MAX_ITEMS for size in sizes)
