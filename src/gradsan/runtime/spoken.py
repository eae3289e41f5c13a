"""Call an op what the line calls it: `a @ b` is a matmul, whatever kernel it came down to.

>>> spoken("mm", "a @ b"), spoken("addmm", "self.fc(x)"), spoken("bmm", "torch.einsum(s, a, b)")
('matmul', 'Linear', 'einsum')
>>> spoken("exp", "self.fc(x)"), spoken("bmm", "self.attend(q, k)")
('exp', 'bmm')

Of a whole statement, what alone in it can be meant:

>>> spoken("mm", "P = F @ P @ F.T + Q"), spoken("addmm", "y = self.a(self.b(x))")
('matmul', 'Linear')
>>> spoken("mm", "y = torch.mm(a, b) @ c")
'mm'
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
_ADDING = frozenset({"addmm", "baddbmm", "addmv", "addbmm"})


def spoken(op: str, text: str) -> str:
    """Return the op in the words of the expression that it came from."""
    if op not in _KERNELS:
        return op
    match _statement(text):
        case ast.Expr(value=value) if not _is_append(value):
            return _word(value, op) or op
        case ast.Expr() | ast.Assign() | ast.AugAssign() | ast.Return() as statement:
            parts = [one for one in ast.walk(statement) if isinstance(one, ast.expr)]
            words = {word for one in parts if (word := _word(one, op))}
            # A call that says nothing may be a layer; what says it is meant.
            words = words - {"Linear"} or words
            return words.pop() if len(words) == 1 else op
    return op


def _is_append(expression: ast.expr) -> bool:
    match expression:
        case ast.Call(func=ast.Attribute(attr="append" | "extend")):
            return True
    return False


def _word(expression: ast.expr, op: str) -> str:
    """Return what an expression calls the op; empty if it cannot be it."""
    match expression:
        case ast.BinOp(op=ast.MatMult()) if op not in _ADDING:
            return "matmul"
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _FUNCTIONS:
            return name
        case ast.Call() if op in _OF_LINEAR:
            return "Linear"
    return ""


def _statement(text: str) -> ast.stmt | None:
    """Return the statement of a text, or the expression that it is."""
    try:
        statements = ast.parse(text.strip()).body
    except (SyntaxError, ValueError):
        return None
    return statements[0] if len(statements) == 1 else None


def expression_at(site: Site) -> str:
    """Return the text under the carets; empty if it runs over several lines."""
    if len(site.source) != 1:
        return ""
    return site.source[0][site.place.start.column - 1 : site.place.end.column - 1]
