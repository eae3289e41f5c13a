"""torch.autograd.Function: calls with a backward of their own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from gradsan.model.finding import Edit
from gradsan.static.arguments import Arguments
from gradsan.static.classes import find_method, is_a
from gradsan.static.machine import Machine
from gradsan.static.nodes import below, subtree
from gradsan.static.query import StaticSave
from gradsan.static.rewrites import is_assignable
from gradsan.static.saving import kept_parts, remember
from gradsan.static.values import (
    UNKNOWN,
    Application,
    Class,
    Function,
    Needs,
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
    if needs and (mark := _mark_kept_on_class(m, cls, args)):
        graph |= {mark}
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


def _mark_kept_on_class(m: Machine, cls: Class, args: Arguments) -> int:
    """Return a mark for the graph of a call that keeps a tensor on the class; 0: it does not."""
    forward, backward = find_method(cls, "forward"), find_method(cls, "backward")
    if cls.node is None or forward is None or backward is None:
        return 0
    names = [item.arg for item in forward.args.args[1:]]
    tensors = {n for n, v in zip(names, args.positional, strict=False) if isinstance(v, Tensor)}
    read = {ast.unparse(item) for item in subtree(backward) if isinstance(item, ast.Attribute)}
    for item in subtree(forward):
        match item:
            case ast.Assign(targets=[ast.Attribute(value=ast.Name(id=owner)) as target]):
                name = ast.unparse(target)
                if owner == cls.name and name in read and tensors & set(_entries(item.value)):
                    edits = tuple(_on_context(m, cls, (forward, backward), name))
                    mark = m.fresh_id()
                    kept = Application(cls.node, m.spot(item), name, edits)
                    m.state.applied = {**m.state.applied, mark: kept}
                    return mark
    return 0


def _entries(node: ast.expr) -> Iterator[str]:
    """Yield the names whose entries an expression is made of, not only their shape or type."""
    todo: list[ast.AST] = [node]
    while todo:
        match todo.pop():
            case ast.Attribute(attr="shape" | "dtype" | "device" | "ndim"):
                continue
            case ast.Call(func=ast.Attribute(attr="size" | "dim" | "numel" | "item")):
                continue
            case ast.Name(id=name):
                yield name
            case other:
                todo += below(other)


def _on_context(
    m: Machine, cls: Class, methods: tuple[ast.FunctionDef, ast.FunctionDef], name: str
) -> list[Edit]:
    """Return the edits that keep on ctx, which is new for each call, what was on the class."""
    if find_method(cls, "setup_context"):
        return []
    edits = []
    for method in methods:
        context = method.args.args[0].arg if method.args.args else "ctx"
        for item in subtree(method):
            if isinstance(item, ast.Attribute) and ast.unparse(item) == name:
                place = m.source.place(item)
                edits.append(Edit(place, f"{context}.{item.attr}", m.source.text(place)))
    everywhere = sum(line.count(name) for line in m.source.lines)
    return edits if len(edits) == everywhere else []  # somebody else reads it


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
            spot = parts.puts.get(name) if silent else None
            fact = StaticSave(spot or m.spot(node), cls.name, "its input", m.fresh_id())
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
