"""Assignments: to names, attributes, items, and in place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from gradsan.model.finding import Edit
from gradsan.static.aliases import share_item
from gradsan.static.arguments import Arguments, find_operator
from gradsan.static.classes import find_setter
from gradsan.static.comprehensions import unpacked
from gradsan.static.evidence import is_used_as_list
from gradsan.static.expressions import evaluate
from gradsan.static.indexing import is_basic
from gradsan.static.iterating import is_open, iterate
from gradsan.static.linking import note_linked
from gradsan.static.links import link, put_link
from gradsan.static.lost_writes import note_replaced, note_unread
from gradsan.static.machine import Machine
from gradsan.static.mappings import put
from gradsan.static.mending import Writing, mend_parameter
from gradsan.static.modules import note_flag
from gradsan.static.nonfinite import inspect_assigned
from gradsan.static.operators import OPERATORS, SIGNS, binary
from gradsan.static.registering import note_unregistered
from gradsan.static.removing import fill, is_whole
from gradsan.static.rewrites import (
    function_around,
    once_only,
    plain_assignment,
    wrap,
)
from gradsan.static.temporaries import is_temporary
from gradsan.static.tensors import store_attribute
from gradsan.static.values import (
    NONE,
    NUMBER,
    Class,
    Function,
    Needs,
    Number,
    Object,
    Overwrite,
    Tensor,
    Value,
)
from gradsan.static.write_ops import write_with
from gradsan.static.writing import write


def store(m: Machine, target: ast.expr, value: Value, node: ast.stmt) -> None:
    """Bind a value to a name, attribute, item or tuple of them."""
    if isinstance(target, ast.Name):  # by far the most
        m.state.frames[m.scope[0]][target.id] = value
        return
    match target:
        case ast.Attribute(value=base, attr=name):
            owner = evaluate(m, base)
            if isinstance(owner, Object) and (setter := _setter(m, owner, name)):
                m.enter(m, target, setter, Arguments([value]))
            elif isinstance(owner, Object):
                reset(m, owner, target, value)
                parts = m.own(owner)
                old = link(parts, name)
                note_replaced(m, old or parts.attributes.get(name, NONE), value, target)
                mend_parameter(m, node, parts, value)
                note_unregistered(m, node, parts, value)
                if name == "requires_grad":
                    note_flag(m, owner, value, node)
                if not put_link(parts, name, value):
                    parts.attributes[name] = value
                parts.puts[name] = m.spot(node)
            elif isinstance(owner, Tensor):
                note_linked(m, target, node)
                store_attribute(m, owner, name, value, node)
            else:
                m.escape(value)
        case ast.Subscript():
            _store_item(m, target, value)
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            _unpack(m, parts, value, node)
        case ast.Starred(value=inner):
            store(m, inner, value, node)


def _setter(m: Machine, owner: Object, name: str) -> Function | None:
    cls = m.state.objects[owner.id].cls
    method = find_setter(cls, name) if isinstance(cls, Class) else None
    if method is None or not isinstance(cls, Class):
        return None
    return Function(method, f"{cls.name}.{name}", cls.frames, owner)


def _unpack(m: Machine, parts: list[ast.expr], value: Value, node: ast.stmt) -> None:
    if not parts:
        return
    if isinstance(node, ast.Assign):
        _note_swap(m, parts, value, node)
    for part, item in zip(parts, unpacked(m, value, parts), strict=True):
        store(m, part, item, node)


def _note_swap(m: Machine, parts: list[ast.expr], value: Value, node: ast.Assign) -> None:
    """Note `t[i], t[j] = t[j], t[i]`: the second view shows what was just written."""
    given = node.value.elts if isinstance(node.value, ast.Tuple) else []
    items = m.state.objects[value.id].items if isinstance(value, Object) else None
    for at, (source, item) in enumerate(zip(given, items or (), strict=False)):
        written = [part for part in parts[:at] if isinstance(part, ast.Subscript)]
        before = next((p for p in written if ast.unparse(p) == ast.unparse(source)), None)
        if before is not None and isinstance(item, Tensor) and item.view and not item.door:
            text, sure = ast.unparse(source), m.needs(item) == Needs.YES
            copy = [wrap(m.source, source, ".clone()")]
            m.note(
                "plain-alias",
                m.spot(before),
                text,
                detail=text,
                raises=False,
                sure=sure,
                edits=copy,
            )


def _mark_shown(m: Machine, target: ast.Subscript, owner: Tensor) -> None:
    """Remember the names of views that show what an index assignment is about to change."""
    here = m.scope[0]
    for name, value in m.state.frames[here].items():
        if not isinstance(value, Tensor) or value.storage != owner.storage or value.view != "view":
            continue
        taken = _value_of(m, name, target.lineno)
        if taken is not None and ast.unparse(taken) == (text := ast.unparse(target)):
            edits, reader = (wrap(m.source, taken, ".clone()"),), frozenset({(here, name)})
            told = Overwrite("view-alias", m.spot(target), text, here, m.statement, edits, reader)
            m.change(owner, overwritten=told)


def _value_of(m: Machine, name: str, row: int) -> ast.expr | None:
    """Return the expression that the last assignment before a line gave to a name."""
    found: ast.expr | None = None
    for item in m.source.inside(function_around(m.source, row) or m.source.tree):
        if not isinstance(item, ast.Assign) or item.lineno >= row:
            continue
        for bound, value in _pairs(item.targets[0], item.value):
            if isinstance(bound, ast.Name) and bound.id == name:
                found = value if found is None or value.lineno >= found.lineno else found
    return found


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.expr, ast.expr]]:
    """Yield what is bound to what: `a, b = x[0], x[1]` binds twice."""
    match target, value:
        case ast.Tuple(elts=names), ast.Tuple(elts=values) if len(names) == len(values):
            yield from zip(names, values, strict=True)
        case _:
            yield target, value


def _store_item(m: Machine, target: ast.Subscript, value: Value) -> None:
    owner, index = evaluate(m, target.value), evaluate(m, target.slice)
    if isinstance(owner, Tensor) and _is_no_tensor(m, target, owner, index):
        m.escape(value)
    elif isinstance(owner, Tensor):
        how = Writing(target, target.value, "index assignment", "index")
        if not is_temporary(m, owner, how) and not note_unread(m, target, owner):
            if isinstance(value, Number):
                inspect_assigned(m, target, owner)
            write(m, owner, how, [value])
            _mark_shown(m, target, owner)
            if (
                isinstance(value, Number)
                and value.known
                and value.value
                and not is_basic(target.slice, m)
            ):
                m.change(owner, has_zero=False, has_zero_rows=False)
            if isinstance(value, Number) and value.known and value.value == 0:
                is_row = isinstance(index, Number) and not isinstance(target.slice, ast.Slice)
                m.change(owner, has_zero=True, has_zero_rows=is_row)
            if isinstance(value, Number) and _is_column(target.slice):
                m.change(owner, has_constant=True)
    elif isinstance(owner, Object) and isinstance(target.slice, ast.Slice):
        _store_slice(m, owner, target.slice, value)
    elif isinstance(owner, Object):
        _store_in_container(m, owner, index, value, target)
    else:
        m.escape(value)


def _is_no_tensor(m: Machine, target: ast.Subscript, owner: Tensor, index: Value) -> bool:
    """Tell whether what was taken for a tensor is a dict or a list after all."""
    if isinstance(index, Number) and isinstance(index.value, str):
        return True
    if m.storage(owner).is_local or not isinstance(target.value, ast.Name):
        return False
    home = function_around(m.source, target.lineno)
    return is_used_as_list(m.source, home, target.value.id)


def reset(m: Machine, owner: Object, target: ast.Attribute, value: Value) -> None:
    """Remember that a number which a checkpoint will read again is changed."""
    if not m.state.recomputed:
        return
    key = owner.id, target.attr
    calls = [call for *read, call in m.state.recomputed if tuple(read) == key]
    if calls and isinstance(value, Number):
        plain = {edit.place: edit for call in calls if (edit := once_only(m.source, call))}
        told = m.spot(target), ast.unparse(target), tuple(plain.values())
        m.state.reset = (*m.state.reset, told)


def _store_slice(m: Machine, owner: Object, part: ast.Slice, value: Value) -> None:
    """Walk `xs[:] = ys`; what another slice puts in is not followed."""
    if is_whole(part) and isinstance(value, Object) and m.state.objects[owner.id].items is not None:
        fill(m.own(owner), iterate(m, value, part))
        m.own(owner).is_open = is_open(m, value)
    else:
        m.escape(value)


def _store_in_container(
    m: Machine, owner: Object, index: Value, value: Value, target: ast.Subscript
) -> None:
    parts = m.own(owner)
    parts.is_replicated = False  # some of them are told apart now
    if parts.keys is not None and parts.items is not None:
        put(parts, index, value)
        return
    match index:
        case Number(int() as at) if parts.items and -len(parts.items) <= at < len(parts.items):
            note_replaced(m, parts.items[at], value, target)
            parts.items[at] = value
        case _:
            m.escape(value)


def _is_column(index: ast.expr) -> bool:
    """Tell whether an index takes every row of a column: `[:, k]`."""
    match index:
        case ast.Tuple(elts=[ast.Slice(lower=None, upper=None, step=None), *_]):
            return True
    return False


def augment(m: Machine, node: ast.AugAssign) -> None:
    """Walk `t += v`: in place for a tensor, a new value for a number."""
    value = evaluate(m, node.value)
    target = node.target
    owner = evaluate(m, target)
    if not isinstance(owner, Tensor):
        if isinstance(target, ast.Attribute):
            holder = evaluate(m, target.value)
            if isinstance(holder, Object):
                reset(m, holder, target, NUMBER)
                rest = binary(m, node.value, type(node.op), owner, value)
                m.own(holder).attributes[target.attr] = rest
        if isinstance(target, ast.Name):
            rest = binary(m, node.value, type(node.op), owner, value)
            m.state.frames[m.scope[0]][target.id] = rest
        return
    sign = SIGNS[type(node.op)]
    base = target.value if isinstance(target, ast.Subscript) else target
    if isinstance(target, ast.Subscript) and _is_copy(m, target):
        written = evaluate(m, base)
        how = Writing(node, base, f"{sign}=", "index")
        if isinstance(written, Tensor) and not is_temporary(m, written, how):
            write(m, written, how, [value])
        return
    op = find_operator(f"{OPERATORS.get(type(node.op), '')}_", owner, value)
    how = Writing(node, base, f"{sign}=", "augmented", plain_assignment(m.source, node, sign))
    bound = dict(zip(op.parameters, (owner, value), strict=False)) if op else {}
    if isinstance(target, ast.Subscript):
        holder = evaluate(m, target.value)
        if isinstance(holder, Object):
            item = m.source.text(m.source.place(target))
            plain = f"{item} = {item} {sign} ({m.source.text(m.source.place(node.value))})"
            how = replace(how, target=target, rebinds="" if "\n" in plain else plain)
            if m.state.objects[holder.id].is_replicated:
                edits = _apart(m, m.state.objects[holder.id].made_by)
                m.note(
                    "replicated-write", m.spot(node), ast.unparse(base), raises=False, edits=edits
                )
        elif is_temporary(m, owner, how):
            return
    write_with(m, owner, how, op, bound, [value])
    if isinstance(target, ast.Subscript) and isinstance(holder, Object):
        share_item(m, holder, owner, how)


def _apart(m: Machine, made_by: object) -> list[Edit]:
    """Return the edit that makes each entry of a list or dict anew."""
    new = ""
    match made_by:
        case ast.BinOp(left=ast.List(elts=[item]), op=ast.Mult(), right=count):
            new = f"[{ast.unparse(item)} for _ in range({ast.unparse(count)})]"
        case ast.Call(func=ast.Attribute(attr="fromkeys"), args=[keys, item]):
            new = f"{{key: {ast.unparse(item)} for key in {ast.unparse(keys)}}}"
        case _:
            return []
    if isinstance(item, ast.Name):
        new = new.replace(f"{item.id} for", f"{item.id}.clone() for", 1)
    assert isinstance(made_by, ast.expr)
    place = m.source.place(made_by)
    return [Edit(place, new, m.source.text(place))]


def _is_copy(m: Machine, target: ast.Subscript) -> bool:
    """Tell whether reading the item gives a copy of a tensor's entries, not a view."""
    base, part = evaluate(m, target.value), evaluate(m, target)
    return isinstance(base, Tensor) and isinstance(part, Tensor) and base.storage != part.storage
