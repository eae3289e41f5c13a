"""Dicts: how they are made, merged and asked."""

from __future__ import annotations

import ast

from gradsan.static.arguments import Arguments
from gradsan.static.classes import special_method
from gradsan.static.indexing import find_key, take_item
from gradsan.static.iterating import is_open, iterate
from gradsan.static.machine import Machine
from gradsan.static.values import (
    UNKNOWN,
    Class,
    Function,
    Number,
    Object,
    Parts,
    Ref,
    Tensor,
    Value,
)


def make_dict(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """Make a dict: of another one, of pairs, of keywords."""
    made = Parts(items=[], keys=[])
    if args.has_star or not all(merge(m, made, value, node) for value in args.positional):
        return m.lose(args.all())
    for key, value in args.named.items():
        put(made, Number(key, known=True), value)
    return m.new_object(made)


def merge(m: Machine, made: Parts, value: Value, node: ast.expr) -> bool:
    """Put what a dict or a list of pairs holds into a dict; False if that is not known."""
    match value:
        case Object(key) if (given := m.state.objects[key]).keys is not None:
            pairs = list(zip(given.keys, given.items or (), strict=False))
            made.is_open |= given.is_open
        case Object():
            rows = [iterate(m, one, node) for one in iterate(m, value, node)]
            if any(len(one) != 2 for one in rows) or is_open(m, value):
                return False
            pairs = [(one[0], one[1]) for one in rows]
        case _:
            return False
    for key_of, item in pairs:
        put(made, key_of, item)
    return True


def put(made: Parts, key: Value, value: Value) -> None:
    """Set an item of a dict."""
    if made.keys is None or made.items is None:
        return
    at = find_key(made, key)
    if at >= 0:
        made.items[at] = value
        return
    if made.at is not None:
        made.at[key] = len(made.keys)
    made.keys.append(key)
    made.items.append(value)


def get_item(m: Machine, owner: Object, args: Arguments) -> Value:
    """`d.get(key)`: what the key has, else what was given in its place."""
    parts = m.state.objects[owner.id]
    key = args.flag("key", 0)
    if find_key(parts, key) >= 0:
        return take_item(m, owner, key)
    is_known = isinstance(key, Number) and key.known and not parts.is_open
    if is_known and all(isinstance(one, Number) and one.known for one in parts.keys or ()):
        return args.flag("default", 1)
    return UNKNOWN


def make_missing(m: Machine, owner: Object, key: Value, node: ast.expr) -> Value | None:
    """Make what a dict makes for a key it has not; None if that is an error or not known."""
    parts = m.state.objects[owner.id]
    if find_key(parts, key) >= 0:
        return None
    if method := special_method(m, owner, "__missing__"):
        made: Value = m.enter(m, node, method, Arguments([key]))
        return made
    factory = parts.attributes.get("default_factory")
    if parts.keys is None or not isinstance(factory, (Ref, Function, Class)):
        return None
    call = ast.copy_location(ast.Call(func=node, args=[], keywords=[]), node)
    value: Value = m.call(m, call, factory, Arguments())
    put(m.own(owner), key, value)
    return value


def from_keys(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """dict.fromkeys: each thing once."""
    keys: list[Value] = []
    for item in iterate(m, args.flag("iterable", 0), node):
        if item not in keys:
            keys.append(item)
    value = args.flag("value", 1)
    shared = isinstance(value, Tensor) and len(keys) != 1
    made = Parts(items=[value] * len(keys), keys=keys, is_replicated=shared, made_by=node)
    return m.new_object(made)


def default_dict(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """Make a dict that knows what to make for a key it has not."""
    made = make_dict(m, node, Arguments(args.positional[1:], args.named))
    if isinstance(made, Object) and args.positional:
        m.own(made).attributes["default_factory"] = args.positional[0]
    return made
