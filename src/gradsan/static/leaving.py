"""A loss for one network that goes back into another: what no step trains is left out.

Comes in: a backward through weights that a step has moved. Goes out: `.detach()` on the values
that lead there, in the statements that make this loss and nothing else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.names import is_read, stores
from gradsan.static.query import StaticWrite
from gradsan.static.rewrites import block_of, function_around, wrap
from gradsan.static.source import children
from gradsan.static.values import LiveSave, Object, Tensor, Value


def leave_out(m: Machine, save: LiveSave, write: StaticWrite) -> tuple[Edit, ...]:
    """Return the edits that keep a loss out of a network that the next step does not train."""
    trained = _stepped_next(m) if write.through == "optimizer" else None
    if not trained or save.storage in trained:
        return ()
    if not trained & m.state.reached:
        return ()  # no rivals: two heads that teach one body
    return _detached(m, frozenset({save.id}), trained)


def leave_peer(m: Machine, lost: Iterable[int]) -> tuple[Edit, ...]:
    """Return the edits that keep a loss out of a graph that the backward of another has freed."""
    trained = _stepped_next(m)
    return _detached(m, frozenset(lost), trained) if trained else ()


def _detached(m: Machine, saves: frozenset[int], trained: frozenset[int]) -> tuple[Edit, ...]:
    if m.statement is None:
        return ()
    caller = m.statements[-1] if m.statements else None
    makers, found = _makers(m, saves, trained, [m.statement, *([caller] if caller else [])])
    bound = {name for maker in makers[1:] for name in stores(maker)}
    for home in {function_around(m.source, maker.lineno) or m.source.tree for maker in makers}:
        if is_read(home, bound, set(makers)):
            return ()  # somebody else goes back through it
    return tuple(wrap(m.source, node, ".detach()") for node in found)


def _stepped_next(m: Machine) -> frozenset[int] | None:
    """Return the weights that the first step behind the running backward moves."""
    block = block_of(m.source, m.statement) if m.statement else None
    after = block[block.index(m.statement) + 1 :] if block and m.statement else []
    for item in after:
        match item:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="backward"))):
                return None
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Name() as owner, attr="step"), args=[])
            ):
                held = m.evaluate(m, owner)
                parts = m.state.objects[held.id] if isinstance(held, Object) else None
                params = parts.attributes.get("params") if parts else None
                return frozenset(tensor.storage for tensor in m.tensors(params))
    return None


def _makers(
    m: Machine, saves: frozenset[int], trained: frozenset[int], start: list[ast.stmt]
) -> tuple[list[ast.stmt], list[ast.Name]]:
    """Return the statements that make the loss, and the names in them that lead elsewhere."""
    todo, found = list(start), []
    for statement in todo:
        for node in children(statement):
            if not isinstance(node, ast.Name) or not isinstance(node.ctx, ast.Load):
                continue
            value = _look_up(m, node, statement)
            if not isinstance(value, Tensor) or not saves & m.graph(value):
                continue
            if not m.leaves([value]) & trained:
                found.append(node)
                continue
            maker = _made_by(m, node.id, statement)
            if maker is not None and maker not in todo:
                todo.append(maker)
    return todo, found


def _made_by(m: Machine, name: str, statement: ast.stmt) -> ast.stmt | None:
    """Return the last assignment to a name above a statement, in its block."""
    block = block_of(m.source, statement) or []
    above = block[: block.index(statement)] if statement in block else []
    made = [item for item in above if isinstance(item, ast.Assign) and name in stores(item)]
    return made[-1] if made else None


def _look_up(m: Machine, node: ast.Name, statement: ast.stmt) -> Value | None:
    """Return what a name stands for in the frame that is walked, or in one of its callers."""
    own = m.scope if statement is m.statement or _is_here(m, statement) else ()
    frames = [*own, *sorted(m.state.frames.keys() - {m.scope[0]}, reverse=True)]
    known = (m.state.frames.get(frame, {}) for frame in frames)
    return next((values[node.id] for values in known if node.id in values), None)


def _is_here(m: Machine, statement: ast.stmt) -> bool:
    here = m.statement.lineno if m.statement else 0
    return function_around(m.source, statement.lineno) is function_around(m.source, here)
