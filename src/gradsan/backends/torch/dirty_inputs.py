"""Which inputs of a custom Function its forward marks as changed, by its text.

torch refuses such an input if it is a leaf, but only after forward has changed it; whoever wants
to do something about it must know before.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from typing import Any

MARK = "mark_dirty"


def may_mark(cls: Any) -> bool:
    """Tell whether a Function marks inputs at all."""
    return any(MARK in names_of(function) for function in (cls.forward, cls.setup_context))


def names_of(function: Any) -> tuple[str, ...]:
    """Return the attributes that a function reads; none for what is not Python."""
    code = getattr(function, "__code__", None)
    return code.co_names if code is not None else ()


def marked_positions(cls: Any) -> frozenset[int] | None:
    """Return which inputs are marked, counted from 0; None if it cannot be told."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls.forward)))
    except (OSError, SyntaxError, TypeError):
        return None
    function = tree.body[0]
    if not isinstance(function, ast.FunctionDef) or MARK not in names_of(cls.forward):
        return None
    inputs = [item.arg for item in (*function.args.posonlyargs, *function.args.args)][1:]
    marked: list[ast.expr] = []
    for item in ast.walk(function):
        match item:
            case ast.Call(func=ast.Attribute(attr=name), args=args) if name == MARK:
                marked += args
    names = [item.id if isinstance(item, ast.Name) else "" for item in marked]
    if not all(name in inputs for name in names):
        return None
    return frozenset(map(inputs.index, names))
