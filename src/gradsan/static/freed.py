"""Backward through a graph that another backward has let go, and who carried it there."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.again import mend_second
from gradsan.static.carried_names import carried_by_name
from gradsan.static.carrying import RECURRENT, layer_of, leave_before_pass, runs_again
from gradsan.static.computed_once import every_time, guard_of
from gradsan.static.leaving import leave_peer
from gradsan.static.machine import Machine
from gradsan.static.nodes import children, subtree
from gradsan.static.other_loss import lent_to_others
from gradsan.static.query import Spot
from gradsan.static.read_back import goes_on, leave_where_read
from gradsan.static.rewrites import (
    function_around,
    insert_after,
    insert_before,
    loop_around,
    statement_at,
    wrap,
)
from gradsan.static.showing import reachable
from gradsan.static.values import LiveSave, Needs, Tensor, Value


def refuse_freed(m: Machine, loss: Value, spot: Spot, behind: frozenset[int] = frozenset()) -> bool:
    """Note a backward through what another backward has already let go, not what is `behind`."""
    again = sorted(key for key in m.graph(loss) - behind if key in m.state.freed)
    if not again:
        return False
    saves = {save.id: save for saves in m.state.saves.values() for save in saves}
    again = [key for key in again if key not in saves or saves[key].needs == Needs.YES]
    if not again:
        return False
    first = saves.get(again[0])
    freed_at = m.state.freed[again[0]]
    # In a loop it is the value that was made once and carried into another graph; otherwise
    # the second backward is to blame.
    is_same_loss = isinstance(loss, Tensor) and loss.storage in m.state.roots
    same = is_same_loss or freed_at.place != spot.place
    carried = _carried_from(m, first, spot, loss) if first and not same else spot
    by_name = carried_by_name(m, loss, again, spot.function) if carried is spot else None
    if by_name and not same:
        carried, left = by_name
        m.note("second-backward", carried, made=freed_at, needed=spot, edits=left)
        return True
    if carried is spot and (found := lent_to_others(m, loss, frozenset(m.state.freed), freed_at)):
        lent, name, edits = found
        m.note("lent-graph", lent, name, made=freed_at, needed=spot, edits=edits)
        return True
    edits = _leave_behind(m, carried, again) if carried is not spot else []
    edits = edits or list(leave_peer(m, again)) or mend_second(m, loss, again, freed_at)
    m.note("second-backward", carried, made=freed_at, needed=spot, edits=edits)
    return True


def _trains(m: Machine, made: Spot) -> bool:
    """Tell whether what was made somewhere depends on a leaf that is trained, or may be."""
    statement = statement_at(m.source, made.place)
    names = {
        name.id
        for name in subtree(statement or m.source.tree)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }
    values = [frame[name] for frame in m.state.frames.values() for name in names & frame.keys()]
    held = m.state.held
    return not held or bool(m.leaves(values) & held)


def _may_train(m: Machine, attribute: str) -> bool:
    """Tell whether a leaf behind an attribute may be trained: an optimizer holds others only."""
    values = [parts.attributes.get(attribute) for parts in m.state.objects.values()]
    leaves = m.leaves([value for value in values if value is not None])
    return not leaves or not m.state.held or bool(leaves & (m.state.held | m.state.opaque))


def _is_read_before(m: Machine, statement: ast.stmt, name: str) -> bool:
    """Tell whether the function of a statement reads a name above it: the last round's value."""
    home = function_around(m.source, statement.lineno) or m.source.tree
    questions = {
        part
        for item in subtree(home)
        if isinstance(item, ast.Compare) and isinstance(item.ops[0], (ast.Is, ast.IsNot))
        for part in subtree(item)
    }
    return any(
        isinstance(item, ast.Attribute)
        and isinstance(item.ctx, ast.Load)
        and item.lineno < statement.lineno
        and item not in questions
        and ast.unparse(item) == name
        for item in subtree(home)
    )


def _is_returned_before(home: ast.AST | None, statement: ast.stmt, name: str) -> bool:
    """Tell whether a function begins with `if self.kept is not None: return self.kept`."""
    return home is not None and any(
        isinstance(item, ast.Return)
        and item.value is not None
        and item.lineno < statement.lineno
        and ast.unparse(item.value) == name
        for item in subtree(home)
    )


def _is_assigned_twice(m: Machine, statement: ast.stmt, name: str) -> bool:
    """Tell whether the function of a statement gives an attribute another value, too."""
    home = function_around(m.source, statement.lineno) or m.source.tree
    return any(
        isinstance(item, ast.Assign)
        and item is not statement
        and any(ast.unparse(target) == name for target in item.targets)
        for item in subtree(home)
    )


def _leave_before(m: Machine, home: ast.AST, name: str) -> list[Edit]:
    """Return the edit that leaves the last call's graph behind where a function begins."""
    if not isinstance(home, ast.FunctionDef):
        return []
    has_text = ast.get_docstring(home) is not None and len(home.body) > 1
    first = home.body[1] if has_text else home.body[0]
    if any(f"{name} = None" in line or f"{name} is " in line for line in m.source.lines):
        return []
    put = insert_before(m.source, first, f"{name} = {name}.detach()")
    return [put] if put else []


