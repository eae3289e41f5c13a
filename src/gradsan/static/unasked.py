"""Gradients that are read and are None: nobody asked for them, or their path was cut."""

from __future__ import annotations

import ast
import re

from gradsan.model.finding import Edit
from gradsan.static.aliases import SAME
from gradsan.static.clearing import clear_read
from gradsan.static.freshness import root_of_view
from gradsan.static.machine import Machine
from gradsan.static.names import loads, stores
from gradsan.static.nodes import children, subtree, unparse
from gradsan.static.query import Spot
from gradsan.static.registering import is_unregistered
from gradsan.static.rewrites import (
    expression_at,
    insert_after,
    insert_before,
    is_assignable,
    is_fresh_in_loop,
    is_from_outside,
    loop_around,
    make_leaf_last,
    statement_at,
    without_call,
    wrap,
)
from gradsan.static.updates_by_hand import tell_update
from gradsan.static.values import Needs, Storage, Tensor

_WATCHED = re.compile(rb"hook|retain_grad|autograd\.grad")  # gradients are had in another way


def tell_unasked(m: Machine, owner: Tensor, node: ast.expr) -> None:
    """Note a read of `.grad` that gives None, though a backward has run on what came of it."""
    if not m.state.roots or owner.view or _is_asked_about(m, node):
        return
    storage = m.storage(owner)
    if storage.needs == Needs.NO and not storage.is_leaf and _is_update(m, storage, node):
        return
    if owner.detached:
        if storage.is_leaf and owner.storage in m.state.reached:
            m.note("grad-of-alias", m.spot(node), ast.unparse(node), raises=False)
        return
    if owner.storage in m.state.set_aside:
        if owner.storage not in m.state.reached | m.state.opaque:
            cut = m.state.cuts[m.state.set_aside[owner.storage]]
            found = expression_at(m.source, cut.spot.place)
            plain = without_call(m.source, found) if found else None
            m.note(
                "grad-cut", cut.spot, ast.unparse(node), needed=m.spot(node), raises=False,
                edits=[plain],
            )  # fmt: skip
        return
    is_plain = storage.needs == Needs.NO and storage.is_float is not False and not storage.late
    is_known = storage.made is not None and storage.is_local and not storage.has_escaped
    is_named = isinstance(node, ast.Attribute) and _is_named(m, node.value, storage.made)
    if is_plain and is_known and is_named and storage.used and not storage.cuts:
        subject, mend = ast.unparse(node), _asking(m, storage.made)
        m.note(
            "grad-of-constant", m.spot(node), subject, made=storage.made, raises=False,
            edits=[mend],
        )  # fmt: skip


def tell_inner(m: Machine, owner: Tensor, node: ast.expr) -> None:
    """Note a read of `.grad` of a value that a backward has passed and that is no leaf."""
    storage = m.storage(owner)
    if not is_inner_value(m, owner) or storage.keeps_grad:
        return
    if storage.made and is_unregistered(m, storage.made):
        return  # told where it was made
    if storage.graph & m.state.freed.keys() or storage.leaves & m.state.reached:
        if _is_update(m, storage, node):
            return
        edits = storage.flagged or [_keep_gradient(m, owner)]
        subject, raises = ast.unparse(node), _is_computed_with(m, node)
        m.note("inner-grad", m.spot(node), subject, made=storage.made, raises=raises, edits=edits)
        m.change(owner, keeps_grad=True)  # told once, however often it is read


def _is_update(m: Machine, storage: Storage, node: ast.expr) -> bool:
    """Tell whether a step by hand has made the value whose gradient is read, which is told then."""
    return tell_update(m, storage.made, m.spot(node), raises=_is_computed_with(m, node))


def _is_computed_with(m: Machine, node: ast.expr) -> bool:
    """Tell whether something is asked of a gradient that is None: `x.grad.sign()`, `-x.grad`."""
    for item in subtree(m.statement) if m.statement else ():
        match item:
            case ast.Attribute(value=inner) | ast.Subscript(value=inner) if inner is node:
                return True
            case ast.BinOp(left=left, right=right) if node in (left, right):
                return True
            case ast.UnaryOp(op=ast.USub(), operand=inner) if inner is node:
                return True
    return False


def make_leaf(m: Machine, storage: Storage, node: ast.Call) -> tuple[Edit, ...]:
    """Return the edits that give a value a gradient where `requires_grad_()` is called on it.

    If the gradients behind it were taken already, it starts anew: a leaf. Else it is trained
    through, and keeps its gradient beside theirs.
    """
    edit: Edit | None = None
    if not _is_taken_behind(m, storage):
        edit = _retain(m, m.spot(node))
    elif isinstance(m.statement, ast.Expr):
        edit = _detach_before(m, node.func, m.statement)
    elif isinstance(node.func, ast.Attribute):
        edit = wrap(m.source, node.func.value, ".detach()")
    return (edit,) if edit else ()


