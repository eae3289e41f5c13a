"""Ask the text of a program: who binds a name, which names a line reads.

Only asked when something is told, never while the program runs well. What the text cannot
tell for certain (a name bound at two places) is not told.
"""

from __future__ import annotations

import ast
import linecache
from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

Scope: TypeAlias = ast.Module | ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@lru_cache(maxsize=256)
def tree_of(filename: str) -> ast.Module:
    """Return the syntax tree of a file; an empty one if it cannot be read."""
    try:
        return ast.parse("".join(linecache.getlines(filename)))
    except (SyntaxError, ValueError, RecursionError):
        return ast.Module([], [])


def scope_at(filename: str, row: int) -> Scope:
    """Return the innermost function around a line, or the module."""
    inner: Scope = tree_of(filename)
    for node in ast.walk(tree_of(filename)):
        if isinstance(node, _FUNCTIONS) and _covers(node, row):
            # ast.walk goes breadth first, so later ones are further inside.
            inner = node
    return inner


def _covers(node: ast.stmt | ast.expr, row: int) -> bool:
    return node.lineno <= row <= (node.end_lineno or node.lineno)


def statements(scope: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements of a scope in the order of the text, without inner functions."""
    for name in ("body", "orelse", "finalbody"):
        part = getattr(scope, name, [])
        for statement in part if isinstance(part, list) else []:
            yield statement
            if not isinstance(statement, (*_FUNCTIONS, ast.ClassDef)):
                yield from statements(statement)
    for handler in (*getattr(scope, "handlers", ()), *getattr(scope, "cases", ())):
        yield from statements(handler)


def statement_at(filename: str, row: int) -> ast.stmt | None:
    """Return the smallest statement that covers a line."""
    found = None
    for statement in statements(scope_at(filename, row)):
        if _covers(statement, row):
            found = statement
    return found


def statements_at(filename: str, row: int) -> list[ast.stmt]:
    """Return the statements that share a line, without those that hold another of them."""
    found = [s for s in statements(scope_at(filename, row)) if _covers(s, row)]
    return [s for s in found if not any(o is not s and o in found for o in ast.walk(s))]


def binding_of(name: str, filename: str, row: int) -> ast.stmt | None:
    """Return the statement that binds a name before a line, if there is exactly one."""
    found = [
        statement
        for statement in statements(scope_at(filename, row))
        if statement.lineno <= row and name in set(bound_names(statement))
    ]
    return found[0] if len(found) == 1 else None


def step_of(name: str, filename: str, row: int) -> ast.stmt | None:
    """Return the last step by hand, `w = w - lr * w.grad`, that rebinds a name in a function."""
    words = f"{name}.grad"
    found = [
        statement
        for statement in statements(scope_at(filename, row))
        if isinstance(statement, ast.Assign)
        and ast.unparse(statement.targets[0]) == name
        and any(ast.unparse(item) == words for item in ast.walk(statement.value))
        and "requires_grad_" not in ast.unparse(statement.value)
    ]
    return max(found, key=lambda one: (one.lineno <= row, one.lineno), default=None)


def makes_list(filename: str, row: int) -> bool:
    """Tell whether the statement at a line binds a list of values."""
    match statement_at(filename, row):
        case ast.Assign(value=ast.ListComp() | ast.DictComp()):
            return True
    return False


def flag_before(filename: str, row: int) -> ast.stmt | None:
    """Return the last `x.requires_grad = True` before a line, in the same function."""
    found = None
    for statement in statements(scope_at(filename, row)):
        match statement:
            case ast.Assign(targets=[ast.Attribute(attr="requires_grad")]) if (
                statement.lineno < row
            ):
                found = statement
    return found


def bound_names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement binds; `h += 1` keeps what h is."""
    match statement:
        case ast.Assign(targets=targets):
            for target in targets:
                yield from _stored(target)
        case ast.AnnAssign(target=target, value=value) if value is not None:
            yield from _stored(target)
        case ast.For(target=target) | ast.AsyncFor(target=target):
            yield from _stored(target)
        case ast.With(items=items) | ast.AsyncWith(items=items):
            for item in items:
                if item.optional_vars is not None:
                    yield from _stored(item.optional_vars)


def _stored(target: ast.expr) -> Iterator[str]:
    for node in ast.walk(target):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def read_names(node: ast.AST) -> list[str]:
    """Return the names that are read below a node, each once, in the order of the text."""
    names = [n for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
    names.sort(key=lambda n: (n.lineno, n.col_offset))
    return list(dict.fromkeys(n.id for n in names))


def class_at(filename: str, row: int) -> str:
    """Return the name of the innermost class around a line; empty if there is none."""
    names = [
        node.name
        for node in ast.walk(tree_of(filename))
        if isinstance(node, ast.ClassDef) and _covers(node, row)
    ]
    return names[-1] if names else ""


def calls_at_top(filename: str, function: str) -> bool:
    """Tell whether the module itself, outside functions and branches, calls a function."""
    return any(
        isinstance(node, ast.Call) and function == _called(node.func)
        for statement in _unconditional(tree_of(filename))
        for node in ast.walk(statement)
    )


def _unconditional(block: ast.AST) -> Iterator[ast.AST]:
    for statement in getattr(block, "body", []):
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() | ast.If():
                continue
            case ast.For(iter=head) | ast.AsyncFor(iter=head):
                yield head
                yield from _unconditional(statement)
            case ast.With() | ast.Try():
                yield from _unconditional(statement)
            case _:
                yield statement


def _called(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""
