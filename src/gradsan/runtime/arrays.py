"""Find the statement that writes an array, given the line where it was handed over.

NumPy tells nobody of its writes. The text knows: `torch.from_numpy(buf)` names the array, and
if one statement of the file alone writes into something of that name, that is the line.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from gradsan.model.event import Site, Stack
from gradsan.runtime.sites import place_of, site_of
from gradsan.runtime.syntax import statement_at, tree_of

_TAKERS = frozenset({"from_numpy", "as_tensor", "asarray", "from_dlpack"})
_GIVERS = frozenset({"numpy", "asarray", "array", "__array__", "from_dlpack", "data_ptr"})
_WRITING_METHODS = frozenset({"fill", "sort", "partition", "put", "itemset"})
_WRITING_FUNCTIONS = frozenset(
    {"copyto", "put", "place", "putmask", "fill_diagonal", "shuffle", "memset", "memmove"}
)


def array_write(stack: Stack) -> Site | None:
    """Return the one statement that writes the array, if there is exactly one."""
    if not stack:
        return None
    filename, row = stack[0][0].co_filename, place_of(stack[0]).start.row
    statement = statement_at(filename, row)
    if statement is None:
        return None
    names = set(_array_names(statement))
    nodes = (node for node in ast.walk(tree_of(filename)) if isinstance(node, ast.stmt | ast.expr))
    found = [node for node in nodes if names & set(_written(node))]
    if len(found) != 1:
        return None
    target = next(name for name in _written(found[0]) if name in names)
    return replace(site_of(filename, found[0]), target=target)


def _array_names(statement: ast.stmt) -> Iterator[str]:
    """Yield what the array is called where it is handed over."""
    for node in ast.walk(statement):
        if not isinstance(node, ast.Call):
            continue
        name = _last(node.func)
        if name in _TAKERS and node.args:
            yield _last(node.args[0])
        if name in _GIVERS and isinstance(statement, ast.Assign):
            yield from map(_last, statement.targets)


def _written(node: ast.AST) -> Iterator[str]:
    """Yield the names of what a node writes into."""
    match node:
        case ast.AugAssign(target=target):
            yield _last(target)
        case ast.Assign(targets=targets):
            yield from (_last(one) for one in targets if isinstance(one, ast.Subscript))
        case ast.Call(func=ast.Attribute(value=receiver, attr=name)) if name in _WRITING_METHODS:
            yield _last(receiver)
        case ast.Call(func=function, args=[first, *_]) if _last(function) in _WRITING_FUNCTIONS:
            yield _last(first)
        case ast.Call(keywords=keywords):
            yield from (_last(one.value) for one in keywords if one.arg == "out")


def _last(node: ast.AST) -> str:
    """Return the last name of an expression: `state` for `env.state[0]`."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=inner) | ast.Starred(value=inner):
            return _last(inner)
    return ""
