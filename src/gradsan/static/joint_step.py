"""One step behind a loop over losses that came out of one forward.

`for loss in losses: loss.backward(retain_graph=True); opt.step()` moves weights that the next loss
still needs. Behind the loop the step moves along the sum of all of them, which is what the
gradients have become by then in any case. Where the loop clears them, a step for each loss was
meant: that loop stays as it is, and so does one that does anything else by the way.
"""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit, Place
from gradsan.static.machine import Machine
from gradsan.static.names import loads, stores
from gradsan.static.nodes import children
from gradsan.static.rewrites import drop, insert_after, loop_around

_LEAVES = (ast.Break, ast.Continue, ast.Return, ast.Yield, ast.YieldFrom, ast.Await)
_SHOWS = frozenset({"item", "detach", "append", "format", "cpu", "tolist"})


def step_once(m: Machine, step: ast.stmt | None) -> tuple[Edit, ...]:
    """Return the edits that step once, behind the loop whose backward is running."""
    loop, here = (loop_around(m.source, m.statement) if m.statement else None), m.statement
    if not isinstance(loop, ast.For) or loop.orelse or here not in loop.body:
        return ()
    if step is None or step not in loop.body or here is None or not _is_bare(step):
        return ()
    bound = {name for item in loop.body for name in stores(item)}
    whole = [part for item in loop.body for part in (item, *children(item))]
    is_plain = not any(isinstance(part, _LEAVES) for part in whole)
    others = [item for item in loop.body if item not in (here, step)]
    if not is_plain or not _is_of_loop(loop, here) or not all(map(_only_shows, others)):
        return ()
    if loads(step) & (bound | stores(loop.target)):
        return ()
    edits = _behind(m, loop, step)
    return tuple(edit for edit in edits if edit) if all(edits) else ()


def _is_bare(statement: ast.stmt) -> bool:
    """Tell whether it is `opt.step()`, without a closure."""
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="step"), args=[], keywords=[])):
            return True
    return False


def _is_of_loop(loop: ast.For, backward: ast.stmt) -> bool:
    """Tell whether backward runs on what the loop goes over, or a multiple of it."""
    match backward:
        case ast.Expr(value=ast.Call(func=ast.Attribute(value=loss, attr="backward"))):
            parts = (loss, *children(loss))
            is_multiple = not any(isinstance(part, ast.Call) for part in parts)
            return is_multiple and bool(loads(loss) & stores(loop.target))
    return False


def _only_shows(statement: ast.stmt) -> bool:
    """Tell whether a statement calls nothing but what prints numbers or keeps them."""
    return all(
        (isinstance(part.func, ast.Name) and part.func.id in ("print", "float", "round"))
        or (isinstance(part.func, ast.Attribute) and part.func.attr in _SHOWS)
        for part in children(statement)
        if isinstance(part, ast.Call)
    ) and isinstance(statement, (ast.Expr, ast.AugAssign, ast.Pass))


def _behind(m: Machine, loop: ast.For, step: ast.stmt) -> list[Edit | None]:
    text = m.source.text(m.source.place(step))
    if "\n" in text:
        return [None]
    if step is not loop.body[-1]:
        return [drop(m.source, step), insert_after(m.source, loop, text)]
    place = m.source.place(step)
    if drop(m.source, step) is None or loop.lineno == step.lineno:
        return [None]
    outer = m.source.lines[loop.lineno - 1][: m.source.place(loop).start.column - 1]
    whole = Place.at(place.filename, place.start.row, 1, place.end.row, place.end.column)
    return [Edit(whole, f"{outer}{text}", m.source.text(whole)) if not outer.strip() else None]