def start_anew(m: Machine, storage: Storage, statement: ast.stmt) -> Edit | None:
    """Return the edit that makes a value a leaf before `x.requires_grad = True`."""
    match statement:
        case ast.Assign(targets=[target]) if _is_taken_behind(m, storage):
            return _detach_before(m, target, statement)
    return None


def _is_taken_behind(m: Machine, storage: Storage) -> bool:
    """Tell whether the gradient of every leaf behind a value was read, and none is trained."""
    taken = m.state.taken.union(m.state.reads) - m.state.held
    return bool(storage.leaves) and storage.leaves <= taken


def _detach_before(m: Machine, target: ast.expr, statement: ast.stmt) -> Edit | None:
    """Return the edit that inserts `x = x.detach()` before a statement about an attribute of x."""
    owner = target.value if isinstance(target, ast.Attribute) else target
    if not is_assignable(owner) or is_from_outside(m.source, owner, statement):
        return None
    name = ast.unparse(owner)
    return insert_before(m.source, statement, f"{name} = {name}.detach()")


def _keep_gradient(m: Machine, owner: Tensor) -> Edit | None:
    """Return the edit that lets a value have a `.grad`: as a leaf, if its leaf has no name.

    What retain_grad() keeps is the sum over every pass, also those of torch.autograd.grad.
    """
    storage = m.storage(owner)
    match statement_at(m.source, storage.made.place) if storage.made else None:
        case ast.Assign(targets=[ast.Name()], value=value) if len(storage.leaves) == 1:
            if leaf := make_leaf_last(m.source, value):
                return leaf
    return _retain(m, storage.made) if owner.storage not in m.state.taken else None


def _retain(m: Machine, made: Spot | None) -> Edit | None:
    """Return the edit that calls retain_grad() where a value was given its name."""
    statement = statement_at(m.source, made.place) if made else None
    match statement:
        case ast.Assign(targets=[target]) if is_assignable(target):
            return insert_after(m.source, statement, f"{ast.unparse(target)}.retain_grad()")
    return None


def tell_summed(m: Machine, owner: Tensor, backward: Spot, node: ast.expr) -> None:
    """Note a gradient that is taken after each of two backwards, and never cleared."""
    if owner.storage in m.state.opaque or not _is_taken(m.statement, node):
        return
    if is_fresh_in_loop(m.source, node, root_of_view(node)):
        return
    before = m.state.reads.get(owner.storage)
    first = statement_at(m.source, before.place) if before else None
    if first is None or before is None or _is_meant(m, first) or _is_read_behind(m, first, node):
        return
    if _is_taken(first, expression_at(m.source, before.place)):
        statement = statement_at(m.source, backward.place)
        mend = clear_read(m, node, statement) if statement else None
        m.note(
            "summed-grad", backward, ast.unparse(node), made=before, needed=m.spot(node),
            raises=False, edits=[mend],
        )  # fmt: skip


def _is_taken(statement: ast.stmt | None, node: ast.expr | None) -> bool:
    """Tell whether a statement keeps what it reads: `g = x.grad.clone()`, `rows.append(x.grad)`."""
    if node is None or (statement is not None and "zero_" in ast.unparse(statement)):
        return False
    match statement:
        case ast.Assign(value=ast.Call(func=ast.Attribute(attr="item"))):
            return False  # a number to look at
        case ast.Assign(value=value):
            return node in children(value)
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="append"), args=[value])):
            return node in children(value)
        case ast.AugAssign(op=ast.Add(), value=value):
            return node in children(value) and _is_curved(value)
    return False


def _is_curved(value: ast.expr) -> bool:
    """Tell whether a sum of gradients gives something else than the sum of what each gives."""
    for item in (value, *children(value)):
        match item:
            case ast.BinOp(op=ast.Pow()):
                return True
            case ast.Call(func=ast.Attribute(attr="pow" | "square" | "abs" | "norm")):
                return True
    return False


def _is_meant(m: Machine, statement: ast.stmt) -> bool:
    """Tell whether the file knows of the sum: it takes the first off, or puts it to the test."""
    stored = stores(statement)
    kept = stored if isinstance(statement, ast.AugAssign) else stored | loads(statement)
    if m.statement is not statement and m.statement and loads(m.statement) & stored:
        return True
    for item in m.source.nodes:
        match item:
            case ast.Assert():
                return True
            case ast.BinOp(op=ast.Sub()) if loads(item) & stored:
                return True
            case ast.Call(func=ast.Name(id="zip")) if loads(item) & kept:
                return True
    return False


