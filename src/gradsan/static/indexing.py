"""Items of lists, dicts and tensors: what an index takes."""

from __future__ import annotations

import ast

from gradsan.ops.table import Op
from gradsan.static.machine import Machine
from gradsan.static.values import NUMBER, UNKNOWN, Number, Object, Parts, Tensor, Unknown, Value

_MANY = 12  # keys; from so many on, they are looked up
INNER_VIEW = Op("unfold", ("self",), alias="self")  # a view that is not laid out in order


def is_inner(index: ast.expr) -> bool:
    """Tell whether an index takes a part of each row: `[:, :2]`."""
    match index:
        case ast.Tuple(elts=[ast.Slice(lower=None, upper=None), *rest]):
            return any(
                not isinstance(part, ast.Constant) or part.value is not None for part in rest
            )
        case ast.Slice(step=ast.Constant()):
            return True
    return False


def has_unknown(m: Machine, index: Value) -> bool:
    """Tell whether an index is, or holds, something that is not known."""
    if isinstance(index, Object):
        items = m.state.objects[index.id].items or ()
        return any(isinstance(item, Unknown) for item in items)
    return isinstance(index, Unknown)


def cut_list(m: Machine, base: Object, part: ast.Slice) -> Value:
    """Take a part of a list; with bounds that are not known, perhaps all of it."""
    parts = m.state.objects[base.id]
    if parts.items is None or parts.keys is not None:
        return UNKNOWN
    bounds = [m.evaluate(m, item) for item in (part.lower, part.upper, part.step)]
    known = [bound.value for bound in bounds if isinstance(bound, Number) and bound.known]
    numbers = [value for value in known if value is None or isinstance(value, int)]
    if len(numbers) == 3 and numbers[2] != 0 and not parts.is_open:
        return m.new_object(Parts(items=parts.items[slice(*numbers)], cls=parts.cls))
    return m.new_object(Parts(items=list(parts.items), is_open=True, cls=parts.cls))


def find_key(parts: Parts, key: Value) -> int:
    """Return the position of a key in a dict; -1 if it is not there."""
    keys = parts.keys or []
    if len(keys) > _MANY:
        try:
            if parts.at is None:
                parts.at = {one: at for at, one in reversed([*enumerate(keys)])}
            at = parts.at.get(key, -1)
        except TypeError:  # a generator
            at = len(keys)
        if at < 0 or (at < len(keys) and keys[at] == key):
            return at
    return keys.index(key) if key in keys else -1


def take_item(m: Machine, base: Object, index: Value) -> Value:
    """Return an item of a list or dict."""
    parts = m.state.objects[base.id]
    if parts.keys is not None:
        held = parts.items or []
        is_known = isinstance(index, Number) and index.known
        if is_known and 0 <= (at := find_key(parts, index)) < len(held):
            return held[at]
        if find_key(parts, NUMBER) < 0:
            return UNKNOWN
        kinds = {_kind(m, item) for item in held or [UNKNOWN]}  # it may be any of them
        return held[-1] if len(kinds) == 1 and None not in kinds else UNKNOWN
    items = parts.items
    if items and parts.is_open:
        return UNKNOWN if parts.is_mixed else items[0]
    if items is None or not isinstance(index, Number) or not isinstance(index.value, int):
        if not items or not isinstance(index, Number):
            return UNKNOWN
        same = all(isinstance(item, type(items[0])) for item in items)
        return items[0] if same else UNKNOWN
    return items[index.value] if -len(items) <= index.value < len(items) else UNKNOWN


def _kind(m: Machine, item: Value) -> object:
    """Return what things must have in common so that one may stand for another."""
    if isinstance(item, Object):
        return m.state.objects[item.id].cls
    return Tensor if isinstance(item, Tensor) else None


def is_basic(index: ast.expr, m: Machine) -> bool:
    """Tell whether indexing gives a view: ints, slices, None, Ellipsis, a tuple of those."""
    made = m.origins.expand(index)
    index = made if _is_tuple(made) else index
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    for part in parts:
        if isinstance(part, (ast.Slice, ast.Constant)):
            continue
        if isinstance(part, ast.UnaryOp) and isinstance(part.operand, ast.Constant):
            continue
        value = m.evaluate(m, part)
        if not isinstance(value, Number) and not _is_integer(m, value):
            return False
    return True


def _is_tuple(made: ast.expr) -> bool:
    """Tell whether something is a tuple; a starred part may hold anything."""
    return isinstance(made, ast.Tuple) and not any(isinstance(e, ast.Starred) for e in made.elts)


def _is_integer(m: Machine, value: Value) -> bool:
    """Tell whether a value is a tensor of one integer: torch takes it for a number."""
    if not isinstance(value, Tensor):
        return False
    known = m.storage(value)
    return known.is_scalar and known.is_float is False
