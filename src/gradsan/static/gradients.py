"""A `.grad` that a loss is made of: asked for in the graph, without a trace in other leaves.

`backward(create_graph=True)` would leave the first gradient in every leaf, and the next
backward would add to it. So the read asks for its own gradient, and the backward goes.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradsan.model.finding import Edit, Place
from gradsan.static.blocks import index_in
from gradsan.static.machine import Machine
from gradsan.static.mending import name_of_torch
from gradsan.static.names import loads, stores
from gradsan.static.nodes import children, unparse
from gradsan.static.query import Spot
from gradsan.static.rewrites import (
    block_of,
    drop,
    expression_at,
    function_around,
    is_assignable,
    set_flag,
    statement_at,
)

_FIXED = (ast.Constant, ast.Slice, ast.Tuple, ast.UnaryOp)


def in_graph(m: Machine, grad: tuple[str, Spot] | None, node: ast.expr) -> list[Edit | None]:
    """Return the edits that make what is read from `.grad` a part of the graph."""
    call = expression_at(m.source, grad[1].place) if grad else None
    match call:
        case ast.Call(func=ast.Attribute(value=loss, attr="backward")):
            pass
        case _:
            return []
    backward = statement_at(m.source, m.source.place(call))
    block = block_of(m.source, backward) if backward else None
    at = index_in(block, backward) if block and backward else -1
    after = block[at + 1 :] if block and at >= 0 else []
    if backward is None or not after:
        return []
    until = next((at for at, item in enumerate(after) if _ends(item)), None)
    if until is None:
        return []
    # `(x.grad ** 2).sum().backward()` reads before it runs backward.
    is_simple = isinstance(after[until], (ast.Expr, ast.Return))
    before_next = after[: until + 1] if is_simple else after[:until]
    if any(_clears(item) for item in before_next):
        return [set_flag(m.source, call, "create_graph", "True")]
    return _ask_alone(m, backward, call, loss, before_next, node)


def keep_graph(m: Machine, backward: Spot) -> tuple[Edit, ...]:
    """Return the edit that keeps the gradients of a backward in the graph."""
    match expression_at(m.source, backward.place):
        case ast.Call(func=ast.Attribute(attr="backward")) as call:
            edit = set_flag(m.source, call, "create_graph", "True")
            return (edit,) if edit else ()
    return ()


def slice_gradient(m: Machine, node: ast.Call, made: Spot, output: Spot) -> tuple[Edit, ...]:
    """Return the edits that take the part of a gradient, not the gradient of a later part."""
    view = expression_at(m.source, made.place)
    match node, view:
        case ast.Call(args=[_, ast.Name() as part, *_]), ast.Subscript(value=base, slice=index):
            pass
        case _:
            return ()
    words = (index, *children(index))
    if not is_assignable(base) or not all(isinstance(item, _FIXED) for item in words):
        return ()
    home = function_around(m.source, node.lineno) or m.source.tree
    if m.source.once(_rebound, home).get(ast.unparse(base), 0) >= output.place.start.row:
        return ()
    here, text = m.source.place(node), m.source.text
    taken = text(made.place)[len(text(m.source.place(base))) :]
    given = m.source.place(part)
    return (
        Edit(Place(here.filename, here.start, here.start), "(", ""),
        Edit(given, text(m.source.place(base)), text(given)),
        Edit(Place(here.filename, here.end, here.end), f"[0]{taken},)", ""),
    )


def _rebound(home: ast.AST) -> dict[str, int]:
    """Return the last rows in which names and attributes are given another value."""
    found: dict[str, int] = {}
    for item in children(home):
        if isinstance(item, (ast.Name, ast.Attribute)) and not isinstance(item.ctx, ast.Load):
            text = unparse(item)
            found[text] = max(item.lineno, found.get(text, 0))
    return found


def _ask_alone(
    m: Machine,
    backward: ast.stmt,
    call: ast.Call,
    loss: ast.expr,
    after: list[ast.stmt],
    node: ast.expr,
) -> list[Edit | None]:
    """Return the edits that ask for each gradient by itself, instead of running backward."""
    torch, gone = name_of_torch(m), drop(m.source, backward)
    reads = [item for part in after for item in _grads(part)]
    keeps = {item.arg for item in call.keywords} <= {"retain_graph"}
    is_bare = isinstance(backward, ast.Expr) and not call.args and keeps
    if torch is None or gone is None or not is_bare or node not in reads:
        return []
    names = loads(loss)
    if any(_calls(item, "step") or stores(item) & names for item in after):
        return []
    if not all(is_assignable(item.value) for item in reads) or _is_asked(after, reads):
        return []
    said = m.source.text(m.source.place(loss))
    if "\n" in said:
        return []
    edits: list[Edit | None] = [gone]
    for item in reads:
        place = m.source.place(item)
        leaf = m.source.text(m.source.place(item.value))
        new = f"{torch}.autograd.grad({said}, {leaf}, create_graph=True)[0]"
        edits.append(Edit(place, new, m.source.text(place)))
    return edits


def _grads(node: ast.AST) -> Iterator[ast.Attribute]:
    """Yield where `.grad` of something is read."""
    for item in children(node):
        match item:
            case ast.Attribute(value=ast.Attribute(attr="autograd"), attr="grad"):
                continue
            case ast.Attribute(value=ast.Name(id="autograd" | "func"), attr="grad"):
                continue
            case ast.Attribute(attr="grad", ctx=ast.Load()):
                yield item


def _is_asked(after: list[ast.stmt], reads: list[ast.Attribute]) -> bool:
    """Tell whether a gradient is written in place, compared, or set, not only read."""
    for part in after:
        for item in (part, *children(part)):
            match item:
                case ast.Attribute(attr="grad", ctx=ast.Store() | ast.Del()):
                    return True
                case ast.Attribute(value=ast.Attribute(attr="grad"), attr=name):
                    if name.endswith("_") or name == "data":
                        return True
                case ast.Compare() | ast.AugAssign():
                    if any(read in children(item) for read in reads):
                        return True
    return False


def _ends(item: ast.stmt) -> bool:
    """Tell whether what was read up to here is all that the first backward was for."""
    return isinstance(item, ast.Return) or _calls(item, "backward")


def _calls(node: ast.AST, name: str) -> bool:
    return any(isinstance(item, ast.Attribute) and item.attr == name for item in children(node))


def _clears(node: ast.stmt) -> bool:
    """Tell whether a statement drops the gradients that are there."""
    match node:
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="zero_grad"))):
            return True
    return False
