"""What an expression makes, by syntax alone: new memory, a view, something plain.

A doubt is taken for the worst: what may be shared or kept is not new.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from gradsan.static.nodes import children

# They make memory of their own, and no op keeps it.
_FRESH = frozenset(
    "zeros ones empty full rand randn randint arange linspace eye tensor zeros_like ones_like "  # noqa: SIM905
    "empty_like full_like rand_like randn_like new_zeros new_ones new_empty new_full new_tensor "
    "clone".split()
)
# Ops that keep no result and share no memory; `tests/static` holds them against the table.
COMPUTING = frozenset(
    "matmul mm bmm mv addmm baddbmm einsum outer mul multiply div divide true_divide add sub "  # noqa: SIM905
    "subtract neg sum mean cumsum masked_fill gather index_select where cat stack concat abs log "
    "sin cos clamp tril triu roll flip linear conv1d conv2d conv3d embedding one_hot pad "
    "index_add scatter_add logical_and logical_or logical_not eq ne lt le gt ge isnan isinf "
    "argmax argmin bincount nonzero".split()
)
# They make views or aliases into which writing is refused, or is not seen by autograd.
_REFUSED = frozenset(
    "expand expand_as broadcast_to split chunk unbind tensor_split vsplit hsplit dsplit detach "  # noqa: SIM905
    "data Parameter requires_grad_ requires_grad".split()
)
_NAMESPACES = frozenset({"torch", "F", "functional"})

Outside = Callable[[ast.expr], bool]


def is_new(node: ast.expr, is_outside: Outside) -> bool:
    """Tell whether an expression makes memory of its own, which its maker does not keep.

    What a function gives that is not in the file is as good as new: nothing is known of it.
    """
    match node:
        case ast.Call(func=function):
            name = getattr(function, "attr", "") or getattr(function, "id", "")
            if name in _FRESH:
                return is_fresh(node)
            if any(keyword.arg in ("out", "inplace") for keyword in node.keywords):
                return False
            return (name in COMPUTING and _is_op(function)) or is_outside(function)
        case ast.BinOp(op=op):
            return not isinstance(op, ast.Pow)
        case ast.IfExp(body=body, orelse=orelse):
            return is_new(body, is_outside) and is_new(orelse, is_outside)
        case ast.Compare():
            return True
        case ast.UnaryOp(op=ast.USub() | ast.Invert()):
            return True
    return False


def is_fresh(node: ast.expr) -> bool:
    """Tell whether an expression is a sum, or a call that fills new memory."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)):
            asks = any(keyword.arg == "requires_grad" for keyword in node.keywords)
            return name in _FRESH and not asks
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            return True
    return False


def _is_op(function: ast.expr) -> bool:
    """Tell whether it is `torch.f` or a method of what a tensor may be, not one of `self`."""
    if not isinstance(function, ast.Attribute):
        return False
    owner = function.value
    if isinstance(owner, ast.Name):
        return owner.id != "self"
    if isinstance(owner, ast.Attribute):
        return owner.attr in _NAMESPACES
    return isinstance(owner, (ast.Call, ast.BinOp, ast.Subscript))


def root_name(target: ast.expr | None) -> str | None:
    """Return the name whose memory is written: of `x[0]`, `x.T`; none for `self.x`, `f(x)`."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else None


def root_of_view(node: ast.expr) -> str:
    """Return the name at the head of a chain of methods, attributes and items."""
    while isinstance(node, (ast.Subscript, ast.Attribute, ast.Call)):
        if isinstance(node, ast.Call):
            if not isinstance(node.func, ast.Attribute):
                return ""
            node = node.func
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def is_restricted(node: ast.expr) -> bool:
    """Tell whether an expression makes something into which writing is refused or not seen."""
    return any(
        isinstance(item, ast.Attribute) and item.attr in _REFUSED
        for item in (node, *children(node))
    )


def roots_of(values: Iterable[ast.expr | None]) -> set[str | None]:
    """Return what values may be views of: names, "self" for what may be refused, None as it is."""
    return {
        value
        if value is None
        else "self"
        if isinstance(value, ast.Name) or is_restricted(value)
        else root_of_view(value)
        for value in values
    }


def is_view_of(node: ast.expr, name: str) -> bool:
    """Tell whether a value is a name, or a chain of methods, attributes and items of it."""
    return root_of_view(node) == name
