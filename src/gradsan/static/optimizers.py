"""Optimizers and gradient scalers: the weights they hold, and their steps."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from gradsan.model.finding import Edit
from gradsan.static.arguments import Arguments
from gradsan.static.freezing import freezes
from gradsan.static.iterating import iterate
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing
from gradsan.static.names import loads, stores
from gradsan.static.nodes import children
from gradsan.static.rewrites import (
    expression_at,
    function_around,
    make_leaf_last,
    statement_at,
    wrap,
)
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

_GIVEN = re.compile(r"\.grad *=(?! *(?:None|=))")  # somebody hands a gradient over by himself
SCALER = Ref("torch.amp.GradScaler")


def make_optimizer(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    """Make an optimizer; it holds the parameters it was given."""
    handed = args.flag("params", 0)
    items = list(_groups(m, handed, node)) if isinstance(handed, Object) else []
    if isinstance(handed, Object) and m.state.objects[handed.id].is_picked:
        m.escape(handed)
        items, handed = [], UNKNOWN  # a step may leave alone what a backward needs
    for tensor in (item for item in items if isinstance(item, Tensor)):
        storage = m.storage(tensor)
        if not storage.is_leaf and storage.needs == Needs.YES and not tensor.detached:
            edits = [_as_leaf(m, tensor, node)]
            m.note("inner-optimized", m.spot(node), name, made=storage.made, edits=edits)
            m.change(tensor, keeps_grad=True)  # told once
        m.state.held |= {tensor.storage}
    held = m.new_object(Parts(items=items)) if items else handed
    attributes: dict[str, Value] = {"params": held}
    if items:
        attributes["param_groups"] = _param_groups(m, handed, held, node)
    return m.new_object(Parts(Ref(f"torch.optim.{name}"), attributes))


def _param_groups(m: Machine, handed: Value, held: Value, node: ast.Call) -> Value:
    """Return the groups of an optimizer, as a program sees them: a list of dicts."""
    given = iterate(m, handed, node)
    is_grouped = all(
        isinstance(item, Object) and m.state.objects[item.id].keys is not None for item in given
    )
    if is_grouped:
        return m.new_object(Parts(items=given))
    key: Value = Number("params", known=True)
    return m.new_object(Parts(items=[m.new_object(Parts(items=[held], keys=[key]))]))


def _as_leaf(m: Machine, tensor: Tensor, node: ast.Call) -> Edit | None:
    """Return the edit that makes a value a leaf, or gives an optimizer the leaf behind it.

    A leaf that goes on beside what was made of it is what is trained: `scale = softplus(raw)`.
    """
    storage = m.storage(tensor)
    made = expression_at(m.source, storage.made.place) if storage.made else None
    statement = statement_at(m.source, storage.made.place) if storage.made else None
    if made is None or statement is None:
        return None
    last = make_leaf_last(m.source, made) if len(storage.leaves) == 1 else None
    if last or not _asked_apart(m, made, statement):
        return last or wrap(m.source, made, ".detach().requires_grad_()")
    frame = m.state.frames[m.scope[0]]
    whole = {
        value.storage: key
        for key, value in frame.items()
        if isinstance(value, Tensor) and value == Tensor(value.storage)
    }
    raw = [whole[key] for key in storage.leaves if key in whole]
    used = [part for part in children(node.args[0]) if isinstance(part, ast.Name)]
    same = [part for part in used if frame.get(part.id) == tensor]
    if len(storage.leaves) != 1 or not raw or len(same) != 1:
        return None
    return Edit(m.source.place(same[0]), raw[0], same[0].id)


_CURVED = frozenset(
    "softplus exp sigmoid tanh softmax log_softmax expm1 square pow abs normalize logit log "  # noqa: SIM905
    "elu relu matrix_exp".split()
)


def _asked_apart(m: Machine, made: ast.expr, statement: ast.stmt) -> bool:
    """Tell whether a value is a curved function of a leaf that goes on under its own name.

    A leaf that is only scaled or moved was meant as the first value.
    """
    called = made.func if isinstance(made, ast.Call) else None
    name = getattr(called, "attr", getattr(called, "id", ""))
    read = loads(made) - stores(statement)
    home = function_around(m.source, made.lineno) or m.source.tree
    assigned = (item for item in children(home) if isinstance(item, ast.Assign))
    return name in _CURVED and any(
        stores(item) & read and "requires_grad" in ast.unparse(item) for item in assigned
    )


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


def _hold_more(m: Machine, node: ast.Call, parts: Parts, group: Value) -> None:
    """Let an optimizer hold the parameters of another group."""
    inside = m.state.objects[group.id].items if isinstance(group, Object) else None
    objects = [item for item in inside or () if isinstance(item, Object)]
    if any(m.state.objects[item.id].is_picked for item in objects):
        m.escape(group)  # a step may leave alone what a backward needs
        return
    items = list(_groups(m, m.new_object(Parts(items=[group])), node))
    held, groups = parts.attributes["params"], parts.attributes.get("param_groups")
    for owner, added in ((held, items), (groups, [group])):
        if isinstance(owner, Object) and (known := m.own(owner)).items is not None:
            known.items += added
    m.state.held |= {item.storage for item in items if isinstance(item, Tensor)}


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
        passed = _without_gradient(m, params)
        for tensor in params:
            if not _is_left_alone(m, tensor) and tensor.storage not in passed:
                write(m, tensor, how)
    elif name == "zero_grad":
        clear_grads(m, params, m.spot(node), in_place=keeps_memory(args))
    elif name == "add_param_group":
        _hold_more(m, node, parts, args.flag("param_group", 0))
    else:
        return UNKNOWN
    return NONE


def _is_left_alone(m: Machine, tensor: Tensor) -> bool:
    """Tell whether a step passes a weight over: it is frozen, and no gradient was left."""
    state, _ = m.state.grads.get(tensor.storage, ("clear", None))
    return state in ("clear", "zeroed") and bool(freezes(m, m.storage(tensor)))


def _without_gradient(m: Machine, params: list[Tensor]) -> set[int]:
    """Return the weights that no backward has come to, though it has to others of the optimizer.

    A step passes over a weight whose `.grad` is None.
    """
    keys = {tensor.storage for tensor in params}
    if not keys & m.state.reached or _GIVEN.search(m.source.code):
        return set()
    return keys - m.state.reached - m.state.opaque
