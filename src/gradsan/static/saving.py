"""Ops that make a value: what they keep for backward, and what gradient flows through."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial

from gradsan.ops.table import Kept, Op, torch_ops
from gradsan.static.contents import contents
from gradsan.static.copies import unpacked
from gradsan.static.machine import Machine
from gradsan.static.nonfinite import HIDING, inspect_hidden
from gradsan.static.overwritten import read_kept
from gradsan.static.query import StaticSave
from gradsan.static.rewrites import expression_at, is_assignable, replace_text
from gradsan.static.shapes import is_narrow
from gradsan.static.singular import inspect_singular
from gradsan.static.softening import soften, soften_choice
from gradsan.static.straight_through import ROUNDING, pass_straight
from gradsan.static.values import (
    UNKNOWN,
    LiveSave,
    Needs,
    Object,
    Parts,
    Storage,
    Tensor,
    Value,
)
from gradsan.static.view_mends import write_first

_CLONE = Op("clone", ("self",))
_COMPACTING = frozenset({"contiguous", "reshape", "flatten", "reshape_as", "ravel"})
_FLATTENING = frozenset({"linear"})  # of more than two axes, as rows of a matrix
_TURNING = frozenset({"transpose", "permute", "movedim", "moveaxis", "swapaxes", "swapdims"})
_STRIDING = frozenset(
    "t transpose permute movedim moveaxis swapaxes swapdims adjoint diagonal unfold".split()  # noqa: SIM905
)
_EXPANDING = frozenset({"expand", "expand_as", "broadcast_to"})
# They tell true from false or count; nobody expects a gradient through them.
_QUESTIONS = frozenset(
    "eq ne lt le gt ge isnan isinf isfinite logical_not logical_and logical_or any all "  # noqa: SIM905
    "nonzero one_hot isclose allclose equal is_nonzero".split()
)


def apply(m: Machine, op: Op, bound: dict[str, Value], node: ast.expr, shown: str = "") -> Value:
    """Run an op that makes a new value (or a view of an old one)."""
    if op.alias:
        return view(m, op, bound.get(op.alias), node)
    values = list(bound.values())
    _refuse_split(m, values, node)
    inspect_singular(m, node, op, bound)
    if op.name in HIDING:
        inspect_hidden(m, node, op, bound)
    if op.result_is_list:
        return apply_unknown(m, values)
    for value in values:
        for tensor in m.tensors(value):
            _read(m, tensor, values)
    results = {name: m.new_tensor() for name in op.results}
    storages = _storages(m, op, {**bound, **results}, values, node, shown)
    for name, result in results.items():
        m.state.storages[result.storage] = storages(name)
    if len(results) == 1:
        return results[op.results[0]]
    # Two tensors that are given together, by place and by name: `x.max(0).values`.
    return m.new_object(Parts(attributes=dict(results), items=list(results.values())))


def _read(m: Machine, tensor: Tensor, values: list[Value]) -> None:
    """Note that an op reads a tensor."""
    storage = m.state.storages[tensor.storage]
    if not storage.needs and not storage.used:
        mark_used(m, tensor)
    if m.recompute_from is not None:
        m.block_reads.add(tensor.storage)
    if storage.overwritten:
        read_kept(m, tensor, values)


def mark_used(m: Machine, tensor: Tensor) -> None:
    """Remember where a tensor without a gradient was first read."""
    storage = m.storage(tensor)
    if not storage.needs and not storage.used:
        m.change(tensor, used=m.statements_here())


def _storages(
    m: Machine,
    op: Op,
    bound: dict[str, Value],
    values: list[Value],
    node: ast.expr,
    shown: str,
) -> Callable[[str], Storage]:
    """Keep what the op keeps; return what is known of each result."""
    storage = partial(Storage, made=m.spot(node), inference=m.state.inference_at)
    needs, cuts = m.most_needed(values), m.cuts(values)
    stopped = cuts
    if needs and (cut := _cut(m, op, values, node, shown or op.name)):
        stopped = cuts | {cut}
    if op.gives_integers:  # which one, not how much: copied numbers are as good as others
        stopped = frozenset(key for key in stopped if m.state.cuts[key].kind != "tensor")
    if not m.state.grad_on or not op.is_differentiable or op.gives_integers:
        return lambda _: storage(cuts=stopped, is_float=False if op.gives_integers else None)
    graph, leaves = m.graphs(values), m.leaves(values)
    if needs:
        graph |= {save.id for save in keep(m, op, bound, node, shown or op.name)}
    if op.is_zero:  # and nobody differentiates the sign of a gradient
        stopped = frozenset(key for key in stopped if m.state.cuts[key].kind != "grad")
        return lambda _: storage(needs, graph, frozenset(), stopped, is_float=True)
    numbers = contents(m, op, bound, values, node)
    known = storage(needs, graph, leaves, cuts, is_float=True, **numbers)
    return lambda name: storage(cuts=stopped, is_float=False) if name in op.integers else known


def _cut(m: Machine, op: Op, values: Sequence[Value], node: ast.expr, shown: str) -> int | None:
    """Record where gradient stops: an op without a derivative, or grad mode switched off."""
    if op.gives_integers and op.name not in _QUESTIONS:
        for key in m.cuts(values):
            if m.state.cuts[key].kind == "zero":  # not even zeros arrive
                m.state.cuts[key] = replace(m.state.cuts[key], kind="nondiff")
    if not m.leaves(values):
        return None
    if not m.state.grad_on:
        where = m.state.grad_off_at
        cut = m.new_cut("no_grad", where, values, op.name) if where else None
        marks = m.graphs(values) & set(m.state.second_order.values())
        if cut and marks and not op.is_zero:
            m.state.cuts[cut] = replace(m.state.cuts[cut], source=min(marks))
        return cut
    if op.is_differentiable and not op.gives_integers and not op.integers and not op.is_zero:
        return None
    kind = "question" if op.name in _QUESTIONS else "zero" if op.is_zero else "nondiff"
    if op.name in ROUNDING:
        edits = pass_straight(m.source, node, m.statement)
    elif op.name == "argmax":
        edits = soften_choice(m, node, values[0])
    else:
        edits = soften(m, node, values) if kind == "question" else ()
    return m.new_cut(kind, m.spot(node), values, shown, edits)


def apply_unknown(m: Machine, values: list[Value], least: Needs = Needs.NO) -> Value:
    """Run an op or module without a row: a new tensor; nothing is known to be kept."""
    if not any(m.tensors(value) for value in values):
        return m.lose(values)
    needs = max(least, m.most_needed(values))
    graph, cuts, leaves = m.graphs(values), m.cuts(values), m.leaves(values)
    m.lose(values)
    if not m.state.grad_on:
        needs, graph, leaves = Needs.NO, frozenset(), frozenset()
    return m.new_tensor(Storage(needs, graph, leaves, cuts, has_escaped=True, is_guess=True))


def pass_through(m: Machine, values: list[Value]) -> Value:
    """Call code that is not known: what comes back, if it is a tensor, is in the same graph."""
    if isinstance(m.statement, ast.Expr):
        for value in values:
            _forget_states(m, value)
    if not m.state.grad_on or not m.graphs(values):
        return m.lose(values)
    return apply_unknown(m, values)


def _forget_states(m: Machine, value: Value, depth: int = 4) -> None:
    """Let go of what an object has kept of a graph: who is called for nothing else may reset it."""
    parts = m.state.objects[value.id] if isinstance(value, Object) else None
    if parts is None or not depth:
        return
    for name, kept in list(parts.attributes.items()):
        if isinstance(kept, Tensor) and m.storage(kept).graph:
            m.own(value).attributes[name] = UNKNOWN  # type: ignore[arg-type]
        _forget_states(m, kept, depth - 1)
    for item in parts.items or ():
        _forget_states(m, item, depth - 1)


def view(m: Machine, op: Op, base: Value | None, node: ast.expr) -> Value:
    """Make a view: the same storage, under restrictions that depend on how it was made."""
    if not isinstance(base, Tensor):
        return UNKNOWN
    if (base.view in ("expanded", "split") or base.strided) and op.name in _COMPACTING:
        return apply(m, _CLONE, {"self": base}, node, shown=op.name)
    mark_used(m, base)
    is_repeated = op.name in _EXPANDING and (op.name != "broadcast_to" or is_narrow(m, base))
    kind = "expanded" if is_repeated else base.view or "view"
    made = base.made if base.view == kind and base.made else m.spot(node)
    strided = base.strided or op.name in _STRIDING
    turned = base.turned or op.name in _TURNING
    if not m.state.grad_on and not base.detached:
        if op.name == "contiguous" and not base.view:
            return base
        cut = _cut(m, op, [base], node, op.name)
        cuts = base.cuts if cut is None else base.cuts | {cut}
        return Tensor(base.storage, base.door, True, "no_grad", made, cuts, strided)
    return Tensor(base.storage, base.door, base.detached, kind, made, base.cuts, strided, turned)


def _refuse_split(m: Machine, values: Sequence[Value], node: ast.expr) -> None:
    """Note the use of a split view whose whole was written since."""
    for value in values:
        if isinstance(value, Tensor) and value.view == "split":
            written = m.storage(value).split_written
            if written and m.state.grad_on and not value.detached:
                sure = m.needs(value) == Needs.YES
                spot = m.spot(node)
                edits = write_first(m.source, written, value.made)
                m.note(
                    "split-base-write", written, made=value.made, needed=spot, sure=sure,
                    edits=edits,
                )  # fmt: skip


def split(m: Machine, base: Tensor, node: ast.expr, count: int = 2) -> Value:
    """Make the views of unbind, split, chunk: they must not be written."""
    spot = m.spot(node)
    if m.state.grad_on and not base.detached:
        m.change(base, split=spot, split_written=None)
    kind = "split" if m.state.grad_on else "no_grad"
    detached = base.detached or not m.state.grad_on
    part = Tensor(base.storage, base.door, detached, kind, spot, base.cuts)
    return m.new_object(Parts(items=[part] * count, is_open=True))


def keep(
    m: Machine, op: Op, bound: dict[str, Value], node: ast.expr | ast.stmt, shown: str
) -> list[LiveSave]:
    """Record what the op keeps for backward."""
    if not op.saves:
        return []
    inputs = {name: m.needs(value) for name, value in bound.items() if name not in op.results}
    needs = max(inputs.values(), default=Needs.NO)
    kept: list[LiveSave] = []
    for thing in op.saves:
        asked = inputs.get(thing.guard, Needs.NO) if thing.guard else needs
        if not asked:
            continue
        if not thing.is_certain:
            asked = Needs.MAYBE
        kept += [
            _keep_one(m, tensor, op, thing, node, shown, min(asked, needs))
            for tensor in m.tensors(bound.get(thing.what))
            if tensor.door != "data"  # .data has a counter of its own
            and not (tensor.turned and op.name in _FLATTENING)  # a copy is kept
        ]
    return kept


def _keep_one(
    m: Machine,
    tensor: Tensor,
    op: Op,
    thing: Kept,
    node: ast.expr | ast.stmt,
    shown: str,
    needs: Needs,
) -> LiveSave:
    inference = m.storage(tensor).inference
    if inference and m.state.grad_on and tensor.storage in m.state.storages:
        sure = needs == Needs.YES
        mend = replace_text(m.source, inference.place, "inference_mode", "no_grad")
        needed = m.spot(node)
        m.note("inference-saved", inference, shown, needed=needed, sure=sure, edits=[mend])
    what = "its result" if thing.what in op.results else "its input"
    fact = StaticSave(m.spot(node), shown, what, m.fresh_id())
    parts = kept_parts(m, node, tensor, what == "its result")
    if not parts and thing.what in op.results and isinstance(node, ast.expr):
        parts = tuple(unpacked(m.statement, op.results, thing.what))
    return remember(m, fact, tensor, needs, keeps=parts)


def kept_parts(
    m: Machine, node: ast.expr | ast.stmt, tensor: Tensor, is_result: bool
) -> tuple[ast.expr, ...]:
    """Return what to clone so that an op keeps a copy: its result, or the argument."""
    if not isinstance(node, ast.expr):
        return ()
    if is_result:
        return () if _is_unpacked(m, node) else (node,)
    parts = tuple(
        part
        for part in _operands(node)
        if is_assignable(_root(part)) and _storage_of(m, part) == tensor.storage
    )
    if not parts and tensor.made and not tensor.view:  # the memory of an array
        array = expression_at(m.source, tensor.made.place)
        return (array,) if array else ()
    return parts


def _is_unpacked(m: Machine, node: ast.expr) -> bool:
    """Tell whether an expression gives several things: `u, s, v = svd(x)`."""
    match m.statement:
        case ast.Assign(targets=[ast.Tuple() | ast.List()], value=value):
            return value is node
    return False


def _operands(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.BinOp(left=left, right=right):
            return [left, right]
        case ast.Call(func=ast.Attribute(value=owner), args=args, keywords=keywords):
            return [owner, *args, *(keyword.value for keyword in keywords)]
        case ast.Call(args=args, keywords=keywords):
            return [*args, *(keyword.value for keyword in keywords)]
    return []


def _root(node: ast.expr) -> ast.expr:
    """Return what is left of an expression without its indices, and without views of it."""
    while True:
        match node:
            case ast.Subscript(value=whole):
                node = whole
            case ast.Call(func=ast.Attribute(value=whole, attr=name)) if _gives_view(name):
                node = whole
            case _:
                return node


@cache
def _gives_view(name: str) -> bool:
    return any(op.alias for op in torch_ops().get(name, ()))


def _storage_of(m: Machine, node: ast.expr) -> int | None:
    """Look a chain of names up, without evaluating anything."""
    value = _look_up(m, _root(node))
    return value.storage if isinstance(value, Tensor) else None


def _look_up(m: Machine, node: ast.expr) -> Value:
    if isinstance(node, ast.Name):
        for frame in m.scope:
            if node.id in m.state.frames.get(frame, {}):
                return m.state.frames[frame][node.id]
    elif isinstance(node, ast.Attribute):
        owner = _look_up(m, node.value)
        if isinstance(owner, Object):
            return m.state.objects[owner.id].attributes.get(node.attr, UNKNOWN)
        if isinstance(owner, Tensor) and node.attr in ("T", "mT", "data"):
            return owner
    return UNKNOWN


def remember(
    m: Machine,
    fact: StaticSave,
    tensor: Tensor,
    needs: Needs,
    silent: str = "",
    keeps: tuple[ast.expr, ...] = (),
) -> LiveSave:
    """Keep a save with its storage."""
    if m.recompute_from is not None:
        # Inside checkpoint nothing is kept; what comes from outside is read again.
        silent = "checkpoint"
    block = m.checkpoints[-1] if m.checkpoints else None
    save = LiveSave(fact.order, fact, tensor.storage, needs, silent, keeps, m.outermost, block)
    if m.recompute_from is None or tensor.storage < m.recompute_from:
        m.state.saves[tensor.storage] = (*m.state.saves.get(tensor.storage, ()), save)
    return save


def without_saves(op: Op) -> Op:
    """Return the op as if it kept nothing that can be written."""
    return replace(op, saves=())
