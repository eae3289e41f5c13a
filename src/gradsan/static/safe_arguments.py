"""What a branch of a `where` may be given for the entries that it drops: what it is made for.

Comes in: the condition, and on which side of it the branch is. Goes out: an expression of the
shape of the argument. Without a bound that is known it is one, where most functions are smooth.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from gradsan.static.values import Number, Value


def harmless(
    condition: ast.expr, name: str, known: Callable[[str], Value], *, is_kept: bool
) -> str:
    """Return a value for the dropped entries that lies on the side of the branch.

    >>> test = ast.parse("x < 1", mode="eval").body
    >>> harmless(test, "x", lambda _: Number(), is_kept=True)
    'torch.full_like(x, 1 / 2)'
    >>> harmless(test, "x", lambda _: Number(), is_kept=False)
    'torch.full_like(x, 1 + 1)'
    """
    ones = f"torch.ones_like({name})"
    match condition:
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            is_below = isinstance(op, (ast.Lt, ast.LtE))
            if not is_below and not isinstance(op, (ast.Gt, ast.GtE)):
                return ones
        case _:
            return ones
    if ast.unparse(right) == name:
        left, right, is_below = right, left, not is_below
    is_size = isinstance(left, ast.Call) and getattr(left.func, "attr", "") == "abs"
    if isinstance(left, ast.Call) and isinstance(left.func, ast.Attribute) and is_size:
        left = left.args[0] if left.args else left.func.value
    bound = _number(right, known)
    if ast.unparse(left) != name or bound is None:
        return ones
    text = ast.unparse(right)
    if is_below == is_kept:
        if bound > 0:
            return f"torch.full_like({name}, {text} / 2)"
        return ones if is_size else f"torch.full_like({name}, {text} - 1)"
    return ones if bound < 1 else f"torch.full_like({name}, {text} + 1)"


def _number(node: ast.expr, known: Callable[[str], Value]) -> float | None:
    """Return the number that an expression is, if that can be seen."""
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return -number
        case ast.Name(id=name):
            found = known(name)
            value = found.value if isinstance(found, Number) else None
            return value if isinstance(value, (int, float)) else None
    return None
