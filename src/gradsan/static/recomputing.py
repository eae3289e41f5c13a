"""torch.utils.checkpoint: a block that is run again in backward, and what it sees then."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from gradsan.static.aliases import SAME
from gradsan.static.arguments import Arguments, is_true
from gradsan.static.classes import find_method
from gradsan.static.iterating import iterate
from gradsan.static.machine import Machine
from gradsan.static.names import stores
from gradsan.static.nodes import children, subtree
from gradsan.static.redrawing import tell_redrawn
from gradsan.static.rewrites import bind_now, loop_around, once_only, set_flag
from gradsan.static.saving import apply_unknown
from gradsan.static.values import (
    UNKNOWN,
    Class,
    Function,
    Needs,
    Number,
    Object,
    Ref,
    Storage,
    Tensor,
    Value,
)


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
        tell_redrawn(m, body)
    for part in _with_methods(m, body) if body is not None else ():
        if _note_side_effect(m, part, node):
            break
    if isinstance(body, (ast.Lambda, ast.FunctionDef)):
        _note_late_name(m, body)
    before, m.block_writes, m.block_reads = m.recompute_from, [], set()
    m.recompute_from = m.fresh_id()
    m.checkpoints.append(node)
    result: Value = m.call(m, node, function, Arguments(rest, nodes=args.nodes[1:]))
    m.checkpoints.pop()
    m.recompute_from = before
    is_reentrant = is_true(args.flag("use_reentrant"))
    # What checkpoint is handed it keeps by version; what hangs on a list or a closure it does not.
    kept = {one.storage for one in rest if isinstance(one, Tensor)
            if not is_reentrant or m.needs(one)}  # fmt: skip
    for storage, spot, target, plain in m.block_writes:
        if storage in m.block_reads:
            mend, raises = plain or once_only(m.source, node), storage in kept
            made = m.spot(node) if raises else None
            m.note("checkpoint-side-effect", spot, target, made=made, raises=raises, edits=[mend])
    for tensor in (t for value in rest for t in m.tensors(value)):
        _check_inputs(m, tensor)
    owner = function.owner if isinstance(function, Function) else function
    if isinstance(owner, Object) and body is not None:
        read = {
            (owner.id, item.attr, node)
            for item in children(body)
            if isinstance(item, ast.Attribute) and isinstance(item.ctx, ast.Load)
        }
        m.state.recomputed = m.state.recomputed | read
    if not isinstance(result, Tensor):
        return apply_unknown(m, rest)
    if is_reentrant and m.most_needed(rest) == Needs.NO:
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


def _with_methods(m: Machine, body: ast.AST) -> Iterator[ast.AST]:
    """Yield a block, and the methods of objects whose results it computes with: `tape.draw()`."""
    yield body
    objects = {
        name: m.state.objects[value.id].cls
        for frame in m.state.frames.values()
        for name, value in frame.items()
        if isinstance(value, Object)
    }
    for item in subtree(body):
        match item:
            case ast.Assign(
                targets=[ast.Name() as target],
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=name)),
            ):
                cls = objects.get(owner)
                method = find_method(cls, name) if isinstance(cls, Class) else None
                if method is not None and _reaches_result(body, target):
                    yield method


def _note_side_effect(m: Machine, body: ast.AST, node: ast.Call) -> bool:
    """Note a block that changes what it reads: the second run sees another value."""
    for item in subtree(body):
        match item:
            case ast.AugAssign(target=ast.Attribute() as target):
                goes_on = _reaches_result(body, target)
            case ast.Assign(targets=[ast.Attribute() as target]):
                is_carried = not _is_conditional(body, item) and _is_carried(body, item, target)
                goes_on = is_carried and _reaches_result(body, target)
            case ast.Call(func=ast.Attribute(value=ast.Attribute() as target, attr="append")):
                goes_on = _is_read_whole(body, target)
            case _:
                continue
        if goes_on:
            mend, raises = once_only(m.source, node), isinstance(item, ast.Call)
            name = ast.unparse(target)
            m.note("checkpoint-side-effect", m.spot(item), name, raises=raises, edits=[mend])
            return True
    return False


def _reaches_result(body: ast.AST, target: ast.expr) -> bool:
    """Tell whether what a function returns depends on a name, as far as names tell."""
    parts = list(subtree(body))
    ends = [item.value for item in parts if isinstance(item, ast.Return)]
    if isinstance(body, ast.Lambda):
        ends = [body.body]
    known = {name for end in ends if end is not None for name in _read(end)}
    is_done = False
    while not is_done:
        before = len(known)
        for item in parts:
            match item:
                case ast.Assign(targets=targets, value=value):
                    pass
                case ast.AugAssign(target=one, value=value) | ast.For(target=one, iter=value):
                    targets = [one]
                case ast.AnnAssign(target=one, value=ast.expr() as value):
                    targets = [one]
                case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
                    if _decides(item, known):
                        known |= set(_read(test))
                    continue
                case _:
                    continue
            if any(ast.unparse(part) in known for one in targets for part in _owners(one)):
                known |= set(_read(value))
        is_done = len(known) == before
    return ast.unparse(target) in known


def _decides(node: ast.AST, known: set[str]) -> bool:
    """Tell whether a condition decides about what is returned, not only what is said or set."""
    if isinstance(node, ast.IfExp):
        return True
    return any(
        isinstance(item, ast.Return)
        or (isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store) and item.id in known)
        for item in subtree(node)
    )


def _is_conditional(body: ast.AST, statement: ast.Assign) -> bool:
    """Tell whether a statement of a block is not run each time: what is made once is kept."""
    return any(
        isinstance(item, (ast.If, ast.Try, ast.While)) and statement in subtree(item)
        for item in subtree(body)
    )


def _read(node: ast.expr) -> Iterator[str]:
    """Yield the names and attributes in an expression."""
    for item in subtree(node):
        if isinstance(item, (ast.Name, ast.Attribute)):
            yield ast.unparse(item)


def _owners(target: ast.expr) -> Iterator[ast.expr]:
    """Yield what an assignment changes: `x` for `x[0] = 1`, both names for `a, b = pair`."""
    for item in target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]:
        while isinstance(item, (ast.Subscript, ast.Starred)):
            item = item.value
        yield item


def _is_carried(body: ast.AST, statement: ast.Assign, target: ast.Attribute) -> bool:
    """Tell whether a block reads an attribute before it sets it anew.

    What it sets aside and puts back, or only moves (`self.mask = self.mask.to(x.device)`), is no
    matter.
    """
    match statement.value:
        case ast.Call(func=ast.Attribute(value=moved, attr=how)) if how in SAME:
            if ast.unparse(moved) == ast.unparse(target):
                return False
    parts, name = list(subtree(body)), ast.unparse(target)
    named = [
        item for item in parts if isinstance(item, ast.Attribute) and ast.unparse(item) == name
    ]
    asked = {
        part
        for item in parts
        if isinstance(item, ast.Compare) and isinstance(item.ops[0], (ast.Is, ast.IsNot))
        for part in subtree(item)
    }
    own = set(subtree(statement.value))
    reads = [item for item in named if isinstance(item.ctx, ast.Load) and item not in asked]
    is_first = any(item in own or item.lineno < statement.lineno for item in reads)
    return is_first and sum(isinstance(item.ctx, ast.Store) for item in named) == 1


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
