"""What leaves a list, a dict or an object: `pop`, `clear`, `del`.

A loop fills a list with the few elements that stand for many. What takes one from an end or takes
all of them is walked as it is; where nobody knows which ones are left, nothing is known of any.
"""

from __future__ import annotations

import ast

from gradsan.static.arguments import Arguments
from gradsan.static.indexing import find_key, take_item
from gradsan.static.machine import Machine
from gradsan.static.values import UNKNOWN, Number, Object, Parts, Tensor, Value

_ENDS = (0, -1)


def clear(m: Machine, owner: Object) -> None:
    """Take all out of a container."""
    fill(m.own(owner), [])


def fill(parts: Parts, items: list[Value]) -> None:
    """Put other things in the place of all that a list holds."""
    parts.items, parts.keys = items, None if parts.keys is None else []
    parts.at = None
    parts.is_open = parts.is_mixed = parts.is_picked = parts.is_replicated = False


def pop(m: Machine, owner: Object, name: str, args: Arguments) -> Value:
    """Take one thing out of a container and return it."""
    parts = m.state.objects[owner.id]
    if parts.keys is not None:
        return _pop_key(m, owner, args)
    at = Number(0, known=True) if name == "popleft" else args.flag("index", 0)
    at = at if args.positional or name == "popleft" else Number(-1, known=True)
    if not parts.items or parts.is_open:
        return UNKNOWN
    taken = take_item(m, owner, at)
    _drop_at(m, owner, at)
    return taken


def _pop_key(m: Machine, owner: Object, args: Arguments) -> Value:
    """Take a key out of a dict, with what it has; `popitem` takes the last."""
    parts = m.state.objects[owner.id]
    keys = parts.keys or []
    if parts.is_open or not keys:
        return args.flag("default", 1) if args.positional[1:] and not keys else UNKNOWN
    key = args.positional[0] if args.positional else keys[-1]
    taken = take_item(m, owner, key) if find_key(parts, key) >= 0 else UNKNOWN
    _drop_key(m, owner, key)
    return taken


def push_out(parts: Parts) -> None:
    """Drop the oldest things of a deque that holds no more than so many."""
    match parts.attributes.get("maxlen"):
        case Number(int() as most, True) if parts.items is not None:
            del parts.items[: max(0, len(parts.items) - most)]


def delete(m: Machine, target: ast.expr) -> None:
    """Walk `del xs[:]`, `del xs[0]`, `del d[key]`, `del self.state`."""
    match target:
        case ast.Name(id=name):
            m.state.frames[m.scope[0]].pop(name, None)
        case ast.Attribute(value=base, attr=name):
            owner = m.evaluate(m, base)
            if isinstance(owner, Object):
                m.own(owner).attributes.pop(name, None)
        case ast.Subscript(value=base, slice=index):
            owner = m.evaluate(m, base)
            if not isinstance(owner, Object) or m.state.objects[owner.id].items is None:
                return
            if isinstance(index, ast.Slice):
                _drop_slice(m, owner, index)
            elif m.state.objects[owner.id].keys is not None:
                _drop_key(m, owner, m.evaluate(m, index))
            else:
                _drop_at(m, owner, m.evaluate(m, index))
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for part in parts:
                delete(m, part)


def is_whole(part: ast.Slice) -> bool:
    """Tell whether a slice takes all: `[:]`."""
    return part.lower is None and part.upper is None


def _drop_slice(m: Machine, owner: Object, part: ast.Slice) -> None:
    items = m.own(owner).items or []
    ends = [m.evaluate(m, item) for item in (part.lower, part.upper) if item is not None]
    is_near = all(isinstance(end, Number) and end.value in (0, 1, -1) for end in ends)
    if is_whole(part):
        clear(m, owner)
    elif is_near and part.step is None and not m.own(owner).is_open:
        first, last = (m.evaluate(m, item) for item in (part.lower, part.upper))
        del items[getattr(first, "value", None) : getattr(last, "value", None)]
    else:
        _forget(m, owner)


def _drop_at(m: Machine, owner: Object, at: Value) -> None:
    parts = m.own(owner)
    items = parts.items or []
    if parts.is_open and at in [Number(end, known=True) for end in _ENDS]:
        return  # the others are like it
    match at:
        case Number(int() as index) if not parts.is_open and -len(items) <= index < len(items):
            del items[index]
        case _:
            _forget(m, owner)


def _drop_key(m: Machine, owner: Object, key: Value) -> None:
    parts = m.own(owner)
    keys, items = parts.keys or [], parts.items or []
    at = find_key(parts, key)
    if at >= 0 and isinstance(key, Number) and key.known:
        del keys[at]
        del items[at : at + 1]
    elif not (isinstance(key, Number) and key.known):
        _forget(m, owner)


def _forget(m: Machine, owner: Object) -> None:
    """Take it that a container still holds something, nobody knows what."""
    parts = m.own(owner)
    if any(isinstance(item, (Tensor, Object)) for item in parts.items or ()):
        parts.items = [UNKNOWN]
        parts.keys, parts.at = None if parts.keys is None else [UNKNOWN], None
        parts.is_open = True
