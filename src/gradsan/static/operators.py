"""Operators on values: tensors go by the op table, numbers stay numbers."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from gradsan.ops.table import Op, torch_ops
from gradsan.static.arguments import find_operator
from gradsan.static.machine import Machine
from gradsan.static.saving import apply, without_saves
from gradsan.static.singular import inspect_quotient
from gradsan.static.straight_through import pass_quotient
from gradsan.static.values import (
    NUMBER,
    UNKNOWN,
    Number,
    Object,
    Parts,
    Storage,
    Tensor,
    Unknown,
    Value,
)

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.Mod: "remainder",
    ast.FloorDiv: "floor_divide",
}
SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.Mod: "%",
    ast.FloorDiv: "//",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}


def binary(
    m: Machine, node: ast.expr, kind: type[ast.operator], left: Value, right: Value
) -> Value:
    """Apply an operator; only tensors and numbers give anything."""
    if isinstance(left, Object) and isinstance(right, (Number, Unknown)) and kind is ast.Mult:
        return _replicate(m, left, node)
    if isinstance(left, Object) and isinstance(right, Object) and kind is ast.Add:
        return _concatenate(m, left, right)
    if not isinstance(left, Tensor) and not isinstance(right, Tensor):
        if isinstance(left, Number) and isinstance(right, Number):
            return _calculate(kind, left, right)
        return UNKNOWN
    name = OPERATORS.get(kind, "")
    if not isinstance(left, Tensor) and kind is ast.Div:
        # `1 / x` is x.reciprocal() * 1: what is kept is a hidden value.
        return apply(m, without_saves(row("div")), {"self": left, "other": right}, node)
    op = find_operator(name, left, right)
    if kind is ast.FloorDiv and m.leaves([left, right]) and m.state.grad_on:
        edits = pass_quotient(m.source, node)
        cut = m.new_cut("nondiff", m.spot(node), [left, right], "//", edits)
        return m.new_tensor(Storage(cuts=m.cuts([left, right]) | {cut}, is_float=True))
    if op is None:
        return m.new_tensor(Storage(is_float=False, cuts=m.cuts([left, right])))
    if isinstance(left, Number) and name == "pow":
        # `2 ** x` keeps its result.
        return apply(m, row("exp"), {"self": right}, node, shown="pow")
    result = apply(m, op, dict(zip(op.parameters, (left, right), strict=False)), node)
    if kind in (ast.Add, ast.Sub) and isinstance(result, Tensor):
        _mark_number_term(m, result, left, right)
        _mark_number_term(m, result, right, left)
    if isinstance(result, Tensor) and isinstance(left, Tensor) and isinstance(right, Tensor):
        if kind is ast.Sub and _is_pairwise(left, right, node):
            m.change(result, has_zero=True, has_zero_rows=True)
        if kind is ast.Add and (void := m.storage(left).void or m.storage(right).void):
            m.change(result, void=void, adds_void=True)
        if kind in (ast.Add, ast.Sub):
            _mark_constant_term(m, result, left, right)
            _mark_constant_term(m, result, right, left)
        if kind is ast.Mult:
            factors = [m.storage(left), m.storage(right)]
            rows = any(factor.has_zero_rows for factor in factors) or _is_by_rows(node, factors)
            if any(factor.has_zero for factor in factors):
                m.change(result, has_zero=True, has_zero_rows=rows)
                one, other = factors
                if (one.void and one.void == other.voided) or (
                    other.void and other.void == one.voided
                ):
                    m.change(result, has_zero=False, has_nan=True)
        if kind is ast.Div:
            inspect_quotient(m, node, right, result)
        if _is_zero(m, kind, left, right):
            m.change(result, has_zero=True, has_zero_rows=True, is_zero=True)
    return result


# Cuts that make a term of a loss constant, and what such a term is told as.
_TERMS = {
    "question": "term", "zero": "term", "nondiff": "term", "attribute": "grad",
    "tensor": "copied", "no_grad": "silenced",
}  # fmt: skip


def _mark_constant_term(m: Machine, result: Tensor, term: Tensor, other: Tensor) -> None:
    """Remember that a term of a sum of numbers lost its gradient to a comparison or rounding."""
    known, rest = m.storage(term), m.storage(other)
    is_constant = not known.needs or not known.leaves  # the derivative of a sign is zero
    if not is_constant or not rest.needs or not (known.is_scalar and rest.is_scalar):
        return
    for cut in [m.state.cuts[key] for key in sorted(known.cuts)]:
        is_counted = cut.kind == "nondiff" and "hist" not in cut.subject  # how often, which one
        if cut.kind in _TERMS and cut.leaves and cut.source is None and not is_counted:
            kind = _TERMS[cut.kind]
            key = m.new_cut(kind, cut.spot, [other], cut.subject, cut.edits)
            if kind in ("term", "silenced"):
                m.state.cuts[key] = replace(m.state.cuts[key], leaves=cut.leaves)
            m.change(result, cuts=m.storage(result).cuts | {key})
            return


def _mark_number_term(m: Machine, result: Tensor, term: Value, other: Value) -> None:
    """Remember that a term of a sum is a number that was taken out of the graph.

    A number that the other term is computed with, too, may be put back: `top + (x - top).exp()…`.
    """
    if isinstance(term, Tensor):
        known = m.storage(term).number_terms
    elif isinstance(term, Number) and isinstance(other, Tensor) and m.storage(other).is_scalar:
        used = m.cuts([other])
        taken = [key for key in term.cuts - used if m.state.cuts[key].kind == "item"]
        known = frozenset(key for key in taken if m.state.cuts[key].leaves & m.leaves([other]))
    else:
        return
    if known:
        m.change(result, number_terms=m.storage(result).number_terms | known)


def _is_by_rows(node: ast.expr, factors: list[Storage]) -> bool:
    """Tell whether a factor with zeros has one number for each row: `x * mask[:, None]`."""
    if not isinstance(node, ast.BinOp):
        return False
    pairs = zip((node.left, node.right), factors, strict=True)
    return any(storage.has_zero and _is_column(factor) for factor, storage in pairs)


def _is_column(node: ast.expr) -> bool:
    match node:
        case ast.Subscript(slice=ast.Tuple(elts=[*_, ast.Constant(None)])):
            return True
        case ast.Call(func=ast.Attribute(attr="unsqueeze"), args=[axis]):
            return ast.unparse(axis) in ("-1", "1")
        case ast.Call(func=ast.Attribute(value=owner, attr="float" | "to")):
            return _is_column(owner)
    return False


def _is_zero(m: Machine, kind: type[ast.operator], left: Tensor, right: Tensor) -> bool:
    """Tell whether every entry of a sum or difference is known to be zero."""
    if kind is ast.Sub and left.storage == right.storage and m.storage(left).is_constant:
        return True
    return kind in (ast.Add, ast.Sub) and m.storage(left).is_zero and m.storage(right).is_zero


_ARITHMETIC: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}


def _calculate(kind: type[ast.operator], left: Number, right: Number) -> Number:
    """Calculate with small numbers that are known, as loops count them."""
    count = _ARITHMETIC.get(kind)
    match kind, left, right:
        case ast.Div, Number(int() | float() as over), Number(int() | float() as under) if under:
            with suppress(OverflowError):
                return Number(over / under, known=True)
    if count and left.known and right.known:
        values = (left.value, right.value)
        if all(isinstance(value, int) and abs(value) < 1 << 20 for value in values):
            with suppress(ZeroDivisionError):
                return Number(count(*values), known=True)
    return Number(cuts=left.cuts | right.cuts)


def _is_pairwise(left: Value, right: Value, node: ast.expr) -> bool:
    """Tell whether it is `x[:, None] - x[None, :]`, every row with every row: zero diagonal."""
    if not isinstance(left, Tensor) or not isinstance(right, Tensor):
        return False
    if left.storage != right.storage or not isinstance(node, ast.BinOp):
        return False
    adds_axes = _adds_axis(node.left) and _adds_axis(node.right)
    return adds_axes and ast.dump(node.left) != ast.dump(node.right)


def _adds_axis(node: ast.expr) -> bool:
    match node:
        case ast.Subscript(slice=ast.Constant(value=None)):
            return True
        case ast.Subscript(slice=ast.Tuple(elts=parts)):
            return any(isinstance(part, ast.Constant) and part.value is None for part in parts)
        case ast.Call(func=ast.Attribute(attr="unsqueeze")):
            return True
    return False


def _concatenate(m: Machine, left: Object, right: Object) -> Value:
    """Run `list + list`."""
    parts = [m.state.objects[left.id], m.state.objects[right.id]]
    if any(part.items is None or part.cls is not None or part.keys is not None for part in parts):
        return UNKNOWN
    items = [item for part in parts for item in part.items or ()]
    return m.new_object(Parts(items=items, is_open=any(part.is_open for part in parts)))


def _replicate(m: Machine, value: Object, node: ast.expr) -> Value:
    """Run `[t] * n`: a list of the same thing, several times."""
    parts = m.state.objects[value.id]
    if parts.cls is not None or parts.keys is not None or parts.items is None:
        return UNKNOWN
    made = Parts(items=parts.items * 3, is_open=True, is_replicated=True, made_by=node)
    return m.new_object(made)


def row(name: str) -> Op:
    """Return the plainest row of an op."""
    return torch_ops()[name][-1]


_ORDERS: dict[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.NotEq: operator.ne,
}


def compare_numbers(node: ast.Compare, values: list[Value]) -> Value:
    """Compare what is no tensor; known only if both sides are."""
    match node.ops, values:
        case [test], [Number(int() as left, True), Number(int() as right, True)] if (
            compares := _ORDERS.get(type(test))
        ):
            return Number(compares(left, right), known=True)
        case [ast.Eq()], [Number(left, True), Number(right, True)]:
            return Number(left == right, known=True)
        case [ast.In() | ast.NotIn() as test], [
            Number(str() as part, True),
            Number(str() as text, True),
        ]:
            return Number((part in text) is isinstance(test, ast.In), known=True)
        case [ast.Is()], [Number(left, True), Number(None, True)]:
            return Number(left is None, known=True)
        case [ast.IsNot()], [Number(left, True), Number(None, True)]:
            return Number(left is not None, known=True)
        case [ast.Is() | ast.IsNot() as test], [
            Tensor() | Object(),
            Number(None, True),
        ]:
            return Number(isinstance(test, ast.IsNot), known=True)
        case [ast.Is() | ast.IsNot() as test], [Tensor(view="") | Object() as left, right]:
            if left == right:
                return Number(isinstance(test, ast.Is), known=True)
    return NUMBER
