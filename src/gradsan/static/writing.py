"""Ops that write into their first argument: save, write, save.

What an op keeps of its other arguments is kept before the write, what it keeps of its result
after it; of the old value it keeps a private copy.
"""

from __future__ import annotations

import ast
from collections.abc import Container
from dataclasses import replace

from gradsan.ops.table import Op
from gradsan.static.arguments import Arguments, bind, find_op
from gradsan.static.machine import Machine, Writing
from gradsan.static.values import Tensor, Value


def write_op(
    m: Machine,
    node: ast.Call,
    owner: Tensor,
    target: ast.expr,
    name: str,
    args: Arguments,
    shown: str = "",
) -> Value:
    """Run an op that writes into its first argument."""
    op = find_op(name[:-1], args, has_self=True)
    rebinds = _rebinding(m, node, target, name) if op else ""
    how = Writing(node, target, shown or name, "method" if not shown else "function", rebinds)
    write_with(m, owner, how, op, bind(op, args, owner) if op else {}, args.all())
    return owner


def write_with(
    m: Machine,
    owner: Tensor,
    how: Writing,
    op: Op | None,
    bound: dict[str, Value],
    inputs: list[Value],
) -> None:
    """Save what the op keeps of the others, write, then save what it keeps of its result."""
    flows = m.state.grad_on and not owner.detached and op is not None
    first = op.parameters[0] if op else "self"
    asked = max([m.needs(owner), *(m.needs(value) for value in inputs)])
    ids: frozenset[int] = frozenset()
    if flows and op and asked:
        ids |= _keep_only(m, op, bound.keys() - {first}, bound, how)
    m.write(owner, how, inputs)
    if flows and op and asked:
        ids |= _keep_only(m, op, {"result"}, {**bound, "result": owner}, how)
    if ids:
        storage = m.storage(owner)
        m.state.storages[owner.storage] = replace(storage, graph=storage.graph | ids)


def _keep_only(
    m: Machine, op: Op, things: Container[str], bound: dict[str, Value], how: Writing
) -> frozenset[int]:
    row = replace(op, saves=tuple(kept for kept in op.saves if kept.what in things))
    return frozenset(save.id for save in m.keep(row, bound, how.node, how.op))


def _rebinding(m: Machine, node: ast.Call, target: ast.expr, name: str) -> str:
    """Write the out-of-place statement for `y.add_(1)` standing alone."""
    statement = m.statement
    alone = isinstance(statement, ast.Expr) and statement.value is node
    if not alone or not isinstance(target, ast.Name) or not isinstance(node.func, ast.Attribute):
        return ""
    if node.func.value is not target:
        return ""
    text = m.source.text(m.source.place(node))
    head = f"{target.id}.{name}"
    if not text.startswith(head):
        return ""
    return f"{target.id} = {target.id}.{name[:-1]}{text[len(head) :]}"
