"""Edits that bring statements into another order: a step later, a flag sooner.

Whole statements of one block move, or none. What would pass a statement that binds a name it
reads, or reads a name it binds, stays where it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import chain

from gradsan.model.finding import Edit, Place
from gradsan.static.again import compute_in_loop
from gradsan.static.blocks import index_in
from gradsan.static.joint_step import step_once
from gradsan.static.leaving import for_own_weights, held_by_step
from gradsan.static.lending import forward_later, lent
from gradsan.static.machine import Machine
from gradsan.static.mending import name_of_torch
from gradsan.static.names import loads, stores
from gradsan.static.nodes import children
from gradsan.static.occurrences import any_between, assignments_below, in_block, next_of
from gradsan.static.query import Spot, StaticWrite
from gradsan.static.rewrites import (
    block_of,
    drop,
    expression_at,
    function_around,
    insert_before,
    is_assignable,
    loop_around,
    move_after,
    once_only,
    statement_at,
)
from gradsan.static.values import LiveSave, Object, Tensor, Value

_MANY = 30  # statements; among more, what is said in them is looked up


def put_off(m: Machine, save: LiveSave, write: StaticWrite) -> tuple[Edit, ...]:
    """Return the edits that move a write behind the backward that is running.

    The statements of the root that lead to the two are moved, if neither binds a name.
    """
    if write.through == "checkpoint":
        return _without_checkpoint(m, save, write)
    step = statement_at(m.source, write.spot.place)
    own = for_own_weights(m, save, write)
    if own and _is_run_between(m, write):
        return own  # what is computed with the new weights is to stay as it is
    if write.through != "optimizer" and (swap := lent(m, write)):
        return forward_later(m, swap)
    if moved := _moved(m, save, write, step):
        return (*moved, *own)
    return compute_in_loop(m, save, step) or _step_once(m, write, step)


def _step_once(m: Machine, write: StaticWrite, step: ast.stmt | None) -> tuple[Edit, ...]:
    return step_once(m, step) if write.through == "optimizer" else ()


def _is_run_between(m: Machine, write: StaticWrite) -> bool:
    """Tell whether a network has run with the weights that a step has just moved."""
    step = expression_at(m.source, write.spot.place)
    moved = held_by_step(m, step) if step else frozenset()
    return _is_called_between(m, write, moved) or any(
        kept.fact.order > write.order for key in moved for kept in m.state.saves.get(key, ())
    )


def _is_called_between(m: Machine, write: StaticWrite, moved: frozenset[int]) -> bool:
    """Tell whether a statement between the step and this backward calls a network it moved.

    Under no_grad nothing is kept, and yet what comes out is that of the new weights.
    """
    step, here = statement_at(m.source, write.spot.place), m.statement
    block = block_of(m.source, step) if step else None
    if not block or step is None or here is None or here not in block:
        return False
    called = [
        item.func
        for statement in block[block.index(step) + 1 : block.index(here)]
        for item in children(statement)
        if isinstance(item, ast.Call) and isinstance(item.func, (ast.Name, ast.Attribute))
    ]
    return any(_holds(m, m.evaluate(m, func), moved) for func in called)


def _holds(m: Machine, value: Value, weights: frozenset[int]) -> bool:
    """Tell whether one of these weights is in a module, or in the modules in it."""
    todo, seen = [value], set[int]()
    for item in todo:  # it grows while it is read
        if isinstance(item, Tensor) and item.storage in weights:
            return True
        if isinstance(item, Object) and item.id not in seen:
            seen.add(item.id)
            parts = m.state.objects[item.id]
            todo += [*parts.attributes.values(), *(parts.items or ())]
    return False


def _moved(
    m: Machine, save: LiveSave, write: StaticWrite, step: ast.stmt | None
) -> tuple[Edit, ...]:
    """Return the edits that move the write, or the call that leads to it."""
    if m.outermost is None or write.outermost is None:
        return ()
    if write.through not in ("optimizer", "load") and _is_read_between(m, save, write):
        return ()
    if step and m.statement and (edits := move_after(m.source, step, m.statement)):
        return edits
    if step and m.statement and (edits := _steps_after_loop(m, step, m.statement)):
        return edits
    for place in write.calls[1:]:
        caller = statement_at(m.source, place)
        if not isinstance(caller, ast.Expr) or m.statement is None or caller is m.statement:
            continue
        if edits := move_after(m.source, caller, m.statement):
            return edits
    mover = next((item for item in m.source.tree.body if _is_at(m, item, write.outermost)), None)
    if not isinstance(mover, (ast.Expr, ast.For)) or mover is m.outermost:
        return ()
    if isinstance(mover, ast.For) and _makes_something(mover):
        return ()
    return move_after(m.source, mover, m.outermost)


def _is_read_between(m: Machine, save: LiveSave, write: StaticWrite) -> bool:
    """Tell whether the new value was read between a write and the backward that is running."""
    if any(kept.fact.order > write.order for kept in m.state.saves.get(save.storage, ())):
        return True
    base = write.target.partition("[")[0]
    is_here = m.statement is not None and m.spot(m.statement).function == write.spot.function
    block, start, end = _between(m, write)
    if start >= end:
        return False
    spoken = in_block(m.source, block)
    if is_here and any_between(spoken.spoken, (base,), start, end):
        return True
    if is_here and not base.replace(".", "_").isidentifier() and _is_spoken(block[start:end], base):
        return True
    names = _shown_names(m) if end - start > _MANY else spoken.names_in(start, end)
    return any(
        _may_show(m, name, save.storage) and any_between(spoken.spoken, (name,), start, end)
        for name in names
    )


def _is_spoken(statements: list[ast.stmt], text: str) -> bool:
    """Tell whether an attribute is read or set that is written like this."""
    return any(
        isinstance(item, ast.Attribute) and ast.unparse(item) == text
        for statement in statements
        for item in children(statement)
    )


def _shown_names(m: Machine) -> Iterator[str]:
    """Yield all names that can be seen here."""
    return chain.from_iterable(m.state.frames.get(frame, ()) for frame in m.scope)


def _may_show(m: Machine, name: str, storage: int) -> bool:
    """Tell whether a name can be seen here for a storage, or for a container that holds it."""
    return any(
        tensor.storage == storage
        for frame in m.scope
        for tensor in m.tensors(m.state.frames.get(frame, {}).get(name))
    )


def _between(m: Machine, write: StaticWrite) -> tuple[list[ast.stmt], int, int]:
    """Return what stands behind the write, up to the backward, in the block of that."""
    block = block_of(m.source, m.statement) if m.statement else None
    if block is None or m.statement is None:
        return [], 0, 0
    places = (write.spot.place, *write.calls)
    led = [statement_at(m.source, place) for place in places]
    found = (index_in(block, item) for item in led if item)
    first = next((at for at in found if at >= 0), None)
    return (block, first + 1, index_in(block, m.statement) + 1) if first is not None else ([], 0, 0)


def take_result(m: Machine, write: StaticWrite) -> tuple[Edit, ...]:
    """Return the edit that gives a loss that is computed again the name of the first.

    Only where the very same words were given a name before, and backward runs on that name.
    """
    block, start, end = _between(m, write)
    if m.statement is None or start >= end:
        return ()
    known = in_block(m.source, block)
    if next_of(known.dropped, start) >= end - 1:
        return ()
    again = known.named_elsewhere
    found = [(next_of(again.get(name, []), start), name) for name in loads(m.statement)]
    at, name = min(found, default=(end, ""))
    if at >= end:
        return ()
    here = m.source.place(block[int(at)]).start
    return (Edit(Place(m.source.filename, here, here), f"{name} = ", ""),)


def _without_checkpoint(m: Machine, save: LiveSave, write: StaticWrite) -> tuple[Edit, ...]:
    """Return the edits that run a block once, and let it keep what is written afterwards."""
    once = once_only(m.source, save.block) if isinstance(save.block, ast.Call) else None
    if once is None or not write.rebinds or not write.keeps_names:
        return ()
    place = write.statement
    return (once, Edit(place, write.rebinds, m.source.text(place)))


def _makes_something(loop: ast.For) -> bool:
    """Tell whether a loop binds names or fills lists: what comes after it may need them."""
    return any(
        isinstance(item, (ast.Assign, ast.AnnAssign))
        or (isinstance(item, ast.Attribute) and item.attr in ("append", "extend", "add", "update"))
        for item in children(loop)
    )


def _is_at(m: Machine, statement: ast.stmt, place: Place) -> bool:
    return statement.lineno == place.start.row and m.source.place(statement) == place


# -- all backwards, then all steps ----------------------------------------------------------


def _steps_after_loop(m: Machine, step: ast.stmt, backward: ast.stmt) -> tuple[Edit, ...]:
    """Return the edits that give the steps of a loop a loop of their own behind it."""
    loop = loop_around(m.source, step)
    if not isinstance(loop, ast.For) or loop.orelse or loop is not loop_around(m.source, backward):
        return ()
    if len(loop.body) < 2 or loop.body[-1] is not step or not isinstance(step, ast.Expr):
        return ()
    body = [item for part in loop.body for item in (part, *children(part))]
    if any(isinstance(item, (ast.Break, ast.Continue, ast.Return, ast.Yield)) for item in body):
        return ()
    bound = {name for part in loop.body for name in stores(part)}
    given, needed = stores(loop.target), loads(step)
    if not needed & given or needed & bound or bound & (given | loads(loop.iter)):
        return ()
    if not _runs_twice(m, loop.iter):
        return ()
    indent = " " * 4 if "\t" not in m.source.lines[step.lineno - 1] else "\t"
    outer = m.source.lines[loop.lineno - 1][: m.source.place(loop).start.column - 1]
    text = m.source.text(m.source.place(step))
    if drop(m.source, step) is None or outer.strip() or "\n" in text:
        return ()
    # The step is the last statement: its own line is replaced by the new loop.
    last = m.source.place(step)
    whole = Place.at(last.filename, last.start.row, 1, last.end.row, last.end.column)
    new = f"{outer}for {_header(loop, needed)}:\n{outer}{indent}{text}"
    return (Edit(whole, new, m.source.text(whole)),)


def _header(loop: ast.For, needed: set[str]) -> str:
    """Write the head of a loop that binds only the names that are needed."""
    match loop:
        case ast.For(
            target=ast.Tuple(elts=[ast.Name(), ast.Name(id=value)]),
            iter=ast.Call(func=ast.Attribute(value=owner, attr="items"), args=[]),
        ) if stores(loop.target) & needed == {value}:
            return f"{value} in {ast.unparse(owner)}.values()"
        case ast.For(target=ast.Tuple(elts=parts)) if all(
            isinstance(part, ast.Name) for part in parts
        ):
            bound = [ast.unparse(part) for part in parts]
            names = [name if name in needed else "_" for name in bound]
            return f"{', '.join(names)} in {ast.unparse(loop.iter)}"
    return f"{ast.unparse(loop.target)} in {ast.unparse(loop.iter)}"


_FOR_GOOD = (ast.List, ast.Tuple, ast.ListComp, ast.Dict, ast.DictComp)


def _runs_twice(m: Machine, node: ast.expr) -> bool:
    """Tell whether a loop can go over it again: a list, a dict, a zip of such; no iterator."""
    match node:
        case ast.Name():
            value = m.origins.expand(node)
            if isinstance(value, ast.Call):
                return isinstance(value.func, ast.Name) and value.func.id in ("list", "tuple")
            return isinstance(value, _FOR_GOOD)
        case ast.List() | ast.Tuple():
            return True
        case ast.Call(func=ast.Attribute(value=owner, attr="items" | "values" | "keys"), args=[]):
            return is_assignable(owner)  # whatever has these can be asked again
        case ast.Call(func=ast.Name(id="zip" | "enumerate" | "reversed"), args=args, keywords=[]):
            return all(_runs_twice(m, part) for part in args)
        case ast.Call(func=ast.Name(id="range")):
            return True
    return False


# -- the optimizer after what it should hold --------------------------------------------------


def hold_again(m: Machine, step: Spot, led: tuple[ast.stmt, ...]) -> tuple[Edit, ...]:
    """Return the edits after which an optimizer holds what is trained.

    It is built after the replacement; or the new values are written into what it holds.
    """
    return _build_later(m, step, led) or _write_into(m, led)


def _write_into(m: Machine, led: tuple[ast.stmt, ...]) -> tuple[Edit, ...]:
    """Return the edit that copies values made of a parameter into it: `w = Parameter(f(w))`."""
    for item in led:
        match item:
            case ast.Assign(
                targets=[ast.Attribute() as target],
                value=ast.Call(
                    func=ast.Name(id="Parameter") | ast.Attribute(attr="Parameter"), args=[new]
                ),
            ) if any(ast.unparse(part) == ast.unparse(target) for part in children(new)):
                pass
            case _:
                continue
        if any(isinstance(part, (ast.Subscript, ast.Slice)) for part in (new, *children(new))):
            return ()  # a part of it: of another shape
        place = m.source.place(item)
        indent = m.source.lines[place.start.row - 1][: place.start.column - 1]
        torch = name_of_torch(m)
        text = m.source.text(m.source.place(new))
        if indent.strip() or torch is None or "\n" in text:
            return ()
        copied = f"{ast.unparse(target)}.copy_({text})"
        lines = f"with {torch}.no_grad():\n{indent}    {copied}"
        return (Edit(place, lines, m.source.text(place)),)
    return ()


def _build_later(m: Machine, step: Spot, led: tuple[ast.stmt, ...]) -> tuple[Edit, ...]:
    """Return the edits that build an optimizer after the replacement of what it holds."""
    match expression_at(m.source, step.place):
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="step")):
            makers = _bindings(m, name, step)
        case _:
            return ()
    maker = makers[0] if len(makers) == 1 else None
    block = block_of(m.source, maker) if maker else None
    swap = next((item for item in led if block and item in block), None)
    if maker is None or block is None or swap is None:
        return ()
    if stores(swap):
        return ()
    passed = block[block.index(maker) + 1 : block.index(swap) + 1]
    if not passed or not isinstance(swap, (ast.Assign, ast.Expr)):
        return ()
    if moved := move_after(m.source, maker, swap):
        return moved
    between = (maker, *passed[:-1])
    if loads(swap) & {item for part in between for item in stores(part)}:
        return ()
    taken, put = drop(m.source, swap), insert_before(m.source, maker, _text(m, swap))
    return (taken, put) if taken and put else ()


def _bindings(m: Machine, name: str, step: Spot) -> list[ast.stmt]:
    """Return the assignments that bind a name where a step stands, or else in the module."""
    home = function_around(m.source, step.place.start.row)
    for root in (home, m.source.tree):
        if root and (found := m.source.once(assignments_below, root).get(name)):
            return [*found]
    return []


def _text(m: Machine, statement: ast.stmt) -> str:
    return m.source.text(m.source.place(statement))
