"""torch.autograd.Function and torch.utils.checkpoint: calls with a backward of their own."""

from __future__ import annotations

import ast
from dataclasses import replace

from gradsan.static.arguments import Arguments, is_true
from gradsan.static.classes import find_method, is_a
from gradsan.static.machine import Machine
from gradsan.static.names import stores
from gradsan.static.query import StaticSave
from gradsan.static.rewrites import bind_now, is_assignable, loop_around, once_only, set_flag
from gradsan.static.saving import apply_unknown, kept_parts, remember
from gradsan.static.source import children, subtree
from gradsan.static.tensors import iterate
from gradsan.static.values import (
    UNKNOWN,
    Class,
    Function,
    Needs,
    Number,
    Object,
    Parts,
    Ref,
    Storage,
    Tensor,
    Value,
)

_DIRTY = "mark_dirty"
CONTEXT = Ref("torch.autograd.FunctionCtx")


def is_function(cls: Class) -> bool:
    """Tell whether a class is a torch.autograd.Function."""
    return is_a(cls, "torch.autograd.Function", "torch.autograd.function.Function")


def apply_function(m: Machine, node: ast.Call, cls: Class, args: Arguments) -> Value:
    """Call `Function.apply`: forward without a graph, then one node that keeps what ctx keeps."""
    forward = find_method(cls, "forward")
    if not is_function(cls) or forward is None:
        return m.lose(args.all())
    context = m.new_object(Parts(cls=CONTEXT))
    grad_on, m.state.grad_on = m.state.grad_on, False
    where, m.state.grad_off_at = m.state.grad_off_at, None
    body = Function(forward, f"{cls.name}.forward", cls.frames)
    inner = Arguments([context, *args.positional], args.named)
    returned: Value = m.enter(m, node, body, inner)
    m.state.grad_on, m.state.grad_off_at = grad_on, where
    needs = m.most_needed(args.all()) if grad_on else Needs.NO
    graph = m.graphs(args.all()) | _kept_on(m, node, cls, context, needs)
    leaves, cuts = m.leaves(args.all()), m.cuts(args.all())
    result = m.new_tensor(Storage(needs, graph, leaves, cuts, made=m.spot(node)))
    shared = {tensor.storage for value in args.all() for tensor in m.tensors(value)}
    is_marked = _DIRTY in m.state.objects[context.id].attributes
    if isinstance(returned, Tensor):
        _keep_result(m, returned, result)
    if is_marked and grad_on:
        _refuse_dirty_leaf(m, node, args, m.state.objects[context.id].attributes[_DIRTY])
    if not isinstance(returned, Tensor) or is_marked:
        return result
    if returned.storage in shared or returned.view == "no_grad":
        return Tensor(result.storage, view="function", made=m.spot(node))
    return result


def _keep_result(m: Machine, returned: Tensor, result: Tensor) -> None:
    """What forward saved of its own result is kept of what the caller gets."""
    for save in m.state.saves.get(returned.storage, ()):
        if save.id in m.storage(result).graph and returned.storage != result.storage:
            kept = replace(save, storage=result.storage)
            known = m.state.saves.get(result.storage, ())
            m.state.saves[result.storage] = (*known, kept)


def _refuse_dirty_leaf(m: Machine, node: ast.Call, args: Arguments, marked: Value) -> None:
    """Note a Function that works in place, applied to a leaf."""
    dirty = {tensor.storage for tensor in m.tensors(marked)}
    for value, given in zip(args.positional, args.nodes, strict=False):
        if not isinstance(value, Tensor) or value.detached or value.view:
            continue
        known = m.storage(value)
        if known.is_leaf and known.needs == Needs.YES and value.storage in dirty:
            subject = ast.unparse(given)
            m.note("leaf-write", m.spot(node), subject, detail="apply", made=known.made)
            return


