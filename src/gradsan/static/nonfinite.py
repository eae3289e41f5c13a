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
from gradsan.static.asking import asks_for_infinity
from gradsan.static.branches import Risk, find_risk, mentioned
from gradsan.static.machine import Machine
from gradsan.static.names import stores
from gradsan.static.nodes import children, subtree
from gradsan.static.rewrites import (
    bounded_below,
    expression_at,
    function_around,
    statement_at,
    wrap,
)
from gradsan.static.safe_arguments import harmless
from gradsan.static.values import UNKNOWN, Needs, Number, Tensor, Value

HIDING = frozenset({"nan_to_num", "where", "masked_fill", "nansum", "nanmean"})
_MIXING = frozenset(
    "cumsum cumprod logcumsumexp normalize softmax log_softmax sort flip roll conv1d conv2d "  # noqa: SIM905
    "matmul mm bmm einsum".split()
)
_REDUCING = frozenset({"sum", "mean", "norm", "std", "var", "max", "amax", "min", "prod"})
_LEAST_ROOT = 1e-6  # of what `bounded_below` leaves
_POLES = frozenset({"pow", "rsqrt", "log", "log2", "log10", "reciprocal"})  # infinite at zero only


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
        item.id for item in subtree(asked) if isinstance(item, ast.Name)
    }
    if is_question or asks_for_infinity(asked):
        _inspect_branches(m, target, target.slice, [None, name])


def inspect_selected(m: Machine, node: ast.Subscript, owner: Tensor) -> None:
    """Note the same for `y[mask]`: what is left out is computed all the same."""
    if not isinstance(node.value, ast.Name) or m.needs(owner) != Needs.YES or owner.detached:
        return
    match m.origins.expand(node.slice), m.origins.expand(node.value):
        case (
            ast.Compare(left=ast.Name(id=name), comparators=[bound]),
            ast.Call(func=ast.Attribute(value=first, attr=op), args=args),
        ) if ast.unparse(bound) in (("-1", "-1.0") if op == "log1p" else ("0", "0.0")):
            inner = (
                args[0] if args and isinstance(first, ast.Name) and first.id == "torch" else first
            )
        case (
            ast.Compare(left=ast.Name(id=name), comparators=[ast.Constant(value=0)]),
            ast.BinOp(op=ast.Div(), right=inner),
        ):
            pass
        case _:
            return
    if isinstance(inner, ast.Name) and inner.id == name:  # cut off at the very pole
        _inspect_branches(m, node, node.slice, [node.value, None])


def inspect_hidden(m: Machine, node: ast.expr, op: Op, bound: dict[str, Value]) -> None:
    """Note an op that hides zero times infinity: its gradient is NaN all the same."""
    for value in bound.values():
        storage = m.storage(value) if isinstance(value, Tensor) else None
        if storage is None or not m.state.grad_on:
            continue
        if storage.has_nan or (storage.adds_void and _hides_rows(m, node, op)):
            if m.needs(value) == Needs.YES:
                made = storage.made
                product = expression_at(m.source, made.place) if made else None
                subject = ast.unparse(product) if product else op.name
                edits = [_without_infinity(m, product)]
                m.note("where-nan", m.spot(node), subject, made=made, raises=False, edits=edits)
            return


def _hides_rows(m: Machine, node: ast.expr, op: Op) -> bool:
    """Tell whether somebody drops the rows of which all was masked, and did not spare them."""
    if not isinstance(node, ast.Call) or not node.args or op.name == "nan_to_num":
        return False
    asked = node.args[0]
    if isinstance(asked, ast.Name) and any(f"~{asked.id}" in line for line in m.source.lines):
        return False
    return any(
        isinstance(item, ast.Attribute) and item.attr == "all"
        for item in subtree(m.origins.expand(asked))
    )


def _without_infinity(m: Machine, product: ast.expr | None) -> Edit | None:
    """Return the edit that makes zeros of the infinite factors of a product with zeros."""
    match product:
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            pass
        case _:
            return None
    for factor in (left, right):
        value = _known(m, factor.id) if isinstance(factor, ast.Name) else None
        if isinstance(value, Tensor) and m.storage(value).void:
            return wrap(m.source, factor, f".masked_fill({ast.unparse(factor)}.isinf(), 0.0)")
    return None


def _inspect_branches(
    m: Machine, node: ast.expr, condition: ast.expr, branches: Sequence[ast.expr | None]
) -> None:
    if not m.state.grad_on:
        return
    is_constant, is_number = partial(_is_constant, m), partial(_is_number, m)
    known = is_constant, is_number, partial(_is_infinite, m)
    risk = find_risk(m.origins, condition, branches, *known)
    if risk is not None:
        edits = _make_safe(m, condition, risk)
        rest = [None, *branches[1:]] if risk.is_kept else []
        if edits and (more := find_risk(m.origins, condition, rest, *known)):
            others = _make_safe(m, condition, more)
            edits = [*edits, *others] if others else []
        sure = not risk.asked & _drawn(m.statement)
        subject = ast.unparse(risk.item)
        m.note("where-nan", m.spot(node), subject, raises=False, sure=sure, edits=edits)


def _drawn(statement: ast.stmt | None) -> set[str]:
    """Return the names that a comprehension of a statement binds: what they are is not seen."""
    return {
        name.id
        for item in (subtree(statement) if statement is not None else ())
        if isinstance(item, ast.comprehension)
        for name in subtree(item.target)
        if isinstance(name, ast.Name)
    }


