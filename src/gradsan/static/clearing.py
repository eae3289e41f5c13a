"""Edits that clear gradients at the right time: once a step, before they are added to."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.freshness import root_of_view
from gradsan.static.machine import Machine
from gradsan.static.names import is_bound_at, loads, stores
from gradsan.static.nodes import children, is_under_condition
from gradsan.static.query import Spot
from gradsan.static.rewrites import (
    drop,
    expression_at,
    function_around,
    insert_before,
    is_assignable,
    loop_around,
    statement_at,
)
from gradsan.static.values import Object, Ref, Unknown


def clears_in_turn(m: Machine, clear: Spot) -> bool:
    """Tell whether a loop over optimizers clears each of them, once."""
    statement = statement_at(m.source, clear.place)
    loop = loop_around(m.source, statement) if statement else None
    match expression_at(m.source, clear.place):
        case ast.Call(func=ast.Attribute(value=owner)) if isinstance(loop, ast.For):
            return bool(loads(owner) & stores(loop))
    return False


def is_cleared_in_turn(m: Machine) -> bool:
    """Tell whether this step and a clearing in the same loop both wait for a condition.

    The paths do not know that `i % n == 0` and `(i + 1) % n == 0` go together.
    """
    loop = loop_around(m.source, m.statement) if m.statement else None
    if loop is None or m.statement is None or not _is_conditional(loop, m.statement):
        return False
    return any(
        isinstance(item, ast.Call)
        and isinstance(item.func, ast.Attribute)
        and item.func.attr == "zero_grad"
        and _is_conditional(loop, item)
        for item in children(loop)
    )


def _is_conditional(loop: ast.stmt, node: ast.expr | ast.stmt) -> bool:
    call = node.value if isinstance(node, (ast.Expr, ast.Assign)) else node
    return isinstance(call, ast.expr) and is_under_condition(loop, call)


def clear_before_loop(m: Machine, clear: Spot) -> tuple[Edit, ...]:
    """Return the edits that move `zero_grad()` in front of the loop it is in."""
    statement = statement_at(m.source, clear.place)
    loop = loop_around(m.source, statement) if statement else None
    if statement is None or loop is None or loads(statement) & stores(loop):
        return ()
    taken = drop(m.source, statement)
    put = insert_before(m.source, loop, m.source.text(m.source.place(statement)))
    return (taken, put) if taken and put else ()


def clear_first(m: Machine, accumulated: Spot) -> list[Edit | None]:
    """Return the edit that clears the gradients before the backward that adds to them."""
    statement = statement_at(m.source, accumulated.place)
    match m.statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=owner, attr="step")) as step):
            pass
        case ast.Assign(value=ast.Call(func=ast.Attribute(value=owner, attr="step")) as step):
            pass
        case _:
            return _drop_first(m, statement)
    if statement is None:
        return []
    if step.args:  # a closure: it clears before it does anything else
        closure = function_around(m.source, accumulated.place.start.row)
        home = function_around(m.source, step.lineno)
        if not isinstance(closure, ast.FunctionDef) or ast.unparse(step.args[0]) != closure.name:
            return []
        if home is not None and closure not in children(home):
            return []  # it may not know the optimizer by this name
        body = closure.body
        has_text = ast.get_docstring(closure) is not None and len(body) > 1
        statement = body[1] if has_text else body[0]
    if not is_bound_at(m.source, loads(owner), m.statement, statement):
        return []
    return [insert_before(m.source, statement, f"{ast.unparse(owner)}.zero_grad()")]


def _drop_first(m: Machine, backward: ast.stmt | None) -> list[Edit | None]:
    """Return the edit that drops the gradient of a leaf that is moved by hand."""
    match m.statement:
        case ast.AugAssign(target=target):
            pass
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=target, attr=op))):
            if not op.endswith("_"):
                return []
        case _:
            return []
    if isinstance(target, ast.Attribute) and target.attr == "data":
        target = target.value
    if not is_assignable(target):
        return []
    home = function_around(m.source, m.statement.lineno)
    if backward is None or function_around(m.source, backward.lineno) is not home:
        return []
    loop, name = loop_around(m.source, m.statement), ast.unparse(target)
    is_bound = isinstance(loop, ast.For) and name in stores(loop.target)
    if is_bound and (not isinstance(loop, ast.For) or not _is_parameters(loop)):
        return []
    if not is_bound or not isinstance(loop, ast.For):
        if not is_bound_at(m.source, loads(target), m.statement, backward):
            return []
        return [insert_before(m.source, backward, f"{name}.grad = None")]
    start = m.source.place(backward).start
    indent = m.source.lines[start.row - 1][: start.column - 1]
    head = m.source.text(m.source.place(loop.iter))
    lines = f"for {name} in {head}:\n{indent}    {name}.grad = None"
    return [insert_before(m.source, backward, lines)]


def clear_read(m: Machine, node: ast.expr, backward: ast.stmt) -> Edit | None:
    """Return the edit that drops a gradient that was read before the next backward adds to it.

    One that a loop or a comprehension goes through is dropped with all the others.
    """
    here, names = m.statement, {root_of_view(node)}
    if here is None:
        return None
    for item in (loop_around(m.source, here), *children(here)):
        if not isinstance(item, (ast.For, ast.comprehension)) or not stores(item.target) & names:
            continue
        if isinstance(item, ast.For) and backward in children(item):
            continue
        match item.iter:
            case ast.Call(func=ast.Attribute(value=owner, attr="parameters" | "named_parameters")):
                line = f"{ast.unparse(owner)}.zero_grad()"
            case ast.Name() | ast.Attribute() | ast.List() | ast.Tuple() as owner:
                indent = m.source.lines[backward.lineno - 1][: backward.col_offset]
                target = ast.unparse(item.target).strip("()")
                head = f"for {target} in {ast.unparse(owner)}:"
                line = f"{head}\n{indent}    {ast.unparse(node)} = None"
            case _:
                return None
        is_plain = is_assignable(owner) or isinstance(owner, (ast.List, ast.Tuple))
        is_there = is_plain and is_bound_at(m.source, loads(owner), here, backward)
        return insert_before(m.source, backward, line) if is_there else None
    if not is_bound_at(m.source, names, here, backward):
        return None
    return insert_before(m.source, backward, f"{ast.unparse(node)} = None")


def _is_parameters(loop: ast.For) -> bool:
    """Tell whether it is `for p in model.parameters()`."""
    match loop:
        case ast.For(
            target=ast.Name(), iter=ast.Call(func=ast.Attribute(attr="parameters"), args=[])
        ):
            return True
    return False


def tell_dropped(
    m: Machine, keys: set[int], states: dict[int, tuple[str, Spot] | None], spot: Spot
) -> None:
    """Note a loop that clears what its own last pass has just computed, before any step."""
    found = {key: m.state.dropped.pop(key) for key in keys & m.state.dropped.keys()}
    for key, (made, clear) in found.items():
        state = states[key]
        if state is None or state[0] != "full" or state[1].place != made.place:
            continue  # nothing has come in its place: it was meant to be dropped
        if key in m.state.opaque or _reads_gradients(m, made, clear):
            continue  # somebody has put them by
        if not clears_in_turn(m, clear) and not _may_skip(m, clear, spot):
            edits = clear_before_loop(m, clear)
            m.note("dropped-in-loop", clear, made=made, needed=spot, raises=False, edits=edits)
            return


def _reads_gradients(m: Machine, made: Spot, clear: Spot) -> bool:
    """Tell whether a loop that clears gradients, or a function that it calls, reads some."""
    statement = statement_at(m.source, clear.place)
    loop = loop_around(m.source, statement) if statement else None
    if loop is None:
        return False
    calls = [item for item in children(loop) if isinstance(item, ast.Call)]
    if any(_is_handed_on(m, call) for call in calls if call.lineno > made.place.end.row):
        return True
    called = {ast.unparse(call.func).rpartition(".")[2] for call in calls}
    homes = [one for one in m.source.nodes if getattr(one, "name", "") in called]
    return any(
        isinstance(item, ast.Attribute) and item.attr == "grad" and isinstance(item.ctx, ast.Load)
        for home in (loop, *homes)
        for item in children(home)
    )


def _is_handed_on(m: Machine, call: ast.Call) -> bool:
    """Tell whether code that is not known gets a module or an optimizer."""
    named = [item for item in call.args if isinstance(item, (ast.Name, ast.Attribute))]
    if not named or not isinstance(m.evaluate(m, call.func), (Ref, Unknown)):
        return False
    handed = [m.evaluate(m, item) for item in named]
    return any(isinstance(v, Object) and m.state.objects[v.id].cls is not None for v in handed)


def _may_skip(m: Machine, clear: Spot, step: Spot) -> bool:
    """Tell whether a loop leaves a step out for a reason that is not the number of the pass."""
    statement = statement_at(m.source, clear.place)
    stepping = statement_at(m.source, step.place)
    loop = loop_around(m.source, statement) if statement else None
    if loop is None:
        return False
    counted = stores(loop.target) if isinstance(loop, ast.For) else set()
    for item in children(loop):
        if isinstance(item, ast.AugAssign):
            counted |= stores(item.target)
    for item in children(loop):
        if not isinstance(item, ast.If):
            continue
        holds_step = stepping is not None and stepping in children(item)
        leaves = isinstance(item.body[-1], (ast.Continue, ast.Break)) or holds_step
        is_counted = loads(item.test) & counted or any(
            isinstance(part, ast.Mod) for part in ast.walk(item.test)
        )
        if leaves and not is_counted:
            return True
    return False
