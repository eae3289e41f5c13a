"""Gradients that are not finite: a branch masked by `where`, a function at its singular point.

`where` picks values, but backward runs through both branches; zero times infinity is NaN.
Which branches are at risk is told by syntax (`branches.py`).
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from functools import partial

from gradsan.model.finding import Edit
from gradsan.ops.table import Op
from gradsan.static.branches import Risk, asks_for_infinity, find_risk, mentioned
from gradsan.static.machine import Machine
from gradsan.static.rewrites import bounded_below, expression_at
from gradsan.static.values import UNKNOWN, Needs, Number, Storage, Tensor, Value

_AT_ONE = frozenset({"acos", "asin", "arccos", "arcsin", "atanh", "arctanh"})
HIDING = frozenset({"nan_to_num", "where", "masked_fill", "nansum", "nanmean"})
_POLES = frozenset({"pow", "rsqrt", "log", "log2", "log10", "reciprocal"})  # infinite at zero only
_AT_ZERO = frozenset({"sqrt", "rsqrt", "log", "log2", "log10", "reciprocal"})


def inspect_where(m: Machine, node: ast.Call, values: list[Value]) -> None:
    """Note a `torch.where` whose dropped branch can give NaN in backward."""
    if len(node.args) == 3 and m.most_needed(values[1:]) == Needs.YES:
        _inspect_branches(m, node, node.args[0], node.args[1:])


def inspect_fill(m: Machine, node: ast.Call, owner: Value) -> None:
    """Note the same for `y.masked_fill(mask, 0)`."""
    if isinstance(node.func, ast.Attribute) and node.args and m.needs(owner) == Needs.YES:
        _inspect_branches(m, node, node.args[0], [None, node.func.value])


def inspect_assigned(m: Machine, target: ast.Subscript, owner: Tensor) -> None:
    """Note the same for `y[mask] = 0`, unless the write makes something stale anyway."""
    asked, name = m.origins.expand(target.slice), target.value
    if not isinstance(name, ast.Name) or m.needs(owner) != Needs.YES or owner.detached:
        return
    if m.state.saves.get(owner.storage):
        return
    is_question = isinstance(asked, ast.Compare) and name.id not in {
        item.id for item in ast.walk(asked) if isinstance(item, ast.Name)
    }
    if is_question or asks_for_infinity(asked):
        _inspect_branches(m, target, target.slice, [None, name])


def inspect_hidden(m: Machine, node: ast.expr, op: Op, bound: dict[str, Value]) -> None:
    """Note an op that hides zero times infinity: its gradient is NaN all the same."""
    for value in bound.values():
        if isinstance(value, Tensor) and m.storage(value).has_nan and m.state.grad_on:
            if m.needs(value) == Needs.YES:
                made = m.storage(value).made
                subject = ast.unparse(expression_at(m.source, made.place) or node) if made else ""
                m.note("where-nan", m.spot(node), subject or op.name, made=made, raises=False)
            return


def _inspect_branches(
    m: Machine, node: ast.expr, condition: ast.expr, branches: Sequence[ast.expr | None]
) -> None:
    if not m.state.grad_on:
        return
    risk = find_risk(m.origins, condition, branches, partial(_is_constant, m))
    if risk is not None:
        edits = _make_safe(m, condition, risk)
        sure = not risk.asked & _drawn(m.statement)
        subject = ast.unparse(risk.item)
        m.note("where-nan", m.spot(node), subject, raises=False, sure=sure, edits=edits)


def _drawn(statement: ast.stmt | None) -> set[str]:
    """Return the names that a comprehension of a statement binds: what they are is not seen."""
    return {
        name.id
        for item in (ast.walk(statement) if statement is not None else ())
        if isinstance(item, ast.comprehension)
        for name in ast.walk(item.target)
        if isinstance(name, ast.Name)
    }


def _is_constant(m: Machine, node: ast.expr) -> bool:
    """Tell whether a name stands for a tensor that no gradient is asked of."""
    value = m.state.frames.get(m.scope[0], {}).get(node.id) if isinstance(node, ast.Name) else None
    return isinstance(value, Tensor) and m.needs(value) == Needs.NO


def _make_safe(m: Machine, condition: ast.expr, risk: Risk) -> list[Edit]:
    """Return the edits that give the dropped entries a harmless argument: a second where."""
    if not _is_known_before(m, condition, risk.branch):
        return _ask_for_zero(m, condition, risk)
    test = ast.unparse(condition)
    edits = []
    known = {
        name: value for frame in reversed(m.scope) for name, value in m.state.frames[frame].items()
    }
    for name in mentioned(risk.branch, risk.asked):
        if isinstance(name, ast.Name) and isinstance(known.get(name.id, UNKNOWN), Number):
            continue
        text = ast.unparse(name)
        ones = f"torch.ones_like({text})"
        pair = f"{text}, {ones}" if risk.is_kept else f"{ones}, {text}"
        place = m.source.place(name)
        edits.append(Edit(place, f"torch.where({test}, {pair})", m.source.text(place)))
    return edits


def _is_known_before(m: Machine, condition: ast.expr, branch: ast.expr) -> bool:
    """Tell whether what a condition asks about is there when a branch is computed."""
    names = [item for item in ast.walk(condition) if isinstance(item, ast.Name)]
    values = [(name, m.origins.expand(name)) for name in names]
    return all(value is name or value.lineno < branch.lineno for name, value in values)


def _ask_for_zero(m: Machine, condition: ast.expr, risk: Risk) -> list[Edit]:
    """Ask for the zero in the place of the infinity that is made of it: `y == inf`."""
    match m.origins.expand(condition):
        case ast.Compare(ops=[ast.Eq()], comparators=[right]) if "inf" in ast.unparse(right):
            pass
        case ast.Call(func=ast.Attribute(attr="isinf")):
            pass
        case _:
            return []
    match risk.item:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="torch"), attr=op), args=[inner, *_]):
            is_pole = op in _POLES
        case ast.Call(func=ast.Attribute(value=inner, attr=op)):
            is_pole = op in _POLES
        case ast.BinOp(op=ast.Div(), left=ast.Constant(), right=inner):
            is_pole = True
        case ast.BinOp(op=ast.Pow(), left=inner):
            is_pole = True
        case _:
            return []
    if not is_pole or not isinstance(inner, ast.Name):
        return []
    name, place = inner.id, m.source.place(inner)
    safe = f"torch.where({name} == 0, torch.ones_like({name}), {name})"
    asked = m.source.place(condition)
    return [Edit(place, safe, name), Edit(asked, f"{name} == 0", m.source.text(asked))]


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
    if storage.has_zero and (op.name in _AT_ZERO or _is_root(op, bound)):
        mend = bounded_below(m.source, node) if op.name in ("sqrt", "pow") else None
        m.note(
            "singular-point",
            m.spot(node),
            op.name,
            made=storage.made,
            raises=False,
            edits=[mend],
        )


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


def _is_root(op: Op, bound: dict[str, Value]) -> bool:
    power = bound.get("exponent")
    if op.name != "pow" or not isinstance(power, Number):
        return False
    return isinstance(power.value, (int, float)) and power.value < 1


def knows_zero(node: ast.expr | None) -> bool:
    """Tell whether a literal list holds a zero.

    >>> knows_zero(ast.parse("[1.0, [0.0]]", mode="eval").body)
    True
    """
    if isinstance(node, (ast.List, ast.Tuple)):
        return any(knows_zero(item) for item in node.elts)
    return isinstance(node, ast.Constant) and node.value == 0 and node.value is not False


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
