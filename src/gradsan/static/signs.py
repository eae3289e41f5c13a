"""The sign of an expression, by syntax alone: what is never zero, never negative.

A factor that is not asked about is taken for a scale: a positive number.
"""

from __future__ import annotations

import ast
from collections.abc import Set

from gradsan.static.nodes import subtree, unparse
from gradsan.static.origins import Origins

_POSITIVE = frozenset({"exp", "cosh"})
_NEVER_NEGATIVE = frozenset(
    "square abs relu softplus sigmoid exp norm vector_norm cosh softmax".split()  # noqa: SIM905
)
_SAME_SIGN = frozenset(
    "sum mean view reshape unsqueeze squeeze flatten expand float double clone to t "  # noqa: SIM905
    "type_as rearrange repeat type".split()
)


def is_above_zero(origins: Origins, node: ast.expr, asked: Set[str] = frozenset()) -> bool:
    """Tell whether a value stays off zero: `d**2 + 1`, `x.exp()`, `total + eps`."""
    match whole := origins.expand(node):
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return (
                _is_small(left)
                or _is_small(right)
                or (is_positive(right) and is_never_negative(origins, left, asked))
                or (is_positive(left) and is_never_negative(origins, right, asked))
            )
        case ast.Call(func=ast.Attribute(attr=name)) if name in _POSITIVE:
            return True
        case ast.Call(func=ast.Attribute(attr=name)) if name.startswith(("clamp", "clip")):
            return any(
                is_positive(one)
                for one in (*whole.args, *(key.value for key in whole.keywords if key.arg == "min"))
            )
    return (
        whole is not node and _is_handed_on(whole) and is_above_zero(origins, _inner(whole), asked)
    )


def is_negative(origins: Origins, node: ast.expr) -> bool:
    """Tell whether a value is never above zero: `-(x**2)`."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return is_never_negative(origins, inner)
        case ast.BinOp(op=ast.Mult(), left=ast.UnaryOp(op=ast.USub()), right=right):
            return is_never_negative(origins, right)
        case ast.BinOp(op=ast.Mult() | ast.Div(), left=left, right=ast.Constant()):
            return is_negative(origins, left)
    return False


def is_never_negative(origins: Origins, node: ast.expr, asked: Set[str] = frozenset()) -> bool:
    """Tell whether a value is a square, a length, or a scaled one."""
    match whole := origins.expand(node):
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=2)):
            return True
        case ast.BinOp(op=ast.Mult() | ast.Div(), left=left, right=right):
            if unparse(left) == unparse(right):
                return True
            parts = [one for one in (left, right) if not _is_scale(one, asked)]
            return all(is_never_negative(origins, one, asked) for one in parts)
        case ast.BinOp(op=ast.Add(), left=left, right=right):
            return is_never_negative(origins, left, asked) and (
                is_positive(right) or is_never_negative(origins, right, asked)
            )
        case ast.Call(func=ast.Attribute(attr=name)) if name in _NEVER_NEGATIVE:
            return True
        case ast.Call(func=ast.Attribute(attr="pow"), args=[*rest, ast.Constant(value=2)]):
            return len(rest) < 2
        case ast.Call(func=ast.Attribute(attr="pow"), args=[base, _]):
            return is_never_negative(origins, base, asked)
    return _is_handed_on(whole) and is_never_negative(origins, _inner(whole), asked)


def _is_handed_on(node: ast.expr) -> bool:
    """Tell whether a call only looks at its values, or adds them up."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _SAME_SIGN
        case ast.Call(func=ast.Name(id=name), args=[_, *_]):
            return name in _SAME_SIGN
    return False


def _inner(node: ast.expr) -> ast.expr:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="torch")), args=[inner, *_]):
            return inner
        case ast.Call(func=ast.Attribute(value=inner)):
            return inner
        case ast.Call(func=ast.Name(), args=[inner, *_]):
            return inner
    return node


def _is_scale(node: ast.expr, asked: Set[str]) -> bool:
    """Tell whether nothing in a factor is what a condition asks about, and no op makes it."""
    return all(
        not isinstance(item, ast.Call)
        and not (isinstance(item, (ast.Name, ast.Attribute)) and unparse(item) in asked)
        and not (isinstance(item, ast.Constant) and _is_below_zero(item.value))
        for item in subtree(node)
    ) and not isinstance(node, ast.UnaryOp)


def _is_below_zero(value: object) -> bool:
    return isinstance(value, (int, float)) and value < 0


def _is_small(node: ast.expr) -> bool:
    """Tell whether it is an epsilon, put there to keep something off zero."""
    match node:
        case ast.Constant(value=float() as number):
            return 0 < number <= 0.01
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return "eps" in name.lower()
    return False


def is_positive(node: ast.expr) -> bool:
    """Tell whether it is a number above zero, or is called so."""
    match node:
        case ast.Constant(value=int() | float() as number):
            return number > 0
    return _is_small(node)


def is_chosen(origins: Origins, node: ast.expr) -> bool:
    """Tell whether a value was put in the place of what must not be divided by."""
    match whole := origins.expand(node):
        case ast.Call(func=ast.Attribute(attr="where" | "masked_fill")):
            return True
    return _is_handed_on(whole) and is_chosen(origins, _inner(whole))
