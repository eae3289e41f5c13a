"""Changes that never reach what they were meant for.

A result that is thrown away, a loop variable that is rebound instead of written, a layer that is
replaced after an optimizer took the parameters of the old one.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from gradsan.ops.table import torch_ops
from gradsan.static.machine import Machine
from gradsan.static.modules import parameters
from gradsan.static.nodes import children, subtree
from gradsan.static.occurrences import names_below
from gradsan.static.rewrites import loop_around, rebind, write_in_place
from gradsan.static.values import Needs, Object, Overwrite, Tensor, Value


def note_discarded(m: Machine, node: ast.Call, result: Tensor) -> None:
    """Note an op that stands alone: `x.clamp(0, 1)` changes nothing."""
    if not isinstance(node.func, ast.Attribute) or f"{node.func.attr}_" not in torch_ops():
        return
    if is_gradient(node.func.value):
        mend = write_in_place(m.source, node)
        subject = ast.unparse(node.func)
        m.note("discarded-result", m.spot(node), subject, raises=False, edits=[mend])
        return
    storage = m.storage(result)
    if storage.is_guess or storage.made is None or m.state.names_of(result.storage):
        return
    if storage.made.place != m.source.place(node):
        return
    if m.needs(result):
        sure = m.needs(result) == Needs.YES
        subject = ast.unparse(node.func)
        mend = rebind(m.source, node)
        m.note("discarded-result", m.spot(node), subject, raises=False, sure=sure, edits=[mend])
    else:
        _expect(m, node)


def _expect(m: Machine, node: ast.Call) -> None:
    """Remember that `torch.add(totals[n], x)` was to add to an entry, until a loss reads that.

    So was `x.clamp(0, 1)` in a function to change what is computed with afterwards. Other results
    may be thrown away on purpose: to warm up, to look at, to see whether it raises.
    """
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="torch" | "F"), attr=name), args=[first, *_]
        ):
            pass
        case ast.Call(func=ast.Attribute(value=first, attr=name)):
            pass
        case _:
            return
    if not isinstance(first, (ast.Name, ast.Attribute, ast.Subscript)) or m.statement is None:
        return
    if any(isinstance(item, ast.Call) for item in children(first)):
        return  # it is not run a second time
    loop = loop_around(m.source, m.statement)
    is_entry = not isinstance(first, ast.Name) and name in ("add", "sub", "mul", "lerp")
    if not (is_entry and isinstance(loop, ast.For)) and not _is_step(m, loop):
        return
    value = m.evaluate(m, first)
    if isinstance(value, Tensor) and not value.view and not value.door:
        mend = rebind(m.source, node)
        kept = Overwrite(
            "discarded-result", m.spot(node), ast.unparse(node.func), 0, m.statement,
            (mend,) if mend else (),
        )  # fmt: skip
        m.change(value, overwritten=kept)


def _is_step(m: Machine, loop: ast.For | ast.While | None) -> bool:
    """Tell whether a statement is one of several in a function: nothing shown, timed or tried.

    What a cell of a notebook ends with is shown; what is alone in a loop is timed.
    """
    if not m.functions or m.statement is None or (loop is not None and len(loop.body) == 1):
        return False
    return not any(isinstance(node, ast.Try) for node in m.source.around(m.statement.lineno))


def is_gradient(node: ast.expr) -> bool:
    """Tell whether an expression is the gradient of something: `p.grad`, `p.grad.data`."""
    if isinstance(node, ast.Attribute) and node.attr == "data":
        node = node.value
    return isinstance(node, ast.Attribute) and node.attr == "grad"


def note_unread(m: Machine, target: ast.Subscript, owner: Tensor) -> bool:
    """Note a write by index into a copy whose name is read nowhere after it."""
    storage = m.storage(owner)
    if not isinstance(target.value, ast.Name) or owner.view or owner.door or owner.detached:
        return False
    if storage.needs != Needs.YES or storage.is_leaf or storage.has_escaped or not m.state.grad_on:
        return False
    name = target.value.id
    if name not in m.state.frames[m.scope[0]] or m.state.names_of(owner.storage) != 1:
        return False
    copied, _ = storage.copied
    if not copied or _is_read(m, name, target):
        return False
    m.note("temporary-write", m.spot(target), name, raises=False)
    return True


def _is_read(m: Machine, name: str, target: ast.Subscript) -> bool:
    """Tell whether a name is read at all, but for being written by index."""
    home = m.origins.home(target.lineno) or m.source.tree
    stored = {
        item.value
        for item in children(home)
        if isinstance(item, ast.Subscript) and isinstance(item.ctx, ast.Store)
    }
    return any(
        isinstance(item, ast.Name)
        and item.id == name
        and isinstance(item.ctx, ast.Load)
        and item not in stored
        for item in children(home)
    )


def note_rebound(m: Machine, loop: ast.For | ast.AsyncFor, over: Sequence[Value]) -> None:
    """Note `for row in t: row = f(row)`: the tensor, or the list, is not changed by it."""
    if not isinstance(loop.target, ast.Name):
        return
    if m.most_needed(over) != Needs.YES and not _are_gradients(m, over):
        return
    name = loop.target.id
    last = loop.body[-1]
    match last:
        case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
            is_own = any(isinstance(one, ast.Name) and one.id == name for one in subtree(value))
            if is_own and not _is_read_after(m, name, loop):
                m.note("rebound-loop-variable", m.spot(last), name, raises=False)


def _are_gradients(m: Machine, over: Sequence[Value]) -> bool:
    """Tell whether a loop goes over the `.grad` of some leaves."""
    found = [m.storage(one).grad_of is not None for one in over if isinstance(one, Tensor)]
    return bool(found) and all(found)


def _is_read_after(m: Machine, name: str, loop: ast.For | ast.AsyncFor) -> bool:
    home = m.origins.home(loop.lineno) or m.source.tree
    end = loop.end_lineno or loop.lineno
    return m.source.once(names_below, home).is_read_after(name, end)


def note_replaced(m: Machine, old: Value, new: Value, target: ast.expr) -> None:
    """Note a layer or weight that takes the place of one that an optimizer holds."""
    if not m.state.held:
        return
    before, after = _leaves(m, old), _leaves(m, new)
    if before & m.state.held and after and not after & m.state.held:
        told = (before, after, m.spot(target), m.statements_here())
        m.state.replaced = (*m.state.replaced, told)


def _leaves(m: Machine, value: Value) -> frozenset[int]:
    if isinstance(value, Tensor):
        storage = m.storage(value)
        return frozenset({value.storage}) if storage.is_leaf and storage.needs else frozenset()
    if isinstance(value, Object):
        return frozenset(tensor.storage for tensor in parameters(m, value))
    return frozenset()
