"""Edits that let gradient pass straight through an op whose derivative is zero.

`torch.round(x)` becomes `(x + (torch.round(x) - x).detach())`: the same value, and the gradient
of the thing itself. An argument that is more than a name is given one first.
"""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.nodes import children, subtree
from gradsan.static.rewrites import insert_before
from gradsan.static.source import Source

ROUNDING = frozenset({"round", "floor", "ceil", "trunc", "fix", "bernoulli"})
_SCOPES = (
    ast.Lambda,
    ast.ListComp,
    ast.SetComp,
    ast.DictComp,
    ast.GeneratorExp,
    ast.IfExp,
    ast.BoolOp,
    ast.NamedExpr,
)


def pass_straight(source: Source, node: ast.AST, statement: ast.stmt | None) -> tuple[Edit, ...]:
    """Return the edits that put the gradient of the argument in the place of none."""
    argument = _argument(node)
    if argument is None or not isinstance(node, ast.expr) or statement is None:
        return ()
    place, inner = source.place(node), source.place(argument)
    text, given = source.text(place), source.text(inner)
    if "\n" in text:
        return ()
    if isinstance(argument, (ast.Name, ast.Attribute)):
        return (Edit(place, f"({given} + ({text} - {given}).detach())", text),)
    name = _free_name(source)
    if not name or not _is_run_once(node, statement):
        return ()
    before = insert_before(source, statement, f"{name} = {given}")
    start = inner.start.column - place.start.column
    told = f"{text[:start]}{name}{text[start + len(given) :]}"
    edit = Edit(place, f"({name} + ({told} - {name}).detach())", text)
    return (before, edit) if before else ()


def pass_quotient(source: Source, node: ast.AST) -> tuple[Edit, ...]:
    """Return the edit that gives `a // b` the gradient of `a / b`."""
    match node:
        case ast.BinOp(left=ast.Name(), op=ast.FloorDiv(), right=ast.Name() | ast.Constant()):
            place = source.place(node)
            text, plain = (
                source.text(place),
                f"{ast.unparse(node.left)} / {ast.unparse(node.right)}",
            )
            return (Edit(place, f"({plain} + ({text} - {plain}).detach())", text),)
    return ()


def _argument(node: ast.AST) -> ast.expr | None:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="torch"), attr=name), args=[inner, *_]):
            return inner if name in ROUNDING else None
        case ast.Call(func=ast.Attribute(value=inner, attr=name)):
            return inner if name in ROUNDING else None
    return None


def _is_run_once(node: ast.expr, statement: ast.stmt) -> bool:
    """Tell whether an expression is worked out exactly once by its statement."""
    if not isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)):
        return False
    return not any(
        isinstance(item, _SCOPES) and node in children(item) for item in children(statement)
    )


def _free_name(source: Source) -> str:
    """Return a name that the file does not use."""
    taken = {item.id for item in subtree(source.tree) if isinstance(item, ast.Name)}
    taken |= {item.arg for item in subtree(source.tree) if isinstance(item, ast.arg)}
    return next((name for name in ("smooth", "smooth_value") if name not in taken), "")