def _leave_behind(m: Machine, carried: Spot, lost: list[int]) -> list[Edit]:
    """Return the edit that keeps a value without its graph, or makes it anew each time."""
    match statement_at(m.source, carried.place):
        case ast.Assign(targets=[ast.Attribute() as target], value=value) as node:
            kept, home = value, m.origins.home(node.lineno)
            if isinstance(home, ast.FunctionDef) and home.name == "__init__":
                # Made once and for all: what is trained by it must have its gradient.
                return [] if _may_train(m, target.attr) else [wrap(m.source, value, ".detach()")]
            if guard := guard_of(m, node, target):
                return every_time(m, guard, node, target)
            if _is_returned_before(home, node, ast.unparse(target)):
                return []  # made once, and what it is made of is meant to be trained
            if runs_again(m, target):
                return leave_before_pass(m, lost)
            loop = loop_around(m.source, node)
            if home is not None and loop is not None and loop in children(home):
                return _leave_before(m, home, ast.unparse(target))
            if not _is_read_before(m, node, old := ast.unparse(target)):
                # A moving average: only what it was is left behind.
                reads = [item for item in subtree(value) if isinstance(item, ast.Attribute)]
                kept = next((item for item in reads if ast.unparse(item) == old), value)
                if kept is not value and _is_assigned_twice(m, node, old):
                    return []  # the first value is in the graph, too: is it meant to be?
            elif isinstance(home, ast.FunctionDef) and goes_on(home, node, old):
                return leave_where_read(m, home, node, old)
            return [wrap(m.source, kept, ".detach()")]
        case ast.Assign(targets=[ast.Tuple(elts=parts)], value=ast.Call() as call) as node:
            kept_on = [part for part in parts if isinstance(part, ast.Attribute)]
            if any(runs_again(m, part) for part in kept_on):
                return leave_before_pass(m, lost)
            return _leave_state(m, node, parts, call)
        case ast.Assign(targets=[ast.Name()], value=value) if not _trains(m, carried):
            return [wrap(m.source, value, ".detach()")]
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="append"), args=[ast.Name() as kept])):
            return [wrap(m.source, kept, ".detach()")]
        case ast.Return() as node:
            home = m.origins.home(node.lineno)
            for item in getattr(home, "decorator_list", ()):
                text = m.source.text(m.source.place(item))
                if text.rpartition(".")[2] == "cached_property":
                    return [Edit(m.source.place(item), "property", text)]
    return []


def _leave_state(m: Machine, node: ast.Assign, parts: list[ast.expr], call: ast.Call) -> list[Edit]:
    """Return the edit that keeps the state of a recurrent layer without its graph."""
    given = {ast.unparse(item) for item in subtree(call) if isinstance(item, ast.Attribute)}
    kept = [ast.unparse(item) for item in parts if isinstance(item, ast.Attribute)]
    kind = layer_of(m, ast.unparse(call.func))
    home = function_around(m.source, node.lineno) or m.source.tree
    later = {
        ast.unparse(item)
        for item in subtree(home)
        if isinstance(item, ast.Attribute) and item.lineno > (node.end_lineno or node.lineno)
    }
    if not kept or not set(kept) <= given or set(kept) & later or kind not in RECURRENT:
        return []
    start = m.source.place(node).start
    indent = m.source.lines[start.row - 1][: start.column - 1]
    form = "{0} = tuple(part.detach() for part in {0})" if kind == "LSTM" else "{0} = {0}.detach()"
    edit = insert_after(m.source, node, f"\n{indent}".join(form.format(name) for name in kept))
    return [edit] if edit else []


def _kept_by(m: Machine, save: LiveSave, loss: Value) -> Spot | None:
    """Return where a part of the old graph was put on an object or into a container."""
    whole = m.graph(loss)
    alive = reachable(m.state)  # not the lists of a function that has returned
    for key, parts in m.state.objects.items():
        if not parts.puts or key not in alive:
            continue
        held: list[tuple[str, Value]] = [
            pair for pair in parts.attributes.items() if isinstance(pair[1], Tensor)
        ]
        held += [("", item) for item in parts.items or ()]
        for name, value in held:
            graph = m.graph(value)
            if name in parts.puts and save.id in graph and graph <= whole:
                return parts.puts[name]
    return None


def _carried_from(m: Machine, save: LiveSave, spot: Spot, loss: Value) -> Spot:
    """Return where a value was made, once, that a loop carries into each of its graphs."""
    if kept := _kept_by(m, save, loss):
        return kept
    if save.outermost is m.outermost or save.outermost is None:
        return spot  # made in the loop itself: who keeps it is not known
    made = save.fact.spot
    match statement_at(m.source, made.place):
        case ast.Assign(value=ast.ListComp() | ast.DictComp() | ast.List()):
            return spot  # each of them may be used once
    if made.function == spot.function:
        return made
    return _called_for(m, save) or spot


def _called_for(m: Machine, save: LiveSave) -> Spot | None:
    """Return the call by which the root has made a tensor whose graph holds a save."""
    match save.outermost:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call() as call):
            values = [frame.get(name) for frame in m.state.frames.values()]
            if any(isinstance(one, Tensor) and save.id in m.graph(one) for one in values):
                return Spot(m.source, call, m.root)
    return None
