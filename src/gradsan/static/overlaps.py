"""Memory that is seen more than once: `x += x.T`, `x[1:] = x[:-1]`, and expanded views."""

from __future__ import annotations

import ast
from contextlib import suppress

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing, rebind_statement
from gradsan.static.rewrites import wrap
from gradsan.static.values import Tensor

_TURNING = frozenset({"t", "transpose", "permute", "swapaxes", "swapdims", "adjoint"})


def overlap(m: Machine, how: Writing, target: Tensor, value: Tensor) -> str:
    """Tell what comes of reading entries in another order than they are written; "": they are not.

    PyTorch refuses it where it sees it ("raises"). Rows that are shifted along an inner axis it
    copies entry by entry, so that the first one is spread ("silent").
    """
    if target.storage != value.storage or not value.view or value.door or target.door:
        return ""
    read = getattr(how.node, "value", None)
    is_whole = not target.view or _root(read) == ast.unparse(how.target)
    if how.form in ("augmented", "method") and (found := _spread(how, target)):
        return found
    if how.form == "augmented" and value.view == "view" and is_whole and not target.strided:
        is_turned = value.strided and _is_transposed(read)
        return "raises" if is_turned else ""
    match m.statement:
        case ast.Assign(targets=[ast.Subscript() as place], value=read) if how.form == "index":
            return "raises" if _is_turned(place, read) else _shifted(place, read)
        case ast.AugAssign(target=ast.Subscript() as place, value=read):
            return "raises" if _shifted(place, read) == "raises" else ""
    return ""


def _spread(how: Writing, target: Tensor) -> str:
    """Tell what becomes of `x -= x[:, :1]`: one part of all is read while it is written.

    PyTorch sees it where that part is a block of its own, as `x[0]` is. Of the last part every
    entry has been read before it is written.
    """
    match how.node:
        case ast.AugAssign(target=ast.Name() | ast.Attribute(), value=read):
            pass
        case ast.Call(args=[read]):
            pass
        case _:
            return ""
    if not isinstance(read, ast.Subscript) or ast.unparse(read.value) != ast.unparse(how.target):
        return ""
    first, *rest = _axes(read.slice)
    if first in (":", "...", "Ellipsis"):
        return "silent" if any(_is_first_part(part) for part in rest) else ""
    is_block = not target.strided and (_is_first_part(first) or first == "-1")
    return "raises" if is_block else ""


def _is_first_part(index: str) -> bool:
    """Tell whether an index takes one entry of an axis, and not the last: `0`, `:1`, `2:3`."""
    lower, colon, upper = index.partition(":")
    if not colon:
        return lower.isdigit()
    return upper.isdigit() and int(upper) == int(lower if lower.isdigit() else 0) + 1


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


def _root(node: ast.expr | None) -> str:
    """Return the name that is transposed: `m` of `m.T` and of `m.transpose(0, 1)`."""
    match node:
        case ast.Attribute(value=ast.Name(id=name)):
            return name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
            return name
    return ""


def _is_turned(place: ast.Subscript, read: ast.expr) -> bool:
    """Tell whether it is `x[i] = x[i].transpose(0, 1)`."""
    match read:
        case ast.Call(func=ast.Attribute(value=inner, attr=name)) if name in _TURNING:
            return ast.unparse(inner) == ast.unparse(place)
        case ast.Attribute(value=inner, attr="T" | "mT"):
            return ast.unparse(inner) == ast.unparse(place)
    return False


def _shifted(place: ast.Subscript, read: ast.expr) -> str:
    """Tell what becomes of `x[1:] = x[:-1]` or the other way round, along one axis."""
    if not isinstance(read, ast.Subscript) or ast.unparse(read.value) != ast.unparse(place.value):
        return ""
    left, right = _axes(place.slice), _axes(read.slice)
    if len(left) != len(right):
        return ""
    differing = [at for at, pair in enumerate(zip(left, right, strict=True)) if len(set(pair)) > 1]
    if len(differing) != 1 or {left[differing[0]], right[differing[0]]} != {"1:", ":-1"}:
        return ""
    if all(":" not in part for part in left[: differing[0]]):
        return "raises"
    return "silent" if left[differing[0]] == "1:" else ""


def _axes(index: ast.expr) -> list[str]:
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return [ast.unparse(part) for part in parts]


def picks_one(m: Machine, tensor: Tensor, how: Writing) -> bool:
    """Tell whether a write takes one entry of the expanded axis, `t[0] = …`: it is not refused."""
    item = how.node.target if isinstance(how.node, ast.AugAssign) else how.node
    if not isinstance(item, ast.Subscript):
        return False
    index = item.slice
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    axis = _expanded_axis(m, tensor)
    return axis < len(parts) and not isinstance(parts[axis], ast.Slice)


def _expanded_axis(m: Machine, tensor: Tensor) -> int:
    """Return the axis that a view was expanded along, by its sizes: most often the first."""
    text = m.source.text(tensor.made.place) if tensor.made else ""
    with suppress(SyntaxError):
        match ast.parse(text.strip(), mode="eval").body:
            case ast.Call(func=ast.Attribute(attr="expand"), args=sizes):
                kept = [ast.unparse(size) == "-1" for size in sizes]
                return kept.index(False) if False in kept else 0
    return 0
