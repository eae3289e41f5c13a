"""Optimizers and gradient scalers: the weights they hold, and their steps."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradsan.static.arguments import Arguments
from gradsan.static.iterating import iterate
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing
from gradsan.static.rewrites import expression_at, make_leaf_last, wrap
from gradsan.static.training import clear_grads, use_grads
from gradsan.static.values import (
    NONE,
    UNKNOWN,
    Function,
    Needs,
    Number,
    Object,
    Parts,
    Ref,
    Tensor,
    Value,
)
from gradsan.static.writing import write

SCALER = Ref("torch.amp.GradScaler")


def make_optimizer(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    """Make an optimizer; it holds the parameters it was given."""
    handed = args.flag("params", 0)
    items = list(_groups(m, handed, node)) if isinstance(handed, Object) else []
    for tensor in (item for item in items if isinstance(item, Tensor)):
        storage = m.storage(tensor)
        if not storage.is_leaf and storage.needs == Needs.YES and not tensor.detached:
            made = expression_at(m.source, storage.made.place) if storage.made else None
            leaf = make_leaf_last(m.source, made) if made and len(storage.leaves) == 1 else None
            if leaf is None and made:
                leaf = wrap(m.source, made, ".detach().requires_grad_()")
            m.note("inner-optimized", m.spot(node), name, made=storage.made, edits=[leaf])
            m.change(tensor, keeps_grad=True)  # told once
        m.state.held |= {tensor.storage}
    held = m.new_object(Parts(items=items)) if items else handed
    return m.new_object(Parts(Ref(f"torch.optim.{name}"), {"params": held}))


def _groups(m: Machine, handed: Value, node: ast.Call) -> Iterator[Value]:
    """Yield the parameters of a list, or of a list of groups."""
    for item in iterate(m, handed, node):
        parts = m.state.objects[item.id] if isinstance(item, Object) else None
        if parts is None or parts.keys is None:
            yield item
            continue
        for key, value in zip(parts.keys, parts.items or (), strict=False):
            if key == Number("params", known=True):
                yield from iterate(m, value, node)


def call_scaler(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    """Call a method of a GradScaler: it scales the loss and steps the optimizer."""
    first = args.flag("outputs", 0)
    if name == "scale":
        return first
    if name == "step" and isinstance(first, Object):
        parts = m.state.objects[first.id]
        if isinstance(parts.cls, Ref) and parts.cls.name.startswith("torch.optim."):
            return call_optimizer(m, node, parts, "step", Arguments())
    return NONE


def keeps_memory(args: Arguments) -> bool:
    """Tell whether zero_grad writes zeros instead of dropping the tensors."""
    flag = args.flag("set_to_none", 0)
    return isinstance(flag, Number) and flag.known and flag.value is False


def call_optimizer(m: Machine, node: ast.Call, parts: Parts, name: str, args: Arguments) -> Value:
    """Call a method of an optimizer."""
    params = list(m.tensors(parts.attributes["params"]))
    if name == "step" and isinstance(node.func, ast.Attribute) and isinstance(parts.cls, Ref):
        op = parts.cls.name.rpartition(".")[2]
        how = Writing(node, node.func.value, op, "function", through="optimizer")
        closure = args.flag("closure", 0)
        for _ in range(2 if op == "LBFGS" else 1):  # it asks for the gradient several times
            if isinstance(closure, Function):
                m.call(m, node, closure, Arguments())
            use_grads(m, params, m.spot(node))
        for tensor in params:
            write(m, tensor, how)
    elif name == "zero_grad":
        clear_grads(m, params, m.spot(node), in_place=keeps_memory(args))
    else:
        return UNKNOWN
    return NONE
