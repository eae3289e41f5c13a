"""Ask the text where the loss of a backward comes from: calls, and turns of a loop before."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeAlias

from gradsan.model.event import Site, Stack
from gradsan.runtime.sites import function_of, place_of, site_of
from gradsan.runtime.syntax import bound_names, scope_at, statements, statements_at

Origin: TypeAlias = tuple[ast.Call, int | None]  # a call, and which of its results
Read: TypeAlias = tuple[ast.expr, int | None, int]  # what is read, which part of it, at which row

_MANY = 32  # expressions that are followed
_BLOCKS = (ast.If, ast.For, ast.AsyncFor, ast.While, ast.Try, ast.Match)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_PASSES = ("backward", "grad")


def backward_roots(filename: str, row: int) -> list[ast.expr]:
    """Return the expressions that a backward at a line may begin at."""
    for statement in statements_at(filename, row):
        for node in ast.walk(statement):
            match node:
                case ast.Call(func=ast.Attribute(value=owner, attr=name)) if name in _PASSES:
                    return [owner, *node.args]
                case ast.Call(func=ast.Name(id=name)) if name in _PASSES:
                    return list(node.args)
    return []


def origins(filename: str, row: int, roots: list[ast.expr]) -> list[Origin]:
    """Return the calls behind expressions, in this function; none if the text is not clear."""
    scope = scope_at(filename, row)
    queue: list[Read] = [(root, None, row) for root in roots]
    found: list[Origin] = []
    seen: set[tuple[str, int]] = set()
    for expression, item, at in queue:  # it grows while it is read
        if len(queue) > _MANY:
            return []
        if isinstance(expression, ast.Call):
            found.append((expression, item))
        for node in _read_now(expression):
            if isinstance(node, ast.Call) and node is not expression:
                found.append((node, None))
            if not isinstance(node, ast.Name) or (node.id, at) in seen:
                continue
            seen.add((node.id, at))
            bound = _bindings(scope, node.id, at)
            if bound is None:
                return []
            queue += bound
    return found


def _read_now(expression: ast.expr) -> Iterator[ast.AST]:
    """Yield what an expression reads, without functions that are called another time."""
    queue: list[ast.AST] = [expression]
    while queue:
        node = queue.pop()
        if not isinstance(node, ast.Lambda):
            yield node
            queue.extend(ast.iter_child_nodes(node))


def _bindings(scope: ast.AST, name: str, row: int) -> list[Read] | None:
    """Return what a name was given before a line; None if it may be one of several."""
    before = [s for s in statements(scope) if s.lineno < row]
    bound = [s for s in before if name in set(bound_names(s))]
    last = bound[-1] if bound else None
    if len(bound) > 1 and last is not None and not _is_passed(scope, last, row):
        return None
    added: list[Read] = [
        (one.value, None, one.lineno)
        for one in before
        if isinstance(one, ast.AugAssign)
        if isinstance(one.target, ast.Name) and one.target.id == name
        if last is None or one.lineno > last.lineno
    ]
    if not isinstance(last, ast.Assign | ast.AnnAssign) or last.value is None:
        return added  # a loop's variable, a file: where it comes from is another story
    return [(last.value, _item(last, name), last.lineno), *added]


def _is_passed(scope: ast.AST, statement: ast.stmt, row: int) -> bool:
    """Tell whether who comes to a line has passed a statement: no block ends in between."""
    return all(
        block.lineno <= row <= (block.end_lineno or block.lineno)
        for block in statements(scope)
        if isinstance(block, _BLOCKS) and statement in list(statements(block))
    )


def _item(statement: ast.Assign | ast.AnnAssign, name: str) -> int | None:
    """Return which of several results a name is bound to."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    for target in targets:
        if isinstance(target, ast.Tuple | ast.List):
            for at, one in enumerate(target.elts):
                if isinstance(one, ast.Name) and one.id == name:
                    return at
    return None


def carried_names(stack: Stack) -> list[tuple[str, Site]]:
    """Return the variables that the loop around a line takes into its next turn."""
    if not stack:
        return []
    code, row = stack[0][0], place_of(stack[0]).start.row
    scope = scope_at(code.co_filename, row)
    loops = [s for s in statements(scope) if isinstance(s, _LOOPS) and _covers(s, row)]
    inner = list(statements(loops[-1])) if loops else []
    found = []
    for name in dict.fromkeys(name for one in inner for name in bound_names(one)):
        bound = [one for one in inner if name in bound_names(one)]
        if len(bound) != 1 or not isinstance(bound[0], ast.Assign | ast.AnnAssign):
            continue
        if _is_read_until(loops[-1], name, bound[0].end_lineno or 0):
            found.append((name, site_of(code.co_filename, bound[0], function_of(code), name)))
    return found


def _covers(block: ast.stmt, row: int) -> bool:
    return block.lineno <= row <= (block.end_lineno or block.lineno)


def _is_read_until(loop: ast.stmt, name: str, row: int) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)
        for node in ast.walk(loop)
        if getattr(node, "lineno", row + 1) <= row
    )
