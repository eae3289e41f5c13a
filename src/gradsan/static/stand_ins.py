"""Edits that let a program change a copy in the place of a leaf, under another name."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit, Place
from gradsan.static.freshness import root_of_view
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing
from gradsan.static.nodes import below, children
from gradsan.static.rewrites import clone_before, function_around, insert_before
from gradsan.static.values import Storage

_SETUP = ("__init__", "reset_parameters", "setUp", "__post_init__")
# They bring a weight back into its bounds: it is the weight itself that is to stay there.
_BOUNDS = frozenset({"clamp_", "clamp_min_", "clamp_max_", "clip_", "renorm_"})
_OWN = frozenset({"grad", "requires_grad", "is_leaf", "retain_grad", "register_hook"})
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def on_what_is_given_back(m: Machine, how: Writing) -> tuple[Edit, ...]:
    """Return the edit that changes a copy of an argument, where the function gives that back."""
    statement = m.statement
    home = function_around(m.source, statement.lineno) if statement else None
    if not isinstance(how.target, ast.Name) or not isinstance(home, ast.FunctionDef):
        return ()
    name = how.target.id
    returned = m.source.once(_returned, home)
    is_same = all(isinstance(value, ast.Name) and value.id == name for value in returned)
    if not returned or not is_same or name not in {item.arg for item in home.args.args}:
        return ()
    clone = clone_before(m.source, how.target, statement)
    return (clone,) if clone else ()


def _returned(home: ast.AST) -> list[ast.expr | None]:
    return [item.value for item in children(home) if isinstance(item, ast.Return)]


def on_stand_in(m: Machine, how: Writing) -> tuple[Edit, ...]:
    """Return the edits that change a copy of a weight, where the function goes on to use it.

    `self.rows[0] = 0` in forward becomes a write to `rows = self.rows.clone()`; not where a weight
    is brought back into its bounds, which a copy would be at every call.
    """
    target, statement = how.target, m.statement
    if not isinstance(target, ast.Attribute) or statement is None:
        return ()
    if how.op in _BOUNDS and isinstance(statement, ast.Expr):
        return ()
    home, text, name = function_around(m.source, statement.lineno), ast.unparse(target), target.attr
    if not isinstance(home, ast.FunctionDef) or home.name in _SETUP or _names(m, name):
        return ()
    uses: list[ast.expr] = [
        item
        for item in children(home)
        if isinstance(item, ast.Attribute)
        and ast.unparse(item) == text
        and item.lineno >= statement.lineno
    ]
    own = set(children(statement))
    own |= {i.value for i in children(home) if isinstance(i, ast.Subscript) and _is_stored(i)}
    if all(item in own for item in uses) or any(_is_stored(item) for item in uses):
        return ()
    return _replace(m, statement, name, text, uses)


def on_copy(m: Machine, how: Writing, leaf: Storage) -> tuple[Edit, ...]:
    """Return the edit that changes a copy of an argument that a function changes and returns.

    A weight is meant itself, and so is what nobody takes the result of.
    """
    name, statement = root_of_view(how.target), m.statement
    home = function_around(m.source, statement.lineno) if statement else None
    if statement is None or not isinstance(home, ast.FunctionDef) or not m.statements:
        return ()
    made = m.source.text(leaf.made.place) if leaf.made else "Parameter"
    taken = {item.arg for item in (*home.args.posonlyargs, *home.args.args)} - {"self"}
    given = [item.value for item in children(home) if isinstance(item, ast.Return)]
    is_given = any(isinstance(item, ast.Name) and item.id == name for item in given)
    is_thrown_away = isinstance(m.statements[-1], ast.Expr)
    if name not in taken or not is_given or is_thrown_away or "Parameter" in made:
        return ()
    edit = insert_before(m.source, statement, f"{name} = {name}.clone()")
    return (edit,) if edit else ()


def under_another_name(m: Machine, how: Writing) -> tuple[Edit, ...]:
    """Return the edits that go on with a copy of a leaf of the module: its `.grad` stays its own.

    `pos += v` in a loop becomes `pos_now += v`, with `pos_now = pos.clone()` before the loop.
    """
    target, statement = how.target, m.statement
    if not isinstance(target, ast.Name) or statement is None:
        return ()
    name, new = target.id, f"{target.id}_now"
    start = _outermost(m.source.tree, statement)
    if start is None or _names(m, new) or _is_global(m, name):
        return ()
    kept = {
        item.value
        for item in m.source.nodes
        if isinstance(item, ast.Attribute) and item.attr in _OWN
    }
    uses: list[ast.expr] = [
        item for item in _names(m, name) if item.lineno >= start.lineno and item not in kept
    ]
    if isinstance(start, ast.For) and any(item in children(start.iter) for item in uses):
        return ()
    return _replace(m, start, new, name, uses)


def _replace(
    m: Machine, start: ast.stmt, new: str, old: str, uses: list[ast.expr]
) -> tuple[Edit, ...]:
    """Make the copy before a statement, and put its name in the place of the other."""
    first = insert_before(m.source, start, f"{new} = {old}.clone()")
    if first is None or not uses:
        return ()
    places = sorted(m.source.place(item) for item in uses)
    edits = [Edit(place, new, m.source.text(place)) for place in places]
    if edits[0].place.start == first.place.start:  # one edit a place
        put = Place(first.place.filename, first.place.start, edits[0].place.end)
        edits[0] = Edit(put, f"{first.content}{new}", edits[0].old)
        return tuple(edits)
    return (first, *edits)


def _names(m: Machine, name: str) -> list[ast.Name]:
    return [i for i in m.source.nodes if isinstance(i, ast.Name) and i.id == name]


def _is_stored(node: ast.expr) -> bool:
    return not isinstance(getattr(node, "ctx", None), ast.Load)


def _outermost(tree: ast.Module, statement: ast.stmt) -> ast.stmt | None:
    """Return the statement of the module that holds another one, if no function is between."""
    for item in tree.body:
        if item is statement:
            return statement
        if isinstance(item, (ast.For, ast.While)) and statement in children(item):
            return None if any(isinstance(part, _SCOPES) for part in children(item)) else item
    return None


def _is_global(m: Machine, name: str) -> bool:
    """Tell whether a function or class of the file knows a name of the module."""
    todo = list(below(m.source.tree))
    scopes = []
    while todo:
        item = todo.pop()
        if isinstance(item, _SCOPES):
            scopes.append(item)
        else:
            todo += below(item)
    return any(
        isinstance(part, ast.Name) and part.id == name
        for scope in scopes
        for part in children(scope)
    )
