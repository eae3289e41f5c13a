"""What is known of the numbers that an op makes: zeros, infinities, one number, a copy."""

from __future__ import annotations

import ast
from typing import Any

from gradsan.ops.table import Op
from gradsan.static.machine import Machine
from gradsan.static.singular import clamps_to_one, is_one_part
from gradsan.static.values import NONE, Number, Object, Tensor, Value

_VOID = Number(float("-inf"), known=True)
_SUMS = frozenset({"sum", "mean", "norm", "vector_norm"})
_KEEP_ZERO = frozenset({"pow", "square", "abs", "relu", "clone", "neg", "to", "float"}) | _SUMS
_KEEP_ALL_ZERO = _KEEP_ZERO | {"mul", "pad", "div", "flatten", "reshape"}


def contents(
    m: Machine, op: Op, bound: dict[str, Value], values: list[Value], node: ast.expr
) -> dict[str, Any]:
    """Return the fields of a result's storage that tell of its numbers."""
    known: dict[str, Any] = {}
    tensors = [m.storage(value) for value in values if isinstance(value, Tensor)]
    if any(storage.is_other for storage in tensors):
        known["is_other"] = True
    if _is_total(op, bound) or all(storage.is_scalar for storage in tensors):
        known["is_scalar"] = True
    if op.name == "masked_fill" and _VOID in values:
        known["void"] = m.fresh_id()
    if op.name in ("clamp", "clip") and clamps_to_one(bound):
        known["is_bounded"] = True
    first = values[0] if values else None
    if isinstance(first, Tensor):
        known |= _handed_on(m, op, bound, first, node)
    return known


def _handed_on(
    m: Machine, op: Op, bound: dict[str, Value], first: Tensor, node: ast.expr
) -> dict[str, Any]:
    """Return what a result has of the numbers of the first argument."""
    known: dict[str, Any] = {}
    storage = m.storage(first)
    if storage.has_constant and op.name == "var" and bound.get("dim") == Number(0, known=True):
        known["has_zero"] = True
    if storage.is_zero and op.name in _KEEP_ALL_ZERO:
        known |= {"has_zero": True, "has_zero_rows": True, "is_zero": True}
    elif storage.has_zero and op.name in _KEEP_ZERO:
        rows = storage.has_zero_rows
        is_sum = op.name in _SUMS
        is_row = _is_inner_axis(m, bound.get("dim"))
        is_part = isinstance(node, ast.Subscript) or is_one_part(m, first)
        if (not is_sum or (rows and is_row)) and not is_part:
            known |= {"has_zero": True, "has_zero_rows": rows}
    if op.name == "clone":
        since = 0 if first.view else m.fresh_id()
        known["copied"] = frozenset({first.storage}), since
    if void := storage.void:
        if op.name in ("softmax", "exp"):
            adds = storage.adds_void and op.name == "softmax"
            known |= {"has_zero": True, "voided": void, "adds_void": adds}
        elif op.name == "log_softmax":
            known["void"] = void
    return known


def _is_inner_axis(m: Machine, axis: Value | None) -> bool:
    """Tell whether a sum goes over what is in a row, not over the rows."""
    if isinstance(axis, Object):
        items = m.state.objects[axis.id].items
        return bool(items) and all(_is_inner_axis(m, item) for item in items or ())
    return isinstance(axis, Number) and axis.value in (1, 2, 3, -1)


def _is_total(op: Op, bound: dict[str, Value]) -> bool:
    """Tell whether an op gives one number for all: a sum over everything, a loss."""
    if op.name.endswith(("_loss", "cross_entropy", "cross_entropy_with_logits")):
        return "reduction" not in bound
    return op.name in ("sum", "mean", "dot") and bound.get("dim", NONE) == NONE
