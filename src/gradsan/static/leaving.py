"""A loss for one network that goes back into another: what no step trains is left out.

Comes in: a backward through weights that a step has moved. Goes out: `.detach()` on the values
that lead there, in the statements that make this loss and nothing else.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from gradsan.model.finding import Edit
from gradsan.static.blocks import index_in
from gradsan.static.machine import Machine
from gradsan.static.names import is_read, loads, stores
from gradsan.static.nodes import children
from gradsan.static.query import StaticWrite
from gradsan.static.rewrites import block_of, function_around, set_flag, wrap
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


def for_own_weights(m: Machine, save: LiveSave, write: StaticWrite) -> tuple[Edit, ...]:
    """Return the edit that lets a loss give gradients to the weights of its own step alone.

    For a step that waits for this backward: it is not to take the gradients of a rival, or of
    a loss that only looks through its network.
    """
    trained, owner = _next_step(m) if write.through == "optimizer" else (None, "")
    call = m.statement.value if isinstance(m.statement, ast.Expr) else None
    if not trained or save.storage in trained or not isinstance(call, ast.Call):
        return ()
    if not trained & m.state.reached and not trained & _behind(m, save):
        return ()
    held = _held_by(m, owner)
    if not held or any(item.arg == "inputs" for item in call.keywords):
        return ()
    if not _is_alone(m, owner) or not _reaches_all(m, call, trained):
        return ()
    edit = set_flag(m.source, call, "inputs", held)
    return (edit,) if edit else ()


def _is_alone(m: Machine, owner: str) -> bool:
    """Tell whether no other optimizer steps by the gradients of the running backward."""
    block = block_of(m.source, m.statement) if m.statement else None
    after = block[index_in(block, m.statement) + 1 :] if block and m.statement else []
    called = [
        item.func
        for part in after
        for item in children(part)
        if isinstance(item, ast.Call) and isinstance(item.func, ast.Attribute)
    ]
    steps = {ast.unparse(func.value) for func in called if func.attr == "step"}
    return not any(name != owner and "sched" not in name for name in steps)


def _reaches_all(m: Machine, call: ast.Call, trained: frozenset[int]) -> bool:
    """Tell whether a loss has a name, and gradients for all of these weights."""
    match call.func:
        case ast.Attribute(value=ast.Name() as loss, attr="backward"):
            return trained <= m.leaves([m.evaluate(m, loss)])
    return False


def _behind(m: Machine, save: LiveSave) -> frozenset[int]:
    """Return the leaves behind the result of the op that has kept something."""
    made = [item for item in m.state.storages.values() if save.id in item.graph]
    return min(made, key=lambda item: len(item.graph)).leaves if made else frozenset()


def is_passed_by(m: Machine, save: LiveSave, node: ast.expr | None) -> bool:
    """Tell whether a backward for some leaves does not come to the op that has kept something."""
    match node:
        case ast.Call(func=ast.Attribute(attr="backward"), keywords=keywords):
            given = next((item.value for item in keywords if item.arg == "inputs"), None)
        case _:
            return False
    wanted = {tensor.storage for tensor in m.tensors(m.evaluate(m, given))} if given else set()
    return bool(wanted) and not wanted & _behind(m, save)


def _held_by(m: Machine, owner: str) -> str:
    """Write the weights that an optimizer was made for, as a list; nothing if that is not plain."""
    made = [
        item
        for item in m.source.nodes
        if isinstance(item, ast.Assign)
        and (owner in stores(item) or any(ast.unparse(one) == owner for one in item.targets))
    ]
    match made:
        case [ast.Assign(targets=[_], value=ast.Call(args=[given, *_]))]:
            text = m.source.text(m.source.place(given))
        case _:
            return ""
    home = function_around(m.source, m.statement.lineno) if m.statement else None
    is_here = function_around(m.source, made[0].lineno) is home
    is_of_self = owner.startswith("self.") and loads(given) == {"self"}
    if made[0] not in m.source.tree.body and not is_here and not is_of_self:
        return ""
    match given:
        case ast.Call(func=ast.Attribute(attr="parameters"), args=[]):
            return f"list({text})"
        case ast.List(elts=parts) if not any(isinstance(part, ast.Dict) for part in parts):
            return text if "\n" not in text else ""
    return ""


def _stepped_next(m: Machine) -> frozenset[int] | None:
    """Return the weights that the first step behind the running backward moves."""
    trained, owner = _next_step(m)
    return trained if owner.isidentifier() else None


def _next_step(m: Machine) -> tuple[frozenset[int] | None, str]:
    """Return the weights that the first step behind the running backward moves, and whose it is."""
    block = block_of(m.source, m.statement) if m.statement else None
    after = block[index_in(block, m.statement) + 1 :] if block and m.statement else []
    for item in after:
        match item:
            case ast.Expr(value=ast.Call(func=ast.Attribute(attr="backward"))):
                return None, ""
            case ast.Expr(
                value=ast.Call(
                    func=ast.Attribute(value=ast.Name() | ast.Attribute() as owner, attr="step"),
                    args=[],
                ) as step
            ):
                return held_by_step(m, step), ast.unparse(owner)
    return None, ""


def held_by_step(m: Machine, step: ast.expr) -> frozenset[int]:
    """Return the weights that `optimizer.step()` moves."""
    match step:
        case ast.Call(func=ast.Attribute(value=ast.Name() | ast.Attribute() as owner, attr="step")):
            held = m.evaluate(m, owner)
        case _:
            return frozenset()
    parts = m.state.objects[held.id] if isinstance(held, Object) else None
    params = parts.attributes.get("params") if parts else None
    return frozenset(tensor.storage for tensor in m.tensors(params))


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
