"""What a function does with an argument that a tensor does not allow: then it is none.

An argument of which nothing is said is taken for a tensor. A dict is asked by names, a tuple is
unpacked, a list is handed to `torch.cat`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

from gradsan.static.source import children, unparse

_JOINING = frozenset({"cat", "stack", "concat", "hstack", "vstack", "dstack", "concatenate"})
_OF_CONTAINERS = frozenset(
    "append extend insert items keys get update setdefault popitem copy".split()  # noqa: SIM905
)


@lru_cache(maxsize=4096)
def is_container(function: ast.AST, name: str) -> bool:
    """Tell whether an argument is a list, tuple or dict, by how it is used before it is rebound."""
    rows = [
        item.lineno
        for item in children(function)
        if isinstance(item, ast.Name) and item.id == name and isinstance(item.ctx, ast.Store)
    ]
    end = min(rows, default=None)
    return any(end is None or row <= end for row in _proofs(function, name))


def _proofs(function: ast.AST, name: str) -> Iterator[int]:
    """Yield the lines that say so."""
    for item in children(function):
        match item:
            case ast.Subscript(value=ast.Name(id=used), slice=ast.Constant(value=str())):
                pass
            case ast.Call(func=ast.Attribute(value=home, attr=op), args=[ast.Name(id=used), *_]):
                if op not in _JOINING or unparse(home) != "torch":
                    continue
            case ast.Attribute(value=ast.Name(id=used), attr=attr) if attr in _OF_CONTAINERS:
                pass
            case ast.Assign(targets=[ast.Tuple() | ast.List()], value=value):
                used = _unpacked(value)
            case ast.Starred(value=ast.Name(id=used)):
                pass
            case _:
                continue
        if used == name:
            yield item.lineno


def _unpacked(value: ast.expr) -> str:
    """Return the name of `a, b = x` and `a, b = tuple(x)`."""
    match value:
        case ast.Name(id=name):
            return name
        case ast.Call(func=ast.Name(id="tuple" | "list"), args=[ast.Name(id=name)]):
            return name
    return ""


def is_expected_to_raise(context: ast.expr) -> bool:
    """Tell whether a `with` waits for an error: `pytest.raises(RuntimeError)`, `assertRaises`."""
    match context:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name == "raises" or name.startswith("assertRaises")
    return False


def is_only_asked(function: ast.AST, name: str) -> bool:
    """Tell whether a name is bound by the call alone, and nothing but asked if it is true."""
    asked: set[ast.AST] = set()
    for item in children(function):
        if isinstance(item, (ast.If, ast.While, ast.IfExp)):
            asked |= set(_questions(item.test))
    uses = [item for item in children(function) if isinstance(item, ast.Name) and item.id == name]
    return all(item in asked for item in uses)


def _questions(test: ast.expr) -> Iterator[ast.AST]:
    match test:
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from _questions(part)
        case ast.UnaryOp(op=ast.Not(), operand=inner):
            yield from _questions(inner)
        case ast.Name():
            yield test


def is_used_as_list(function: ast.AST | None, name: str) -> bool:
    """Tell whether all that is done to a name is to take and put single items: `h[i] = f(h[i])`."""
    if function is None:
        return False
    taken = {
        item.value
        for item in children(function)
        if isinstance(item, ast.Subscript) and isinstance(item.slice, (ast.Name, ast.Constant))
    }
    uses = [item for item in children(function) if isinstance(item, ast.Name) and item.id == name]
    return all(item in taken for item in uses)
