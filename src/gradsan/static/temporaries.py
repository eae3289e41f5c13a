"""Writes into a copy that nobody sees: `h[mask][:, 0] *= 2`, `h[rows].zero_()`."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit, Place
from gradsan.static.holding import holds
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing
from gradsan.static.rewrites import expression_at, is_assignable, rename_method
from gradsan.static.values import Needs, Object, Tensor, Value

_MANY = frozenset(
    "randperm arange nonzero topk argsort sort where lt gt le ge eq ne isnan isfinite bool "  # noqa: SIM905
    "logical_and logical_or logical_not unique bernoulli".split()
)


def is_temporary(m: Machine, tensor: Tensor, how: Writing) -> bool:
    """Note a write into a copy that nobody will see."""
    storage = m.storage(tensor)
    if storage.made is None or storage.has_escaped or tensor.door or not storage.is_local:
        return False
    if isinstance(how.target, (ast.Name, ast.Attribute)):
        return False
    if _is_item(m, tensor, how.target) or m.state.names_of(tensor.storage):
        return False
    if isinstance(how.target, ast.Subscript) and not _picks(m, how.target.slice):
        return False
    sure = storage.needs == Needs.YES or isinstance(how.target, ast.Subscript)
    edits = _write_through(m)
    m.note(
        "temporary-write", m.spot(how.node), ast.unparse(how.target), raises=False, sure=sure,
        edits=edits,
    )  # fmt: skip
    return True


def _is_item(m: Machine, tensor: Tensor, target: ast.expr) -> bool:
    """Tell whether what is written is an item of a list or dict that has a name."""
    match target:
        case ast.Subscript(value=ast.Name(id=name)):
            held = m.state.frames[m.scope[0]].get(name)
            return isinstance(held, Object) and holds(m.state.objects[held.id], tensor)
    return False


def _picks(m: Machine, index: ast.expr) -> bool:
    """Tell whether an index surely copies: a mask, a list of rows, but not a single number."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return any(isinstance(part, ast.List) or _is_many(m, m.evaluate(m, part)) for part in parts)


def _is_many(m: Machine, index: Value) -> bool:
    """Tell whether a tensor is known to have more than one entry, or to be a mask."""
    if not isinstance(index, Tensor) or index.door or index.view in ("split", "no_grad"):
        return False
    storage = m.storage(index)
    made = expression_at(m.source, storage.made.place) if storage.made else None
    match made:
        case ast.Compare() | ast.UnaryOp() | ast.BinOp():
            return True
        case ast.Call(func=ast.Attribute(attr=name), args=args):
            return name in _MANY or (name == "tensor" and isinstance(args[0], ast.List))
    return False


def _write_through(m: Machine) -> tuple[Edit, ...]:
    """Return the edit that writes the entries themselves, not a copy of them."""
    match m.statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Subscript() as item)) as call):
            return _assign_entries(m, item, call)
        case ast.AugAssign(target=ast.Subscript(value=ast.Subscript()) as target):
            return _index_once(m, target)
        case ast.Assign(targets=[ast.Subscript(value=ast.Subscript()) as target]):
            return _index_once(m, target)
    return ()


def _assign_entries(m: Machine, item: ast.Subscript, call: ast.Call) -> tuple[Edit, ...]:
    """`h[rows].mul_(2)` becomes `h[rows] = h[rows].mul(2)`."""
    method = rename_method(m.source, call)
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    if isinstance(item.value, ast.Subscript) or not is_assignable(item.value):
        return ()
    place = m.source.place(call)
    text = m.source.text(m.source.place(item))
    match name, call.args:
        case "zero_", []:
            return (Edit(place, f"{text} = 0", m.source.text(place)),)
        case "fill_", [value]:
            return (Edit(place, f"{text} = {ast.unparse(value)}", m.source.text(place)),)
    start = Place(place.filename, place.start, place.start)
    put = Edit(start, f"{text} = ", "")
    return (put, method) if method else (put,)


def _index_once(m: Machine, target: ast.Subscript) -> tuple[Edit, ...]:
    """`h[mask][:, 0]` becomes `h[mask, 0]`."""
    match target:
        case ast.Subscript(
            value=ast.Subscript(value=whole, slice=ast.Name() | ast.Compare() as rows),
            slice=ast.Tuple(elts=[ast.Slice(lower=None, upper=None, step=None), *rest]),
        ) if rest and is_assignable(whole):
            place = m.source.place(target)
            parts = ", ".join(ast.unparse(item) for item in (rows, *rest))
            return (Edit(place, f"{ast.unparse(whole)}[{parts}]", m.source.text(place)),)
    return ()
