"""Functions at a point where their derivative is infinite, and which literals lead there."""

from __future__ import annotations

import ast
from typing import TypeGuard

from gradsan.model.finding import Edit
from gradsan.ops.table import Op
from gradsan.static.divisors import is_padded_divisor
from gradsan.static.machine import Machine
from gradsan.static.nodes import children
from gradsan.static.rewrites import (
    bounded_below,
    expression_at,
    is_assignable,
    wrap,
)
from gradsan.static.values import Needs, Number, Storage, Tensor, Value

_AT_ONE = frozenset({"acos", "asin", "arccos", "arcsin", "atanh", "arctanh"})
_AT_ZERO = frozenset({"sqrt", "rsqrt", "log", "log2", "log10", "reciprocal"})


def inspect_singular(m: Machine, node: ast.expr, op: Op, bound: dict[str, Value]) -> None:
    """Note a function at a point where its derivative is infinite."""
    value = bound.get(op.parameters[0])
    if not isinstance(value, Tensor) or not m.state.grad_on or m.needs(value) != Needs.YES:
        return
    storage = m.storage(value)
    if storage.is_bounded and op.name in _AT_ONE:
        edits = _inside_one(m, storage)
        m.note(
            "singular-point", m.spot(node), op.name, made=storage.made, raises=False, edits=edits
        )
    is_singular = op.name in _AT_ZERO or _is_root(op, bound)
    if storage.has_zero and is_singular and not (storage.voided and is_one_part(m, value)):
        is_root = op.name == "sqrt" or (op.name == "pow" and not _is_pole(bound))
        is_free = is_root and not is_padded_divisor(m.source, node)
        mend = bounded_below(m.source, node) if is_free else None
        if op.name in ("log", "log2", "log10") and storage.voided:
            mend = _without_zeros(m, node)
        m.note(
            "singular-point",
            m.spot(node),
            op.name,
            made=storage.made,
            raises=False,
            edits=[mend],
        )


def inspect_quotient(m: Machine, node: ast.expr, below: Tensor, result: Value) -> None:
    """Note a division by something that has a zero: not even a mask after it helps."""
    storage = m.storage(below)
    if not storage.has_zero or not m.state.grad_on or m.needs(result) != Needs.YES:
        return
    if is_one_part(m, below) or storage.voided:
        return
    mend = wrap(m.source, node.right, ".clamp_min(1e-12)") if _is_length(node) else None
    m.note(
        "singular-point", m.spot(node), "division", made=storage.made, raises=False, edits=[mend]
    )


def _is_length(node: ast.expr) -> TypeGuard[ast.BinOp]:
    """Tell whether something is divided by a norm, which is never negative."""
    match node:
        case ast.BinOp(right=ast.Call(func=ast.Attribute(attr="norm" | "vector_norm"))):
            return True
    return False


def is_one_part(m: Machine, tensor: Tensor) -> bool:
    """Tell whether a tensor is a part of another: `x[1:]`, which may leave the zeros out."""
    node = expression_at(m.source, tensor.made.place) if tensor.view and tensor.made else None
    return isinstance(node, ast.Subscript) and "None" not in ast.unparse(node.slice)


def _without_zeros(m: Machine, node: ast.expr) -> Edit | None:
    """Return the edit that takes the logarithm of one where masking has left a probability of 0."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="torch")), args=[inner]):
            pass
        case ast.Call(func=ast.Attribute(value=inner), args=[]):
            pass
        case _:
            return None
    name = ast.unparse(inner)
    if not is_assignable(inner) or not _is_weighted(m.statement, node, name):
        return None
    return wrap(m.source, inner, f".masked_fill({name} == 0, 1.0)")


def _is_weighted(statement: ast.stmt | None, node: ast.expr, name: str) -> bool:
    """Tell whether a logarithm is multiplied by what it was taken of: `p * p.log()`."""
    for item in children(statement) if statement else ():
        match item:
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                for factor, other in ((left, right), (right, left)):
                    if ast.unparse(factor) == name and node in (other, *children(other)):
                        return True
    return False


def _inside_one(m: Machine, storage: Storage) -> list[Edit]:
    """Return the edits that clamp a little inside of one and minus one."""
    call = expression_at(m.source, storage.made.place) if storage.made else None
    if not isinstance(call, ast.Call):
        return []
    edits = []
    for item in (*call.args, *(keyword.value for keyword in call.keywords)):
        place = m.source.place(item)
        text = m.source.text(place)
        if text.lstrip("-") in ("1", "1.0", "1."):
            sign = "-" if text.startswith("-") else ""
            edits.append(Edit(place, f"{sign}1 {'-' if not sign else '+'} 1e-6", text))
    return edits


def clamps_to_one(bound: dict[str, Value]) -> bool:
    """Tell whether a clamp cuts off at one, or minus one: where it acts, acos has no derivative."""
    bounds = [bound.get("min"), bound.get("max")]
    numbers = [value.value for value in bounds if isinstance(value, Number) and value.known]
    return any(isinstance(value, (int, float)) and abs(value) == 1 for value in numbers)


def _is_pole(bound: dict[str, Value]) -> bool:
    power = bound.get("exponent")
    number = power.value if isinstance(power, Number) else None
    return not isinstance(number, (int, float)) or number < 0


def _is_root(op: Op, bound: dict[str, Value]) -> bool:
    power = bound.get("exponent")
    if op.name != "pow" or not isinstance(power, Number):
        return False
    return isinstance(power.value, (int, float)) and power.value < 1


def knows_zero(node: ast.expr | None) -> bool:
    """Tell whether a literal list holds a zero; what is masked by False is zero, too.

    >>> knows_zero(ast.parse("[1.0, [0.0]]", mode="eval").body)
    True
    """
    if isinstance(node, (ast.List, ast.Tuple)):
        return any(knows_zero(item) for item in node.elts)
    return isinstance(node, ast.Constant) and node.value == 0


def knows_all_zero(node: ast.expr | None) -> bool:
    """Tell whether a literal list is made of zeros only."""
    if isinstance(node, (ast.List, ast.Tuple)) and node.elts:
        return all(knows_all_zero(item) for item in node.elts)
    return isinstance(node, ast.Constant) and knows_zero(node)


def knows_zero_row(node: ast.expr | None) -> bool:
    """Tell whether a literal table holds a row of zeros.

    >>> knows_zero_row(ast.parse("[[0.0, 0.0], [0.0, 1.0]]", mode="eval").body)
    True
    >>> knows_zero_row(ast.parse("[[0.0, 1.0], [1.0, 0.0]]", mode="eval").body)
    False
    """
    if not isinstance(node, (ast.List, ast.Tuple)):
        return False
    rows = [row for row in node.elts if isinstance(row, (ast.List, ast.Tuple))]
    is_table = not any(isinstance(item, ast.List) for row in rows for item in row.elts)
    return is_table and any(knows_all_zero(row) for row in rows)
