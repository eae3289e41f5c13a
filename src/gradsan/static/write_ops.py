"""Ops that write into their first argument: methods, functions, augmented assignments.

What such an op needs of the others is kept before the write, of its result after it.
"""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator
from dataclasses import replace

from gradsan.ops.table import Op, torch_ops
from gradsan.static.arguments import Arguments, bind, find_op
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing
from gradsan.static.operands import note_mingled
from gradsan.static.query import Form
from gradsan.static.rewrites import rename_method
from gradsan.static.saving import keep
from gradsan.static.temporaries import is_temporary
from gradsan.static.training import clear_grads
from gradsan.static.values import Tensor, Value
from gradsan.static.writing import write

_COPYING = frozenset({"clone", "contiguous", "reshape", "flatten", "ravel"})


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
    op = find_op(name, args, has_self=True) or find_op(name[:-1], args, has_self=True)
    rebinds = _rebinding(m, node, target, name) if op else ""
    form: Form = "function" if shown else "method"
    how = Writing(node, target, shown or name, form, rebinds, activates=bool(shown))
    alone = isinstance(m.statement, ast.Expr) and m.statement.value is node
    if alone and _may_copy(target) and is_temporary(m, owner, how):
        return owner
    if (leaf := m.storage(owner).grad_of) is not None and name == "zero_":
        clear_grads(m, [Tensor(leaf)], m.spot(node), in_place=True)
    if leaf is not None and name != "zero_" and not _is_alone(m.statement, node):
        edited = rename_method(m.source, node)
        m.state.edited = {**m.state.edited, leaf: (m.spot(node), (edited,) if edited else ())}
    note_mingled(m, owner, how)
    write_with(m, owner, how, op, bind(op, args, owner) if op else {}, args.all())
    return owner


def _may_copy(target: ast.expr) -> bool:
    """Tell whether a target may be a copy that was made on the spot: `x[mask]`, `x.clone()`."""
    match target:
        case ast.Subscript():
            return True
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _COPYING
    return False


def _is_alone(statement: ast.stmt | None, node: ast.Call) -> bool:
    """Tell whether a statement does nothing but edit, or binds what it edits."""
    if isinstance(statement, ast.Expr):
        return any(item is node for item in _left_unused(statement.value))
    return isinstance(statement, ast.Assign) and statement.value is node


def _left_unused(item: ast.expr) -> Iterator[ast.expr]:
    """Yield what an expression works out and nobody reads: `[p.grad.mul_(s) for p in ps]`."""
    yield item
    parts: list[ast.expr] = []
    match item:
        case ast.Call(func=ast.Attribute(value=inner)):
            parts = [inner] if isinstance(inner, ast.Call) else []
        case ast.IfExp(body=body, orelse=orelse):
            parts = [body, orelse]
        case ast.BoolOp(values=values):
            parts = values[-1:]
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            parts = elements
        case ast.ListComp(elt=element) | ast.SetComp(elt=element) | ast.GeneratorExp(elt=element):
            parts = [element]
    for part in parts:
        yield from _left_unused(part)


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
    asked = max(m.needs(owner), m.most_needed(inputs))
    ids: frozenset[int] = frozenset()
    if flows and op and asked:
        ids |= _keep_only(m, op, bound.keys() - {first}, bound, how)
    write(m, owner, how, inputs)
    if flows and op and asked:
        ids |= _keep_only(m, op, {"result"}, {**bound, "result": owner}, how)
    if ids:
        m.change(owner, graph=m.storage(owner).graph | ids)


def _keep_only(
    m: Machine, op: Op, things: Container[str], bound: dict[str, Value], how: Writing
) -> frozenset[int]:
    saves = tuple(kept for kept in op.saves if kept.what in things)
    if not saves:
        return frozenset()
    row = op if saves == op.saves else replace(op, saves=saves)
    return frozenset(save.id for save in keep(m, row, bound, how.node, how.op))


def _rebinding(m: Machine, node: ast.Call, target: ast.expr, name: str) -> str:
    """Write the out-of-place statement for `y.add_(1)` standing alone."""
    statement = m.statement
    alone = isinstance(statement, ast.Expr) and statement.value is node
    if not alone or not isinstance(target, ast.Name) or not isinstance(node.func, ast.Attribute):
        return ""
    if name[:-1] not in torch_ops():
        return ""  # fill_diagonal_ has no twin
    if node.func.value is not target:
        return ""
    text = m.source.text(m.source.place(node))
    head = f"{target.id}.{name}"
    if not text.startswith(head):
        return ""
    return f"{target.id} = {target.id}.{name[:-1]}{text[len(head) :]}"
