"""Reads of a tensor that do not compute with it: asked whether it is there, shown, copied in size.

Such a read tells nothing of who means which value.
"""

from __future__ import annotations

import ast

from gradsan.static.source import below, subtree

_TAKEN_OUT = frozenset({"item", "detach", "data", "cpu", "tolist", "float"})
_ASKING = frozenset({"isinstance", "type", "len", "id"})


def is_only_looked_at(statement: ast.stmt | None, name: str) -> bool:
    """Tell whether a statement reads a name, and computes with none of its entries.

    >>> [is_only_looked_at(ast.parse(text).body[0], "x") for text in (
    ...     "if x is not None: pass", "y = torch.zeros_like(x)", "print(x.detach().mean())",
    ...     "y = x + 1", "kept.append(x)", "y = x.detach() * w", "(x * w.detach()).backward()")]
    [True, True, True, False, False, False, False]
    """
    if statement is None:
        return False
    root: ast.AST = statement
    if isinstance(statement, (ast.If, ast.While)):
        root = statement.test
    parents = {child: node for node in (root, *subtree(root)) for child in below(node)}
    reads = [
        item
        for item in parents
        if isinstance(item, ast.Name) and item.id == name and isinstance(item.ctx, ast.Load)
    ]
    is_shown = isinstance(statement, ast.Expr)
    return bool(reads) and all(
        _is_question(parents[item]) or (is_shown and _is_taken_out(item, parents)) for item in reads
    )


def _is_taken_out(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Tell whether a value leaves the graph before anything else is done: `x.mean().item()`."""
    while (node := parents.get(node, node)) in parents:
        match node:
            case ast.Attribute(attr=name) | ast.Call(func=ast.Name(id=name)) if name in _TAKEN_OUT:
                return True
    return False


def _is_question(parent: ast.AST) -> bool:
    match parent:
        case ast.Compare(ops=ops):
            return all(isinstance(op, (ast.Is, ast.IsNot)) for op in ops)
        case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called)):
            return called.endswith("_like") or called in _ASKING
    return False
