"""Find the expression of a line that made a node, given only the line and the op.

What the text calls by that name is it, if there is one. Else it is the one call whose name
says nothing (`self.layer(x)`), if there is one. Otherwise the whole statement is told; of one
that goes over several lines, or shares its line, the line.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradsan.runtime.syntax import statements_at

# The ops that an operator may turn into.
_OPERATORS: dict[type[ast.operator] | type[ast.unaryop], frozenset[str]] = {
    ast.Add: frozenset({"add"}),
    ast.Sub: frozenset({"sub", "rsub"}),
    ast.Mult: frozenset({"mul"}),
    ast.Div: frozenset({"div", "reciprocal", "mul"}),
    ast.Pow: frozenset({"pow"}),
    ast.MatMult: frozenset({"mm", "mv", "bmm", "dot", "unsafe_view", "expand", "view"}),
    ast.Mod: frozenset({"remainder"}),
    ast.USub: frozenset({"neg"}),
}
# And the functions that do not bear the name of their nodes.
_FUNCTIONS: dict[str, frozenset[str]] = {
    "matmul": _OPERATORS[ast.MatMult],
    "linear": frozenset({"addmm", "mm", "mv", "t", "view"}),
    "einsum": frozenset({"bmm", "mul", "permute", "view", "sum"}),
    "mse_loss": frozenset({"mse_loss"}),
    "cross_entropy": frozenset({"log_softmax", "nll_loss"}),
    "subtract": frozenset({"sub"}),
    "multiply": frozenset({"mul"}),
    "divide": frozenset({"div"}),
    "concat": frozenset({"cat"}),
    "softmax": frozenset({"softmax"}),
    "square": frozenset({"pow"}),
    "clamp": frozenset({"clamp_min", "clamp_max"}),
    "reshape": frozenset({"view", "reshape_alias", "clone"}),
    "flatten": frozenset({"view", "reshape_alias", "clone"}),
}
_INDEXING = frozenset({"[]=", "index", "slice", "select", "copy_slices"})
# Calls that make no node whatever they are given.
_PLAIN = frozenset(
    {"abs_", "bool", "dict", "enumerate", "float", "int", "isinstance", "len", "list", "print"}
    | {"range", "repr", "set", "str", "tuple", "type", "zip", "item", "detach", "size", "append"}
    | {"backward", "step", "zero_grad", "items", "values", "keys", "format", "numel", "tolist"}
)
# Calls that make a node of their own name and no other.
_OWN = frozenset(
    {"abs", "amax", "amin", "clamp", "clone", "cos", "cumprod", "cumsum", "diagonal", "exp"}
    | {"flatten", "gather", "log", "masked_fill", "mean", "permute", "pow", "prod", "relu"}
    | {"reshape", "sigmoid", "sin", "softplus", "sqrt", "square", "squeeze", "sum", "tanh"}
    | {"transpose", "triu", "unsqueeze", "view"}
)
_TORCH = frozenset({"torch", "F", "functional"})


def expression_at(filename: str, row: int, op: str) -> ast.expr | ast.stmt | None:
    """Return what made a node of an op on a line; None if only the line can be told."""
    found = _expression(statements_at(filename, row), row, op)
    return found if found is not None and found.lineno == row else None


def _expression(on_line: list[ast.stmt], row: int, op: str) -> ast.expr | ast.stmt | None:
    parts = [part for statement in on_line for part in _parts(statement, row)]
    named = [part for part in parts if _is_named(part, op)]
    calls = [part for part in parts if isinstance(part, ast.Call) and _is_open(part)]
    for found in (named or calls, on_line):
        if len(found) == 1:
            return found[0]
    return None


def _parts(statement: ast.stmt, row: int) -> Iterator[ast.expr | ast.stmt]:
    """Yield what can make a node on a line of a statement; of a block, in its head."""
    body: list[ast.AST] = []
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        inner = getattr(statement, name, None)
        body += inner if isinstance(inner, list) else []
    queue: list[ast.AST] = [statement]
    while queue:
        node = queue.pop(0)
        if isinstance(node, (ast.BinOp, ast.UnaryOp, ast.Call, ast.Subscript, ast.AugAssign)) and (
            node.lineno <= row <= (node.end_lineno or node.lineno)
        ):
            yield node
        if not isinstance(node, ast.Lambda):
            queue += [child for child in ast.iter_child_nodes(node) if child not in body]


def _is_named(part: ast.AST, op: str) -> bool:
    match part:
        case ast.BinOp(op=operator) | ast.UnaryOp(op=operator) | ast.AugAssign(op=operator):
            return op in _OPERATORS.get(type(operator), ())
        case ast.Subscript():
            return op in _INDEXING
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="apply")):
            return name == op  # a custom Function
        case ast.Call(func=ast.Attribute(value=ast.Attribute(attr=home), attr=name)) if (
            f"{home}_{name}" == op  # torch.linalg.eigh
        ):
            return True
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name.strip("_") == op.strip("_") or op in _FUNCTIONS.get(name.strip("_"), ())
    return False


def _is_open(call: ast.Call) -> bool:
    """Tell whether a call may do anything: a module, a function of who knows whom."""
    match call.func:
        # `net.mean(x)` may be a layer of that name; `net(x).mean()` is none.
        case ast.Attribute(value=ast.Name(id=home) | ast.Attribute(attr=home), attr=name):
            return name not in _PLAIN and not (home in _TORCH and name in _OWN)
        case ast.Attribute(attr=name):
            return name not in _PLAIN and name not in _OWN
        case ast.Name(id=name):
            return name not in _PLAIN
    return True
