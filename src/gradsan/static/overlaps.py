"""Reads and writes of one memory in another order: `x += x.T`, `x[1:] = x[:-1]`."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing, rebind_statement
from gradsan.static.rewrites import wrap
from gradsan.static.values import Tensor

_TURNING = frozenset({"t", "transpose", "permute", "swapaxes", "swapdims", "adjoint"})


def overlaps(m: Machine, how: Writing, target: Tensor, value: Tensor) -> bool:
    """Tell whether what is written and what is read are different views of the same entries."""
    if target.storage != value.storage or not value.view or value.door or target.door:
        return False
    if how.form == "augmented" and value.view == "view" and not target.view and not target.strided:
        return value.strided and _is_transposed(getattr(how.node, "value", None))
    match m.statement:
        case ast.Assign(targets=[ast.Subscript() as place], value=read) if how.form == "index":
            return _is_turned(place, read) or _is_shifted(place, read)
    return False


def read_first(m: Machine, how: Writing) -> list[Edit | None]:
    """Return the edit that reads everything before anything is written."""
    if isinstance(m.statement, ast.Assign):
        return [wrap(m.source, m.statement.value, ".clone()")]
    return [rebind_statement(m, how)]


def _is_transposed(node: ast.expr | None) -> bool:
    match node:
        case ast.Attribute(value=ast.Name(), attr="T" | "mT"):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(), attr=name)):
            return name in ("t", "transpose", "permute")
    return False


def _is_turned(place: ast.Subscript, read: ast.expr) -> bool:
    """Tell whether it is `x[i] = x[i].transpose(0, 1)`."""
    match read:
        case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in _TURNING:
            return ast.unparse(inner) == ast.unparse(place)
        case ast.Attribute(value=inner, attr="T" | "mT"):
            return ast.unparse(inner) == ast.unparse(place)
    return False


def _is_shifted(place: ast.Subscript, read: ast.expr) -> bool:
    """Tell whether it is `x[1:] = x[:-1]` or the other way round, along one axis."""
    if not isinstance(read, ast.Subscript) or ast.unparse(read.value) != ast.unparse(place.value):
        return False
    left, right = _axes(place.slice), _axes(read.slice)
    if len(left) != len(right):
        return False
    differing = [pair for pair in zip(left, right, strict=True) if pair[0] != pair[1]]
    return len(differing) == 1 and set(differing[0]) == {"1:", ":-1"}


def _axes(index: ast.expr) -> list[str]:
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return [ast.unparse(part) for part in parts]