def _is_constant(m: Machine, node: ast.expr) -> bool:
    """Tell whether a name stands for a tensor that no gradient is asked of."""
    value = m.state.frames.get(m.scope[0], {}).get(node.id) if isinstance(node, ast.Name) else None
    return isinstance(value, Tensor) and m.needs(value) == Needs.NO


def _is_number(m: Machine, node: ast.expr) -> bool:
    """Tell whether a name stands for a number of Python."""
    return isinstance(node, ast.Name) and isinstance(_known(m, node.id), Number)


def _is_infinite(m: Machine, node: ast.expr) -> bool:
    """Tell whether a name stands for a tensor that was written down with an infinite entry."""
    value = _known(m, node.id) if isinstance(node, ast.Name) else UNKNOWN
    made = m.storage(value).made if isinstance(value, Tensor) else None
    match expression_at(m.source, made.place) if made else None:
        case ast.Call(args=[ast.List() as given, *_]):
            return "inf" in ast.unparse(given)
    return False


def _known(m: Machine, name: str) -> Value:
    """Return what a name stands for here."""
    frames = (m.state.frames.get(frame, {}) for frame in m.scope)
    return next((frame[name] for frame in frames if name in frame), UNKNOWN)


def _make_safe(m: Machine, condition: ast.expr, risk: Risk) -> list[Edit]:
    """Return the edits that give the dropped entries a harmless argument: a second where."""
    if _mixes(risk.branch):
        return []  # what is kept would change, too
    if not _is_known_before(m, condition, risk.branch):
        return _ask_for_zero(m, condition, risk)
    test = ast.unparse(condition)
    edits = []
    names = list(mentioned(risk.branch, risk.asked)) or _earlier(m, condition, risk)
    if any(_is_summed(risk.branch, name) for name in names):
        return []
    for name in names:
        if _is_number(m, name):
            continue
        text = ast.unparse(name)
        test_of = m.origins.expand(condition)
        other = harmless(test_of, text, partial(_known, m), is_kept=risk.is_kept)
        pair = f"{text}, {other}" if risk.is_kept else f"{other}, {text}"
        place = m.source.place(name)
        edits.append(Edit(place, f"torch.where({test}, {pair})", m.source.text(place)))
        if _is_root(origin := m.origins.expand(name)):
            # Zero times the infinite slope of the root itself would be left.
            bound = bounded_below(m.source, origin) if _is_well_above(test_of, text) else None
            if bound is None:
                return []
            edits.append(bound)
    return list(dict.fromkeys(edits))


def _is_root(node: ast.expr) -> bool:
    """Tell whether a value is a square root that nothing keeps away from zero."""
    if not isinstance(node, ast.Call) or "clamp_min" in (text := ast.unparse(node)):
        return False
    return isinstance(node.func, ast.Attribute) and node.func.attr == "sqrt" and "eps" not in text


def _is_well_above(condition: ast.expr, name: str) -> bool:
    """Tell whether a test does not tell a root of 1e-12 from zero."""
    match condition:
        case ast.Compare(left=left, comparators=[ast.Constant(value=float() as bound)]):
            return ast.unparse(left) == name and bound > _LEAST_ROOT
    return False


def _mixes(branch: ast.expr) -> bool:
    """Tell whether entries of a branch depend on other entries of what it is made of."""
    return any(
        isinstance(item, ast.MatMult) or (isinstance(item, ast.Attribute) and item.attr in _MIXING)
        for item in ast.walk(branch)
    )


def _is_summed(branch: ast.expr, name: ast.expr) -> bool:
    """Tell whether a name is summed up inside a branch: all of its entries are in each."""
    return any(
        isinstance(item, ast.Call)
        and isinstance(item.func, ast.Attribute)
        and item.func.attr in _REDUCING
        and item is not name
        and name in children(item)
        for item in subtree(branch)
    )


def _is_known_before(m: Machine, condition: ast.expr, branch: ast.expr) -> bool:
    """Tell whether what a condition asks about is there when a branch is computed."""
    names = [item for item in subtree(condition) if isinstance(item, ast.Name)]
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
    statement = statement_at(m.source, m.source.place(inner))
    if statement is None or inner.id in stores(statement):
        return []  # the name is another value by the time of the question
    name, place = inner.id, m.source.place(inner)
    safe = f"torch.where({name} == 0, torch.ones_like({name}), {name})"
    asked = m.source.place(condition)
    return [Edit(place, safe, name), Edit(asked, f"{name} == 0", m.source.text(asked))]


def _earlier(m: Machine, condition: ast.expr, risk: Risk) -> list[ast.expr]:
    """Return what to make safe in an earlier statement, if its result goes nowhere else."""
    if not isinstance(risk.item, ast.expr):
        return []
    statement = statement_at(m.source, m.source.place(risk.item))
    here = function_around(m.source, condition.lineno) or m.source.tree
    match statement:
        case ast.Assign(targets=[ast.Name(id=made)]):
            read = [item for item in children(here) if isinstance(item, ast.Name)]
        case _:
            return []
    asked = {item.id for item in subtree(condition) if isinstance(item, ast.Name)}
    uses = [item for item in read if item.id == made and isinstance(item.ctx, ast.Load)]
    late = [
        item
        for item in read
        if item.id in asked and isinstance(item.ctx, ast.Store) and item.lineno >= statement.lineno
    ]
    return list(mentioned(risk.item, risk.asked)) if len(uses) == 1 and not late else []
