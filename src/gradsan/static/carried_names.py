"""A variable that a loop carries from one turn into the next, with the graph of the last."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.names import loads, stores
from gradsan.static.nodes import subtree
from gradsan.static.query import Spot
from gradsan.static.rewrites import function_around, insert_before, loop_around
from gradsan.static.values import Tensor, Value


def carried_by_name(
    m: Machine, loss: Value, lost: Iterable[int], function: str
) -> tuple[Spot, list[Edit]] | None:
    """Return the statement that gives a variable to the next turn, and the edit that mends it.

    None if several statements do it, or none is seen to.
    """
    loop = loop_around(m.source, m.statement) if m.statement else None
    if loop is None:
        return None
    freed = frozenset(lost)
    home = function_around(m.source, loop.lineno) or m.source.tree
    found: dict[ast.stmt, str] = {}
    for name in sorted(stores(loop) & loads(loop)):
        values = [m.state.frames.get(frame, {}).get(name) for frame in m.scope]
        value = next((one for one in values if one is not None), None)
        if value is None or value is loss or not m.graph(value) & freed:
            continue
        if statement := _carrier(loop, name):
            found[statement] = name if isinstance(value, Tensor) else ""
    if len(found) != 1:
        return None
    [(statement, name)] = found.items()
    edit = None
    if name and _is_tensor_before(home, loop, name):
        edit = insert_before(m.source, loop.body[0], f"{name} = {name}.detach()")
    return Spot(m.source, statement, function), [edit] if edit else []


def _carrier(loop: ast.For | ast.While, name: str) -> ast.stmt | None:
    """Return the statement of a turn that binds a name which the turn has read before it."""
    bound = [
        item
        for item in subtree(loop)
        if isinstance(item, ast.Assign | ast.AnnAssign) and name in stores(item)
    ]
    if len(bound) != 1 or name in stores(loop.target if isinstance(loop, ast.For) else loop.test):
        return None
    reads = [
        item.lineno
        for item in subtree(loop)
        if isinstance(item, ast.Name) and item.id == name and isinstance(item.ctx, ast.Load)
    ]
    return bound[0] if min(reads) <= (bound[0].end_lineno or bound[0].lineno) else None


def _is_tensor_before(home: ast.AST, loop: ast.stmt, name: str) -> bool:
    """Tell whether the variable is a tensor, and not None, when the loop begins."""
    before = [
        item
        for item in subtree(home)
        if isinstance(item, ast.Assign) and item.lineno < loop.lineno and name in stores(item)
    ]
    match before:
        case [ast.Assign(targets=[ast.Name()], value=ast.Call())]:
            return True
    return False