def _is_read_behind(m: Machine, statement: ast.stmt, node: ast.expr) -> bool:
    """Tell whether a gradient is read behind the loop that looks at it, too: the sum is meant."""
    loop = loop_around(m.source, statement)
    if loop is None:
        return False
    home, words = m.origins.home(loop.lineno) or m.source.tree, unparse(node)
    return any(
        isinstance(item, ast.Attribute)
        and item.attr == "grad"
        and item.lineno > (loop.end_lineno or loop.lineno)
        and unparse(item) == words
        for item in m.source.inside(home)
    )


def _is_tried(m: Machine, statement: ast.stmt) -> bool:
    return any(isinstance(around, ast.Try) for around in m.source.above(statement))


def is_inner_value(m: Machine, tensor: Tensor) -> bool:
    """Tell whether a tensor is in the graph, but no leaf of it; a view of a leaf is none."""
    storage = m.storage(tensor)
    if storage.needs != Needs.YES or tensor.detached:
        return False
    # A view may have been made a leaf itself, unless the whole was one from the start.
    made = storage.made if tensor.view else None
    return not storage.is_leaf or (
        made is not None and _asks_in_passing(expression_at(m.source, made.place))
    )


def tell_nameless(m: Machine, leaves: frozenset[int], spot: Spot) -> None:
    """Note a backward that only comes to a leaf whose gradient nobody can read.

    `self.w = torch.randn(3, requires_grad=True).repeat(2)`: the object keeps what an op made of
    the leaf. Outside of objects such a value may be one to try something with.
    """
    if m.root or len(leaves) != 1 or leaves & (m.state.opaque | m.state.held | m.state.taken):
        return
    if m.source.known.setdefault(_WATCHED, None) is None:
        m.source.known[_WATCHED] = _WATCHED.search(m.source.content) is not None
    if m.source.known[_WATCHED]:
        return
    made = m.state.storages[next(iter(leaves))].made
    node = expression_at(m.source, made.place) if made else None
    statement = statement_at(m.source, made.place) if made else None
    match statement:
        case ast.Assign(targets=[ast.Attribute()], value=ast.Call(func=ast.Attribute(attr=name))):
            is_kept = name not in SAME
        case ast.Assign(targets=[ast.Attribute()], value=ast.BinOp()):
            is_kept = True
        case _:
            is_kept = False
    if not (made and node and is_kept and _asks_in_passing(node)):
        return
    if isinstance(statement, ast.Assign) and not any(map(m.state.is_named, leaves)):
        last = make_leaf_last(m.source, statement.value)
        text = ast.unparse(node)
        m.note("nameless-leaf", made, text, needed=spot, raises=False, edits=[last])


def _asks_in_passing(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Call) and any(
        item.arg == "requires_grad"
        and isinstance(item.value, ast.Constant)
        and item.value.value is True
        for item in node.keywords
    )


def _is_named(m: Machine, owner: ast.expr, made: Spot | None) -> bool:
    """Tell whether a tensor is read under the name that it was made for, not in a loop."""
    match statement_at(m.source, made.place) if made else None:
        case ast.Assign(targets=[target]):
            return isinstance(owner, ast.Name) and owner.id in stores(target)
    return False


def _asking(m: Machine, made: Spot | None) -> Edit | None:
    """Return the edit that asks for a gradient where the tensor is made."""
    node = expression_at(m.source, made.place) if made else None
    match statement_at(m.source, made.place) if made else None:
        case ast.Assign(targets=[ast.Name()], value=value) if value is node:
            return wrap(m.source, value, ".requires_grad_()")
    return None


def _is_asked_about(m: Machine, node: ast.expr) -> bool:
    """Tell whether the program knows that there may be no gradient.

    It asks whether it is None, whether the tensor requires one, or gives it one itself.
    """
    statement, text = m.statement, ast.unparse(node)
    if statement is None or isinstance(statement, (ast.Assert, ast.Try)):
        return True
    owner = text.removesuffix(".grad")
    words = [f"{text} is ", f"{text} = ", f"not {text}", f"{owner}.requires_grad"]
    words += [f"{name} is " for name in stores(statement)]
    if any(word in m.source.code for word in words if "\n" not in word):
        return True
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
            return True
    return _is_tried(m, statement) or any(
        isinstance(item, (ast.Compare, ast.BoolOp, ast.IfExp))
        and m.source.is_inside(item, statement)
        for item in m.source.above(node)
    )