def _kept_on(
    m: Machine, node: ast.Call, cls: Class, context: Object, needs: Needs
) -> frozenset[int]:
    """Record what forward kept: by save_for_backward, or as a plain attribute of ctx."""
    if not needs:
        return frozenset()
    parts = m.state.objects[context.id]
    ids = set()
    for name, value in parts.attributes.items():
        if name == _DIRTY:
            continue
        silent = "" if name == "save_for_backward" else "ctx"
        for tensor in m.tensors(value):
            fact = StaticSave(m.spot(node), cls.name, "its input", m.fresh_id())
            copied = kept_parts(m, node, tensor, is_result=False) or _kept_as(cls, name)
            ids.add(remember(m, fact, tensor, needs, silent, copied).id)
    return frozenset(ids)


def _kept_as(cls: Class, name: str) -> tuple[ast.expr, ...]:
    """Return what forward gives an attribute of ctx, if it does so once."""
    forward = find_method(cls, "forward")
    given: list[ast.expr] = []
    for item in subtree(forward) if forward else ():
        match item:
            case ast.Assign(targets=[ast.Attribute(attr=attr)], value=value):
                pairs: list[tuple[str, ast.expr]] = [(attr, value)]
            case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)):
                attrs = (getattr(one, "attr", "") for one in names)
                pairs = list(zip(attrs, values, strict=False))
            case _:
                continue
        given += [value for attr, value in pairs if attr == name]
    return tuple(given) if len(given) == 1 and is_assignable(given[0]) else ()


def call_context(m: Machine, node: ast.Call, owner: Object, name: str, args: Arguments) -> Value:
    """Call a method of ctx."""
    if name in ("save_for_backward", _DIRTY):
        m.own(owner).attributes[name] = m.new_object(Parts(items=list(args.positional)))
    return UNKNOWN


