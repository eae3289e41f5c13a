"""Find in the text the gradients that are read after a backward, and what cuts a graph.

A read counts if the program comes to it for certain (it stands after the backward, in no branch
and no loop of its own) and if nobody asks there or later whether it is None.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from gradsan.model.event import Site, Stack
from gradsan.runtime.sites import function_of, place_of, site_of
from gradsan.runtime.syntax import (
    binding_of,
    read_names,
    scope_at,
    statement_at,
    statements,
    step_of,
)


class Read(NamedTuple):
    """A gradient that is read."""

    path: tuple[str, ...]  # the names that lead to the tensor
    site: Site
    bound: Site | None  # where the tensor got its name, if that is one place
    step: Site | None  # `w = w - lr * w.grad`: which makes another tensor of it


_INNER = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.JoinedStr)
_ENDS = (ast.Return, ast.Raise, ast.Continue, ast.Break)
_NUMERIC = (("torch",), ("F",), ("np",), ("numpy",))  # whose functions want no None
_CUTS = frozenset({"detach", "item", "numpy", "tolist"})


def gradient_reads(stack: Stack) -> tuple[Read, ...]:
    """Return the gradients that the function which asked for a pass reads next."""
    if not stack:
        return ()
    code = stack[0][0]
    return _reads(code.co_filename, place_of(stack[0]).start.row, function_of(code))


@lru_cache(maxsize=256)
def _reads(filename: str, row: int, function: str) -> tuple[Read, ...]:
    scope = scope_at(filename, row)
    loops = {name for node in ast.walk(scope) for name in _taken_in_turn(node, row)}
    found = []
    for statement in _after(getattr(scope, "body", ()), row):
        for node in _grads(statement):
            path = _path(node.value)
            if not path or path[0] in loops or _is_rebound(scope, path, range(row, node.lineno)):
                continue
            if not _is_written(scope, node):
                found.append(_read(filename, function, path, node))
    return tuple(found)


def gradients_at(stack: Stack, row: int) -> tuple[Read, ...]:
    """Return the gradients that the statement at a line reads, for whatever."""
    code = stack[0][0]
    filename, function = code.co_filename, function_of(code)
    found = []
    for node in ast.walk(statement_at(filename, row) or ast.Pass()):
        match node:
            case ast.Attribute(value=owner, attr="grad", ctx=ast.Load()) if path := _path(owner):
                found.append(_read(filename, function, path, node))
    return tuple(found)


def _read(filename: str, function: str, path: tuple[str, ...], node: ast.Attribute) -> Read:
    name = ".".join(path)
    bound, step = binding_of(path[0], filename, node.lineno), step_of(name, filename, node.lineno)
    return Read(
        path,
        site_of(filename, node, function, f"{name}.grad"),
        site_of(filename, bound, function) if bound else None,
        site_of(filename, step, function, name) if step else None,
    )


def _taken_in_turn(node: ast.AST, row: int) -> Iterator[str]:
    """Yield the names that a loop goes through, unless the backward stands in it too."""
    if not isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        return
    if isinstance(node, ast.stmt) and node.lineno <= row <= (node.end_lineno or row):
        return
    yield from (one.id for one in ast.walk(node.target) if isinstance(one, ast.Name))


def _after(block: object, row: int) -> Iterator[ast.stmt]:
    """Yield the simple statements that follow a line in its block and in those around it."""
    for at, statement in enumerate(block if isinstance(block, list) else ()):
        if not statement.lineno <= row <= (statement.end_lineno or statement.lineno):
            continue
        for name in ("body", "orelse", "finalbody"):
            yield from _after(getattr(statement, name, ()), row)
        for handler in getattr(statement, "handlers", ()):
            yield from _after(handler.body, row)
        for later in block[at + 1 :] if isinstance(block, list) else ():
            if not hasattr(later, "body"):
                yield later
            if isinstance(later, _ENDS):
                return


def _grads(statement: ast.stmt) -> Iterator[ast.Attribute]:
    """Yield the untested reads of `.grad` in a statement."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Expr)):
        return
    queue: list[ast.AST] = [statement]
    while queue:
        node = queue.pop()
        match node:
            case ast.Attribute(attr="grad", ctx=ast.Load()):
                yield node
                continue
            case ast.Compare() | ast.BoolOp() | ast.IfExp():
                continue
            case ast.Dict() | ast.List() | ast.Set():
                continue  # who gathers them may sort them out later
            case ast.Call(func=function) if _path(function)[:1] not in _NUMERIC:
                queue.append(function)  # what it is given it may ask
                continue
        if not isinstance(node, _INNER):
            queue.extend(ast.iter_child_nodes(node))


def _path(node: ast.expr) -> tuple[str, ...]:
    match node:
        case ast.Name(id=name):
            return (name,)
        case ast.Attribute(value=inner, attr=name):
            above = _path(inner)
            return (*above, name) if above else ()
    return ()


def _is_rebound(scope: ast.AST, path: tuple[str, ...], rows: range) -> bool:
    """Tell whether the words mean another tensor when they are read."""
    ways = {".".join(path[:length]) for length in range(1, len(path) + 1)}
    return any(
        ast.unparse(node) in ways
        for node in ast.walk(scope)
        if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store)
        if node.lineno in rows
    )


def _is_written(scope: ast.AST, read: ast.Attribute) -> bool:
    """Tell whether a gradient is also set by hand, or asked for elsewhere whether it is None."""
    words = ast.unparse(read)
    kept = {words}
    for statement in statements(scope):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is read:
                kept.add(name)
    for node in ast.walk(scope):
        match node:
            case ast.Attribute(attr="grad", ctx=ast.Store() | ast.Del()):
                if ast.unparse(node) == words:
                    return True
            case ast.Compare(left=left, comparators=others):
                if any(ast.unparse(one) in kept for one in (left, *others)):
                    return True
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                if ast.unparse(test) in kept:
                    return True
            case ast.BoolOp(values=values):
                if any(ast.unparse(one) in kept for one in values):
                    return True
            case ast.UnaryOp(op=ast.Not(), operand=operand) if ast.unparse(operand) in kept:
                return True
    return False


def cut_among(stacks: Iterable[Stack]) -> Site | None:
    """Return what takes a value out of the graph on these lines, if it is one expression."""
    found: dict[tuple[str, int, int], Site] = {}
    for code, row in {(one[0][0], place_of(one[0]).start.row) for one in stacks if one}:
        filename = code.co_filename
        if (statement := statement_at(filename, row)) is None:
            continue
        bound = [binding_of(name, filename, row) for name in read_names(statement)]
        for one in (statement, *filter(None, bound)):
            for node in _cuts(one):
                key = (filename, node.lineno, node.col_offset)
                found[key] = site_of(filename, node, function_of(code))
    return next(iter(found.values())) if len(found) == 1 else None


def _cuts(statement: ast.stmt) -> Iterator[ast.expr]:
    for node in ast.walk(statement) if not hasattr(statement, "body") else ():
        match node:
            case ast.Call(func=ast.Attribute(attr=name)) if name in _CUTS:
                yield node
            case ast.Attribute(attr="data", ctx=ast.Load()):
                yield node
