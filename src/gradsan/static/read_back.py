"""A state that a function reads back, makes anew and hands on: left behind where it is read.

`self.h = f(self.h); return self.h`: without its graph what is handed on would train nothing. The
old value may go without.
"""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.nodes import subtree
from gradsan.static.rewrites import wrap


def goes_on(home: ast.FunctionDef, statement: ast.stmt, name: str) -> bool:
    """Tell whether a function reads an attribute after it has given it a value."""
    end = statement.end_lineno or statement.lineno
    return any(item.lineno > end for item in _reads(home, name))


def leave_where_read(
    m: Machine, home: ast.FunctionDef, statement: ast.stmt, name: str
) -> list[Edit]:
    """Return the edit that takes the last round's value out of its graph, if it is read once."""
    asked = {part for item in subtree(home) if _asks(item) for part in subtree(item)}
    before = [item for item in _reads(home, name) if item.lineno <= statement.lineno]
    match [item for item in before if item not in asked]:
        case [read] if _is_made(m, home, read, name):
            return [wrap(m.source, read, ".detach()")]
    return []


def _reads(home: ast.FunctionDef, name: str) -> list[ast.Attribute]:
    return [
        item
        for item in subtree(home)
        if isinstance(item, ast.Attribute)
        and isinstance(item.ctx, ast.Load)
        and ast.unparse(item) == name
    ]


def _asks(item: ast.AST) -> bool:
    return isinstance(item, ast.Compare) and isinstance(item.ops[0], (ast.Is, ast.IsNot))


def _is_made(m: Machine, home: ast.FunctionDef, read: ast.expr, name: str) -> bool:
    """Tell whether there is a value to be read: it was asked for, or is never None."""
    for item in subtree(home):
        if isinstance(item, ast.IfExp) and _asks(item.test) and read in (item.body, item.orelse):
            return True
    return not any(f"{name} = None" in line for line in m.source.lines)
