"""Which names a piece of the tree reads and binds, and whether they mean the same elsewhere."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from gradsan.static.nodes import below, children
from gradsan.static.source import Source

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def loads(node: ast.AST) -> set[str]:
    """Return the names that are read at or below a node."""
    return {
        item.id
        for item in (node, *children(node))
        if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load)
    }


def stores(node: ast.AST) -> set[str]:
    """Return the names that are bound at or below a node."""
    return {
        item.id
        for item in (node, *children(node))
        if isinstance(item, ast.Name) and isinstance(item.ctx, (ast.Store, ast.Del))
    }


def one_by_one(node: ast.Assign) -> list[ast.Assign]:
    """Return what `kept, y = x, f(x)` does in turn: the first name is given before the call.

    Only where no part reads a name that an earlier one has bound.
    """
    match node:
        case ast.Assign(
            targets=[ast.Tuple(elts=names) | ast.List(elts=names)], value=ast.Tuple(elts=values)
        ) if len(names) == len(values):
            pass
        case _:
            return [node]
    bound: set[str] = set()
    for name, value in zip(names, values, strict=True):
        if not isinstance(name, ast.Name) or isinstance(value, ast.Starred) or loads(value) & bound:
            return [node]
        bound.add(name.id)
    parts = zip(names, values, strict=True)
    return [ast.copy_location(ast.Assign([name], value), node) for name, value in parts]


def is_read(node: ast.AST, names: set[str], besides: set[ast.AST]) -> bool:
    """Tell whether one of the names is read below a node; a parameter is another thing."""
    for item in below(node):
        if item in besides:
            continue
        if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Load) and item.id in names:
            return True
        own = {part.arg for part in children(item) if isinstance(part, ast.arg)}
        if is_read(item, names - own if isinstance(item, _SCOPES) else names, besides):
            return True
    return False


def may_pass(statement: ast.stmt, passed: Iterable[ast.stmt]) -> bool:
    """Tell whether a statement can change places with others: none binds what another reads."""
    read, bound = needs(statement), stores(statement)
    return not any(stores(item) & (read | bound) or needs(item) & bound for item in passed)


def needs(statement: ast.stmt) -> set[str]:
    """Return the names that a statement reads; a loop brings those that it binds."""
    own = stores(statement) if isinstance(statement, ast.For) else set()
    return loads(statement) - own


def is_bound_at(source: Source, names: set[str], old: ast.stmt, new: ast.stmt) -> bool:
    """Tell whether names of one statement mean the same at another: no loop around one binds them.

    A loop around both may bind them in its head.
    """
    around_old, around_new = (
        {loop for loop in source.above(node) if isinstance(loop, _LOOPS)} for node in (old, new)
    )
    return not any(names & source.once(stores, loop) for loop in around_old ^ around_new)
