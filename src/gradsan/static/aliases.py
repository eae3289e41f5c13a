"""Who else sees a write: second names, callers, arguments that share memory."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.mending import FACTORS, Writing, copy_alias
from gradsan.static.names import loads, one_by_one
from gradsan.static.nodes import children, subtree, unparse
from gradsan.static.overwritten import name_anew
from gradsan.static.rewrites import expression_at, function_around, wrap
from gradsan.static.values import Needs, Object, Overwrite, Tensor, Value

# They give the tensor itself if it is of that type, or lies there, already.
SAME = frozenset({"to", "float", "type", "type_as", "contiguous", "cpu", "cuda"})
_LOGGED = re.compile(r"\.item\(|\.detach\(|\bfloat\(|\.data\b|\.cpu\(")


def note_names(m: Machine, node: ast.Assign, value: Value) -> None:
    """Remember the names that an assignment gives one thing: `kept = x`, `kept = x = f(x)`."""
    if isinstance(new := node.targets[0], ast.Name) and (old := _renamed(node.value)):
        m.state.aliases |= {(m.scope[0], old), (m.scope[0], new.id)}
        name_anew(m, value, new.id)
    if len(node.targets) > 1 and isinstance(value, Tensor):
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        m.state.aliases |= {(m.scope[0], name) for name in names}


def _renamed(value: ast.expr) -> str:
    """Return the name that a plain assignment gives another name to, or nothing."""
    if isinstance(value, ast.Call):
        called = value.func
        if not isinstance(called, ast.Attribute) or called.attr not in SAME:
            return ""
        # A copy only if the type is another.
        return called.value.id if isinstance(called.value, ast.Name) else ""
    return unparse(value) if isinstance(value, (ast.Name, ast.Attribute)) else ""


def is_handed_detached(m: Machine, tensor: Tensor, how: Writing) -> bool:
    """Tell whether a function changes an argument that was given to it as `f(x.detach())`.

    Its caller takes the result, and still has the tensor that shares the memory.
    """
    storage, target = m.storage(tensor), how.target
    if not tensor.detached or tensor.door or not storage.needs or not m.state.grad_on:
        return False
    while isinstance(target, ast.Subscript):
        target = target.value
    home = function_around(m.source, how.node.lineno)
    caller = m.statements[-1] if m.statements else None
    if not isinstance(home, ast.FunctionDef) or not isinstance(caller, ast.Assign):
        return False
    made = expression_at(m.source, storage.made.place) if storage.made else None
    is_weight = made is None or "Parameter" in m.source.once(ast.unparse, made)
    if storage.is_leaf and (is_weight or tensor.storage in m.state.held):
        return False  # a weight is brought back into its bounds
    taken = {item.arg for item in (*home.args.posonlyargs, *home.args.args)}
    if not isinstance(target, ast.Name) or target.id not in taken:
        return False
    called = m.source.place(caller)
    cuts = [m.state.cuts[key] for key in tensor.cuts]
    return any(
        cut.kind == "detach" and called.start <= cut.spot.place.start <= called.end for cut in cuts
    )


def is_scaled(m: Machine, tensor: Tensor, how: Writing) -> bool:
    """Tell whether a value of the graph gets a factor that its gradient will not know."""
    storage = m.storage(tensor)
    is_inner = storage.needs == Needs.YES and not storage.is_leaf and bool(storage.leaves)
    return tensor.door == "data" and is_inner and m.state.grad_on and how.op in FACTORS


def is_seen_outside(m: Machine, tensor: Tensor, how: Writing) -> bool:
    """Remember a write into an argument for which callers have names; tell whether they have."""
    is_recorded = not m.storage(tensor).needs or m.state.grad_on
    if is_recorded and is_alias_of_input(m, tensor, how):
        readers, edits = names_outside(m, tensor), copy_alias(m, tensor, how)
        statement = m.statements[-1]
    elif readers := names_set_aside(m, tensor, how):
        edits, statement = copy_set_aside(m, tensor, readers), None  # the call does not name them
    else:
        return False
    spot, target = m.spot(how.node), ast.unparse(how.target)
    found = Overwrite("input-alias", spot, target, m.scope[0], statement, edits, readers)
    m.change(tensor, overwritten=found)
    return bool(readers)


def is_alias_of_input(m: Machine, tensor: Tensor, how: Writing) -> bool:
    """Tell whether a function changes an argument under a name of its own, and returns that."""
    if not isinstance(how.target, ast.Name) or tensor.view or tensor.door or not m.statements:
        return False
    if not m.functions or m.functions[-1].endswith("_") or isinstance(m.statements[-1], ast.Expr):
        return False  # who throws the result away means the write
    home = function_around(m.source, how.node.lineno)
    if not isinstance(home, ast.FunctionDef) or not second_names(m, tensor, how.target.id):
        return False
    taken = {item.arg for item in (*home.args.posonlyargs, *home.args.args)}
    held = {
        name
        for name, value in m.state.frames[m.scope[0]].items()
        if isinstance(value, Tensor) and value.storage == tensor.storage and not value.view
    }
    given = {
        part.id
        for item in subtree(home)
        if isinstance(item, ast.Return) and item.value is not None
        for part in (item.value, *getattr(item.value, "elts", ()))
        if isinstance(part, ast.Name)
    }
    return how.target.id in given - taken and bool(taken & held)


def names_outside(m: Machine, tensor: Tensor) -> frozenset[tuple[int, str]]:
    """Return the names of the callers for a tensor, but for those that the calls give anew."""
    given = {
        name.id
        for statement in m.statements
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        for name in subtree(target)
        if isinstance(name, ast.Name)
    }
    return frozenset(
        (frame, name)
        for frame, values in m.state.frames.items()
        if frame != m.scope[0]
        for name, value in values.items()
        if isinstance(value, Tensor) and value.storage == tensor.storage and name not in given
    )


def names_set_aside(m: Machine, tensor: Tensor, how: Writing) -> frozenset[tuple[int, str]]:
    """Return second names, `kept = x`, of callers that hand over `x` to be written.

    Who takes the result of the call believes that what is kept is as it was.
    """
    if not m.state.aliases or not m.statements or isinstance(m.statements[-1], ast.Expr):
        return frozenset()
    is_whole = not tensor.view and not tensor.door and not tensor.detached and not how.through
    if not is_whole or not m.state.grad_on or m.functions[-1].endswith("_"):
        return frozenset()
    target: ast.expr = how.target
    while isinstance(target, ast.Subscript):
        target = target.value
    home = function_around(m.source, how.node.lineno)
    if not isinstance(target, ast.Name) or not isinstance(home, ast.FunctionDef):
        return frozenset()
    storage = m.storage(tensor)
    taken = {item.arg for item in (*home.args.posonlyargs, *home.args.args)}
    if target.id not in taken or storage.is_leaf or storage.needs != Needs.YES:
        return frozenset()
    handed = {name for call in m.call_nodes for name in loads(call)}
    shown = {
        (frame, name)
        for frame, values in m.state.frames.items()
        if frame != m.scope[0]
        for name, value in values.items()
        if (frame, name) in m.state.aliases and value == tensor
    }
    given = {frame for frame, name in shown if name in handed}
    return frozenset(one for one in shown if one[0] in given and one[1] not in handed)


def copy_set_aside(
    m: Machine, tensor: Tensor, names: frozenset[tuple[int, str]]
) -> tuple[Edit, ...]:
    """Return the edits that let second names of a caller stand for copies: `kept = x.clone()`."""
    for call in reversed(m.call_nodes):
        home = function_around(m.source, call.lineno)
        made = [_made_alias(m, tensor, one, call, home or m.source.tree) for one in sorted(names)]
        if any(made):
            return tuple(wrap(m.source, value, ".clone()") for value in made if value)
    return ()


def _made_alias(
    m: Machine, tensor: Tensor, one: tuple[int, str], call: ast.expr, home: ast.AST
) -> ast.expr | None:
    """Return what gave a tensor its second name: the last before a call, or in a loop around it."""
    values, name = m.state.frames[one[0]], one[1]
    given = [
        part.value
        for item in children(home)
        if isinstance(item, ast.Assign)
        for part in one_by_one(item)
        if any(isinstance(target, ast.Name) and target.id == name for target in part.targets)
        and (function_around(m.source, item.lineno) or m.source.tree) is home
    ]
    # The name may have stood for other things, which need not be tensors.
    made = [
        item
        for item in given
        if (isinstance(item, ast.Name) and values.get(item.id) == tensor)
        or (isinstance(item, ast.Attribute) and len(given) == 1)
    ]
    at = call.lineno, call.col_offset
    before = [item for item in made if (item.lineno, item.col_offset) < at]
    return max(before or made, key=lambda item: (item.lineno, item.col_offset), default=None)


def is_plain_write(m: Machine, tensor: Tensor, how: Writing) -> bool:
    """Tell whether a statement changes a computed tensor under its own name, in the graph."""
    is_whole = not tensor.view and not tensor.door and not tensor.detached
    is_named = isinstance(how.target, ast.Name) and how.form in ("augmented", "method")
    is_computed = m.state.grad_on and not m.storage(tensor).is_leaf
    return is_whole and is_named and is_computed and not how.through


def second_names(m: Machine, tensor: Tensor, name: str) -> frozenset[tuple[int, str]]:
    """Return the names that `other = name` has given a tensor in this frame."""
    if (m.scope[0], name) not in m.state.aliases:
        return frozenset()
    return frozenset(
        (m.scope[0], other)
        for other, value in m.state.frames[m.scope[0]].items()
        if other != name
        and isinstance(value, Tensor)
        and value.storage == tensor.storage
        and not value.view
        and (m.scope[0], other) in m.state.aliases
    )


def rebinds(statement: ast.stmt | None, name: str) -> bool:
    """Tell whether a statement uses the result as the new value, or for nothing else."""
    if isinstance(statement, ast.Assign):
        return any(isinstance(item, ast.Name) and item.id == name for item in statement.targets)
    return isinstance(statement, ast.Expr)


def sums_into_item(m: Machine, tensor: Tensor, how: Writing, values: Sequence[Value]) -> bool:
    """Tell whether the items of a list or dict are added up in the first of them."""
    if how.op != "+=" or not is_plain_write(m, tensor, how) or m.needs(tensor) != Needs.YES:
        return False
    added = {value.storage for value in values if isinstance(value, Tensor)} - {tensor.storage}
    for parts in m.state.objects.values() if added else ():
        held = {item.storage for item in parts.items or () if isinstance(item, Tensor)}
        if tensor.storage in held and held & added:
            return True
    return False


def share_item(m: Machine, holder: Object, tensor: Tensor, how: Writing) -> None:
    """Remember a write to an item that another dict or list holds, too: `dict(d)` copies none."""
    storage = m.storage(tensor)
    is_plain = not tensor.detached and not tensor.door and not tensor.view and not storage.is_leaf
    if not is_plain or storage.needs != Needs.YES or not m.state.grad_on or storage.overwritten:
        return
    others = (parts for key, parts in m.state.objects.items() if key != holder.id)
    if any(item == tensor for parts in others for item in parts.items or ()):
        place, text = m.source.place(how.node), ast.unparse(how.target)
        edits = (Edit(place, how.rebinds, m.source.text(place)),) if how.rebinds else ()
        told = Overwrite("item-alias", m.spot(how.node), text, holder.id, m.statement, edits)
        m.change(tensor, overwritten=told)


def read_item(m: Machine, node: ast.Subscript, base: Object, value: Tensor) -> None:
    """Note that an item is used further in which the others were added up, or that was shared."""
    found = m.storage(value).overwritten
    if found is None or found.statement is m.statement:
        return
    if found.kind != "summed-item" and (found.kind != "item-alias" or base.id == found.frame):
        return
    here = m.statement
    if not isinstance(here, (ast.Assign, ast.AugAssign, ast.Return)) or not m.state.grad_on:
        return
    if _LOGGED.search(ast.unparse(here)):
        return
    m.note(
        "plain-alias", found.spot, found.target, detail=ast.unparse(node), raises=False,
        edits=found.edits,
    )  # fmt: skip
    m.change(value, overwritten=None)
