"""Writes whose result is taken for a new value: `v = x.pow_(2).mean()`, and then `x` again."""

from __future__ import annotations

import ast

from gradsan.static.freshness import root_of_view
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing, out_of_place
from gradsan.static.nodes import subtree
from gradsan.static.values import Needs, Tensor

# They tell something about a tensor that a write does not change.
FACTS = frozenset(
    "shape dtype device ndim size dim numel stride is_cuda requires_grad layout new_zeros "  # noqa: SIM905
    "new_ones new_empty new_full new_tensor type is_floating_point get_device".split()
)


def operand(m: Machine, tensor: Tensor, how: Writing) -> str:
    """Return the name `x` if `x.op_()` is used as a value and `x` gets no new one by it."""
    name = _written(m, tensor, how)
    bound: set[str] = set()
    match m.statement:
        case ast.Assign(targets=targets):
            bound = {name for target in targets for name in _names(target)}
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            bound = _names(target)
        case _:
            return ""
    return "" if bound & {name, "_"} else name


def _written(m: Machine, tensor: Tensor, how: Writing) -> str:
    """Return the name whose memory a method writes: of `x.pow_(2)`, `x.float().pow_(2)`."""
    if how.form != "method" or how.through:
        return ""
    if isinstance(how.target, ast.Name):
        return how.target.id
    name = root_of_view(how.target) if isinstance(how.target, ast.Call) else ""
    value = m.state.frames.get(m.scope[0], {}).get(name)
    is_same = isinstance(value, Tensor) and value.storage == tensor.storage
    return name if is_same else ""


def is_handed_on(statement: ast.stmt | None, name: str) -> bool:
    """Tell whether a statement only returns a name, alone or beside others."""
    match statement:
        case ast.Return(value=ast.Name()):
            return True
        case ast.Return(value=ast.Tuple(elts=parts)):
            return any(isinstance(part, ast.Name) and part.id == name for part in parts)
    return False


def _names(target: ast.expr) -> set[str]:
    return {node.id for node in subtree(target) if isinstance(node, ast.Name)}


def note_mingled(m: Machine, tensor: Tensor, how: Writing) -> None:
    """Note `x * x.pow_(2).mean()`: what is multiplied is the changed `x`."""
    name = _written(m, tensor, how)
    if not name or not m.state.grad_on:
        return
    value = getattr(m.statement, "value", None)
    if not isinstance(value, ast.expr) or value is how.node or tensor.detached:
        return
    if m.needs(tensor) and _is_mingled(m, value, how.node, name):
        sure, edits = is_believed(m, tensor), out_of_place(m, how)
        m.note("operand-write", m.spot(how.node), name, raises=False, sure=sure, edits=edits)


def is_believed(m: Machine, tensor: Tensor) -> bool:
    """Tell whether gradient flows here for sure: it is needed, or it is a module's forward."""
    is_forward = bool(m.root) and m.root.rpartition(".")[2] == "forward"
    return m.needs(tensor) == Needs.YES or (is_forward and m.needs(tensor) == Needs.MAYBE)


def _is_mingled(m: Machine, value: ast.expr, write: ast.AST, name: str) -> bool:
    """Tell whether an op around a write takes the written name as it is."""
    around = [write, *m.source.above(write)]
    if value not in around:
        return False
    ops = around[1 : around.index(value) + 1]
    # What stands in a keyword or a comprehension is no operand.
    first = next((at for at in range(len(ops))[::-1] if not isinstance(ops[at], ast.expr)), -2)
    return any(
        isinstance(op, (ast.BinOp, ast.Call))
        and not _asks_for_kind(op)
        and name in m.source.once(_taken, op)
        for op in ops[first + 2 :]
    )


def _taken(op: ast.AST) -> set[str]:
    """Return the names that an op is given as they are."""
    return {part.id for part in ast.iter_child_nodes(op) if isinstance(part, ast.Name)}


def _asks_for_kind(node: ast.expr) -> bool:
    """Tell whether a call takes the type or shape of its arguments, not their numbers."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in ("to", "type_as", "view_as", "reshape_as", "expand_as")
    return False
