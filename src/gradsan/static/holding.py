"""Tensors that a list or dict holds, and items that can be set."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.rewrites import clone_entry, is_assignable
from gradsan.static.values import Object, Parts, Tensor, Value


def clone_held(m: Machine, tensor: Tensor, target: ast.expr) -> Edit | None:
    """Return the edit that clones the entry of a dict or list before it is written."""
    match target:
        case ast.Subscript(value=kept, slice=ast.Constant() | ast.Name()) if is_assignable(kept):
            pass
        case _:
            return None
    value = m.evaluate(m, kept)
    if m.statement is None or not isinstance(value, Object):
        return None
    parts, storage = m.state.objects[value.id], m.storage(tensor)
    is_part = tensor.view == "split"
    is_leaf = storage.is_leaf and storage.needs
    if tensor.door or is_leaf:
        return None
    if not holds(parts, tensor if is_part else Tensor(tensor.storage)):
        return None
    if _has_other_name(m, tensor, value) if is_part else m.state.names_of(tensor.storage) > 1:
        return None
    if parts.keys is None and not _is_made_list(m.origins.expand(kept)):
        return None  # perhaps a tuple
    return clone_entry(m.source, target, m.statement)


def holds(parts: Parts, tensor: Tensor) -> bool:
    """Tell whether a list or dict holds a tensor; most often it is the last of thousands."""
    items = reversed(parts.items or ())
    same = (item for item in items if item.__class__ is Tensor and item.storage == tensor.storage)
    return tensor in same


def _is_made_list(node: ast.AST) -> bool:
    """Tell whether an expression makes a list, whose items can be set."""
    match node:
        case ast.List() | ast.ListComp() | ast.Call(func=ast.Name(id="list")):
            return True
    return False


def _has_other_name(m: Machine, part: Tensor, holder: Value) -> bool:
    """Tell whether parts of a tensor are seen by a name other than that of what holds them.

    What a split gave on the way into a dict, and the rows of a `zip`, have no name.
    """
    return any(
        value != holder and any(one.storage == part.storage for one in m.tensors(value))
        for frame in m.state.frames.values()
        for value in frame.values()
    )