def checkpoint(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """Call checkpoint: nothing inside is kept; all that comes from outside is read again."""
    if not args.positional:
        return UNKNOWN
    function, rest = args.positional[0], args.positional[1:]
    body = _body(m, function)
    keeps_rng = args.flag("preserve_rng_state")
    if isinstance(keeps_rng, Number) and keeps_rng.known and keeps_rng.value is False:
        _note_rng(m, node, function, body)
    if body is not None:
        _note_side_effect(m, body, node)
    if isinstance(body, (ast.Lambda, ast.FunctionDef)):
        _note_late_name(m, body)
    before, m.block_writes, m.block_reads = m.recompute_from, [], set()
    m.recompute_from = m.fresh_id()
    m.checkpoints.append(node)
    result: Value = m.call(m, node, function, Arguments(rest, nodes=args.nodes[1:]))
    m.checkpoints.pop()
    m.recompute_from = before
    for storage, spot, target, plain in m.block_writes:
        if storage in m.block_reads:
            mend = plain or once_only(m.source, node)
            m.note("checkpoint-side-effect", spot, target, raises=False, edits=[mend])
    for tensor in (t for value in rest for t in m.tensors(value)):
        _check_inputs(m, tensor)
    if isinstance(function, Object) and body is not None:
        read = {
            (function.id, item.attr, node)
            for item in children(body)
            if isinstance(item, ast.Attribute) and isinstance(item.ctx, ast.Load)
        }
        m.state.recomputed = m.state.recomputed | read
    if not isinstance(result, Tensor):
        return apply_unknown(m, rest)
    if is_true(args.flag("use_reentrant")) and m.most_needed(rest) == Needs.NO:
        other = set_flag(m.source, node, "use_reentrant", "False")
        cut = m.new_cut("reentrant", m.spot(node), [result], "checkpoint", [other])
        cuts = m.cuts([result]) | {cut}
        return m.new_tensor(Storage(cuts=cuts, made=m.spot(node)))
    return result


def _body(m: Machine, function: Value) -> ast.AST | None:
    """Return the text that a checkpointed call runs."""
    if isinstance(function, Function):
        return function.node
    if isinstance(function, Object):
        cls = m.state.objects[function.id].cls
        return find_method(cls, "forward") if isinstance(cls, Class) else None
    return None


def _check_inputs(m: Machine, tensor: Tensor) -> None:
    """What was handed to checkpoint is kept by version: a write is noticed."""
    saves = m.state.saves.get(tensor.storage, ())
    m.state.saves[tensor.storage] = tuple(
        save if save.silent != "checkpoint" else replace(save, silent="") for save in saves
    )


def _note_late_name(m: Machine, block: ast.Lambda | ast.FunctionDef) -> None:
    """Note a block that reads the variable of the loop around it: the second run comes later."""
    loop = loop_around(m.source, m.statement) if m.statement else None
    if not isinstance(loop, ast.For) or block not in children(loop):
        return
    bound = {item.id for item in subtree(loop.target) if isinstance(item, ast.Name)}
    bound -= {item.arg for item in (*block.args.args, *block.args.kwonlyargs)}
    bound -= stores(block)
    parts = block.body if isinstance(block.body, list) else [block.body]
    read = [item for part in parts for item in (part, *children(part))]
    late = [item for item in read if isinstance(item, ast.Name) and item.id in bound]
    if late:
        where = block if isinstance(block, ast.Lambda) else late[0]
        edit = bind_now(m.source, block, dict.fromkeys(item.id for item in late))
        m.note("checkpoint-side-effect", m.spot(where), late[0].id, raises=False, edits=[edit])


def _note_side_effect(m: Machine, body: ast.AST, node: ast.Call) -> None:
    """Note a block that changes what it reads: the second run sees another value."""
    for item in subtree(body):
        if isinstance(item, ast.AugAssign) and isinstance(item.target, ast.Attribute):
            name = ast.unparse(item.target)
            reads = [
                other
                for other in subtree(body)
                if isinstance(other, ast.Attribute)
                and isinstance(other.ctx, ast.Load)
                and ast.unparse(other) == name
            ]
            if reads:
                mend = once_only(m.source, node)
                m.note("checkpoint-side-effect", m.spot(item), name, raises=False, edits=[mend])
                return
        match item:
            case ast.Call(func=ast.Attribute(value=ast.Attribute() as grown, attr="append")):
                if _is_read_whole(body, grown):
                    mend, name = once_only(m.source, node), ast.unparse(grown)
                    m.note("checkpoint-side-effect", m.spot(item), name, raises=True, edits=[mend])
                    return


def _is_read_whole(body: ast.AST, grown: ast.Attribute) -> bool:
    """Tell whether a block joins the list that it adds to: `torch.cat(self.cache)`."""
    name = ast.unparse(grown)
    return any(
        isinstance(item, ast.Call)
        and ast.unparse(item.func).rpartition(".")[2] in ("cat", "stack", "concat", "sum")
        and any(ast.unparse(part) == name for part in item.args)
        for item in subtree(body)
    )


def _note_rng(m: Machine, node: ast.Call, function: Value, body: ast.AST | None) -> None:
    for item in subtree(body) if body is not None else ():
        name = item.attr if isinstance(item, ast.Attribute) else getattr(item, "id", "")
        if _is_random(name):
            _note_draws(m, node, name)
            return
    if isinstance(function, Object):
        for layer in iterate(m, function, node):
            cls = m.state.objects[layer.id].cls if isinstance(layer, Object) else None
            if isinstance(cls, Ref) and _is_random(cls.name):
                _note_draws(m, node, cls.name)
                return


def _note_draws(m: Machine, node: ast.Call, name: str) -> None:
    keep = set_flag(m.source, node, "preserve_rng_state", "True")
    m.note("checkpoint-rng", m.spot(node), name, raises=False, edits=[keep])


def _is_random(name: str) -> bool:
    return "dropout" in name.lower() or name in ("rand_like", "randn_like", "bernoulli", "randn")
