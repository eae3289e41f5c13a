"""Call an op what the line calls it: `a @ b` is a matmul, whatever kernel it came down to.

>>> spoken("mm", "a @ b"), spoken("addmm", "self.fc(x)"), spoken("bmm", "torch.einsum(s, a, b)")
('matmul', 'Linear', 'einsum')
>>> spoken("exp", "self.fc(x)"), spoken("bmm", "self.attend(q, k)")
('exp', 'bmm')
"""

from __future__ import annotations

import ast

from gradsan.model.event import Site

_KERNELS = frozenset({"mm", "bmm", "mv", "dot", "addmm", "baddbmm", "addmv", "addbmm"})
_FUNCTIONS = frozenset(
    {"matmul", "einsum", "linear", "tensordot", "inner", "outer", "bilinear", "multi_dot",
     "chain_matmul", "vecdot", "cdist", "scaled_dot_product_attention", *_KERNELS}
)  # fmt: skip
_OF_LINEAR = frozenset({"mm", "addmm"})  # without and with a bias


def spoken(op: str, text: str) -> str:
    """Return the op in the words of the expression that it came from."""
    if op not in _KERNELS:
        return op
    match _expression(text):
        case ast.BinOp(op=ast.MatMult()):
            return "matmul"
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _FUNCTIONS:
            return name
        case ast.Call() if op in _OF_LINEAR:
            return "Linear"
    return op


def _expression(text: str) -> ast.expr | None:
    """Return the expression of a statement, or of a text that is one."""
    try:
        statements = ast.parse(text.strip()).body
    except (SyntaxError, ValueError):
        return None
    match statements:
        case [ast.Expr(value=value) | ast.Assign(value=value) | ast.AugAssign(value=value)]:
            return value
        case [ast.Return(value=value)]:
            return value
    return None


def expression_at(site: Site) -> str:
    """Return the text under the carets; empty if it runs over several lines."""
    if len(site.source) != 1:
        return ""
    return site.source[0][site.place.start.column - 1 : site.place.end.column - 1]
