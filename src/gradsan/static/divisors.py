"""Whether something is divided by a root: then it is the bound that says how large the gradient is.

`x / (n + eps)` beside `n = (x ** 2).sum().sqrt()` has at zero the slope that `eps` and a bound on
`n` make together, whatever they are. One that keeps `n` away from zero is right only by chance,
unless the function asks how small `n` is, and has something else for that.
"""

from __future__ import annotations

import ast

from gradsan.static.names import loads, stores
from gradsan.static.nodes import children
from gradsan.static.rewrites import argument, function_around
from gradsan.static.source import Source

_BOUNDS = frozenset({"clamp", "clamp_min", "clip", "maximum"})


def is_padded_divisor(source: Source, node: ast.expr) -> bool:
    """Tell whether a function divides by a constant and the value of an expression, or its name."""
    home = function_around(source, node.lineno) or source.tree
    names: set[str] = set()
    for item in children(home):
        if isinstance(item, ast.Assign) and item.value is node:
            names |= stores(item)
    asked = names | loads(argument(node) or node)
    if any(isinstance(item, ast.Compare) and loads(item) & asked for item in children(home)):
        return False
    return any(
        _is_padded(item.right, node, names)
        for item in children(home)
        if isinstance(item, ast.BinOp) and isinstance(item.op, ast.Div)
    )


def _is_padded(below: ast.expr, node: ast.expr, names: set[str]) -> bool:
    match below:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            parts = [left, right]
        case ast.Call(func=ast.Attribute(value=owner, attr=attr), args=args) if attr in _BOUNDS:
            parts = [owner, *args]
        case _:
            return False
    return any(part is node or (isinstance(part, ast.Name) and part.id in names) for part in parts)
