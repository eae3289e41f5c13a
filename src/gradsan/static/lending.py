"""Weights that are lent between a forward and its backward, and given back before it.

Comes in: the write that lends them. Goes out: the edits that run the forward after they are back,
where it sees what it saw before. Averaged weights for a preview, a probe with shadow weights.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections import defaultdict

from gradsan.model.finding import Edit, Place
from gradsan.static.blocks import held_by, index_in
from gradsan.static.machine import Machine
from gradsan.static.names import loads, may_pass, stores
from gradsan.static.nodes import children
from gradsan.static.query import StaticWrite
from gradsan.static.rewrites import block_of, drop, insert_after, statement_at

_LENDING = frozenset({"load_state_dict", "copy_", "set_"})
_RETURNING = ("restore", "load_state_dict", "swap", "unswap", "copy_back", "reset")


def lent(m: Machine, write: StaticWrite) -> tuple[ast.stmt, ast.stmt] | None:
    """Return the statements that lend weights and give them back, both before the backward."""
    block = block_of(m.source, m.statement) if m.statement else None
    if block is None or m.statement is None:
        return None
    places = [write.spot.place, *write.calls, *([write.outermost] if write.outermost else [])]
    here = index_in(block, m.statement)
    led = [
        at
        for place in places
        for item in held_by(m.source, block, place)
        if isinstance(item, (ast.With, ast.Expr, ast.For)) and _holds(m, item, place)
        if (at := index_in(block, item)) < here
    ]
    if not led:
        return None
    first = block[min(led)]
    if isinstance(first, ast.With):
        return (first, first) if _gives_back(m, first) else None
    owner = _owner(first)
    rows = _returns(m, block).get(owner, []) if owner else []
    last = bisect_left(rows, here) - 1
    return (first, block[rows[last]]) if last >= 0 and rows[last] > min(led) else None


def _returns(m: Machine, block: list[ast.stmt]) -> dict[str, list[int]]:
    """Return at which positions of a block somebody gives weights back."""
    key = "returns", block[0]
    if key not in m.source.known:
        found = m.source.known[key] = defaultdict[str, list[int]](list)
        for at, item in enumerate(block):
            if _called(item).startswith(_RETURNING):
                found[_owner(item)].append(at)
    known: dict[str, list[int]] = m.source.known[key]
    return known


def forward_later(m: Machine, swap: tuple[ast.stmt, ast.stmt]) -> tuple[Edit, ...]:
    """Return the edits that move what has kept weights behind what gives them back."""
    start, end = swap
    block = block_of(m.source, end) or []
    stale = [save for save, _ in m.state.stale.values()]
    known = {statement_at(m.source, save.fact.spot.place) for save in stale}
    known |= {save.outermost for save in stale}
    movers: list[ast.stmt] = []
    for item in block[: block.index(start)]:
        if item in known or loads(item) & {name for one in movers for name in stores(one)}:
            movers.append(item)
    rest = [item for item in block[: block.index(end) + 1] if item not in movers]
    for item in movers:
        passed = [other for other in rest if other.lineno > item.lineno]
        if not isinstance(item, ast.Assign) or not may_pass(item, passed):
            return ()
    taken = [drop(m.source, item) for item in movers]
    indent = m.source.lines[end.lineno - 1][: end.col_offset]
    texts = [m.source.text(m.source.place(item)) for item in movers]
    put = insert_after(m.source, end, f"\n{indent}".join(texts)) if texts else None
    if put is None or None in taken:
        return ()
    return (*(edit for edit in taken if edit), put)


def _holds(m: Machine, statement: ast.stmt, place: Place) -> bool:
    if not statement.lineno <= place.start.row <= (statement.end_lineno or statement.lineno):
        return False
    held = m.source.place(statement)
    return held.start <= place.start and place.end <= held.end


def _owner(statement: ast.stmt) -> str:
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner))):
            return ast.unparse(owner)
    return ""


def _called(statement: ast.stmt) -> str:
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr=name))):
            return name
    return ""


def _definitions(node: ast.AST) -> list[ast.FunctionDef | ast.ClassDef]:
    return [item for item in children(node) if isinstance(item, (ast.FunctionDef, ast.ClassDef))]


def _gives_back(m: Machine, swap: ast.With) -> bool:
    """Tell whether a `with` writes weights when it begins, and again when it ends."""
    called = {
        getattr(item.func, "attr", getattr(item.func, "id", ""))
        for part in swap.items
        for item in children(part)
        if isinstance(item, ast.Call)
    }
    for home in m.source.once(_definitions, m.source.tree):
        if home.name not in called:
            continue
        middle = [
            item.lineno
            for item in children(home)
            if isinstance(item, ast.Yield)
            or (isinstance(item, ast.FunctionDef) and item.name == "__exit__")
        ]
        rows = [
            item.lineno
            for item in children(home)
            if isinstance(item, ast.Attribute) and item.attr in _LENDING
        ]
        return len(middle) == 1 and bool(rows) and min(rows) < middle[0] < max(rows)
    return False
