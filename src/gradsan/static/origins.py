"""What names and calls stand for, by syntax alone: the last assignment, a function of one line."""

from __future__ import annotations

import ast
from bisect import bisect_left
from copy import deepcopy
from dataclasses import dataclass, field

from gradsan.static.nodes import statements_below
from gradsan.static.rewrites import function_around
from gradsan.static.source import Source


@dataclass(slots=True)
class Origins:
    """What the names of a file were assigned from; read when it is asked for."""

    source: Source
    _homes: dict[int, ast.AST | None] = field(default_factory=dict)  # functions by line
    _assigned: dict[ast.AST | None, dict[str, list[ast.expr]]] = field(default_factory=dict)

    def home(self, row: int) -> ast.AST | None:
        """Return the function that a line is in."""
        if row not in self._homes:
            self._homes[row] = function_around(self.source, row)
        return self._homes[row]

    def expand(self, node: ast.expr) -> ast.expr:
        """Return what a name was last assigned from above here, in the same function."""
        if not isinstance(node, ast.Name):
            return node
        row = node.lineno
        home = self.home(row)
        if home not in self._assigned:
            self._assigned[home] = _assignments(home or self.source.tree)
        values = self._assigned[home].get(node.id, [])
        before = bisect_left(values, row, key=_row)
        return values[bisect_left(values, _row(values[before - 1]), key=_row)] if before else node

    def inline(self, node: ast.expr) -> ast.expr:
        """Return what a call of a function of one line computes, in the words of the caller."""
        match node:
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                pass
            case _:
                return node
        named = [one for one in self.source.tree.body if getattr(one, "name", "") == name]
        function = named[0] if len(named) == 1 else None
        value = _returned(function) if isinstance(function, ast.FunctionDef) else None
        if value is None or not isinstance(function, ast.FunctionDef):
            return node
        names = [item.arg for item in function.args.args]
        if len(names) < len(args) or any(isinstance(item, ast.Starred) for item in args):
            return node
        spec = function.args
        with_default = names[len(names) - len(spec.defaults) :]
        given = dict(zip(with_default, spec.defaults, strict=True))
        given |= dict(zip(names, args, strict=False))
        if given.keys() != set(names) or spec.vararg or spec.kwonlyargs or spec.kwarg:
            return node
        changed: ast.expr = _Handed(given).visit(deepcopy(value))
        return changed


def _returned(function: ast.FunctionDef) -> ast.expr | None:
    """Return what a function of one statement returns."""
    match [one for one in function.body if not isinstance(one, ast.Expr)]:
        case [ast.Return(value=ast.expr() as value)]:
            return value
    return None


class _Handed(ast.NodeTransformer):
    """Put what a call hands over in the place of the parameters."""

    def __init__(self, given: dict[str, ast.expr]) -> None:
        self._given = given

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self._given.get(node.id, node)


def _assignments(root: ast.AST) -> dict[str, list[ast.expr]]:
    """List the plain assignments of a function or module, not those of the functions in it."""
    found: dict[str, list[ast.expr]] = {}
    todo = statements_below(root)
    while todo:
        item = todo.pop()
        match item:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                found.setdefault(name, []).append(value)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                pass
            case _:
                todo += statements_below(item)
    for values in found.values():
        values.sort(key=_row)
    return found


def _row(node: ast.expr) -> int:
    return node.lineno
