"""Hooks and custom functions: what they write in place, read from their own text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradsan.model.finding import Edit, Place
from gradsan.static.machine import Machine
from gradsan.static.nodes import subtree
from gradsan.static.operators import SIGNS
from gradsan.static.rewrites import (
    insert_after,
    insert_before,
    plain_assignment,
    rename_method,
    statement_at,
)
from gradsan.static.values import Function, Value

_ALIASES = frozenset({
    "detach", "detach_", "expand", "flatten", "movedim", "narrow", "numpy", "permute",
    "requires_grad_", "reshape", "select", "squeeze", "swapaxes", "t", "transpose", "unsqueeze",
    "view",
})  # fmt: skip


def inspect_hook(m: Machine, hook: Value) -> None:
    """Note a gradient hook that writes into the gradient it is given."""
    if not isinstance(hook, Function) or isinstance(hook.node, ast.AsyncFunctionDef):
        return
    given = {item.arg for item in hook.node.args.args}
    for name, place in writes(hook.node):
        if name in given and not is_rebound(hook.node, name, place.lineno):
            m.functions.append(hook.name)
            gives = any(isinstance(item, ast.Return) and item.value for item in subtree(hook.node))
            edits = out_of_place(m, place)
            if not gives and isinstance(hook.node, ast.FunctionDef):
                back = _give_back(m, hook.node, place, name)
                edits = [*edits, back] if back else []
            m.note("gradient-write", m.spot(place), name, raises=False, edits=edits)
            m.functions.pop()
            return


def _give_back(
    m: Machine, hook: ast.FunctionDef, place: ast.expr | ast.stmt, name: str
) -> Edit | None:
    """Return the edit that ends a hook with what it has made of the gradient."""
    if any(isinstance(item, (ast.Return, ast.Yield)) for item in subtree(hook)):
        return None
    match statement_at(m.source, m.source.place(place)):
        case ast.Expr(value=ast.Call() as call):
            root: ast.expr = call
            while isinstance(root, ast.Call) and isinstance(root.func, ast.Attribute):
                root = root.func.value
        case ast.AugAssign(target=ast.Name() as root):
            pass
        case ast.AugAssign(target=ast.Subscript(value=root)):
            pass
        case ast.Assign(targets=[ast.Subscript(value=root)]):
            pass
        case _:
            return None
    if not isinstance(root, ast.Name) or root.id != name:
        return None
    return insert_after(m.source, hook.body[-1], f"return {name}")


def is_rebound(node: ast.AST, name: str, row: int, but: str = "") -> bool:
    """Tell whether a name stands for something new by a given line, not made of `but`."""
    return any(
        isinstance(item, ast.Assign)
        and item.lineno < row
        and any(isinstance(target, ast.Name) and target.id == name for target in item.targets)
        and not (but and but in ast.unparse(item.value))
        for item in subtree(node)
    )


def out_of_place(m: Machine, node: ast.expr | ast.stmt) -> list[Edit | None]:
    """Return the edits that make a chain of in-place methods out of place."""
    edits: list[Edit | None] = []
    inner: ast.expr | ast.stmt = node
    while isinstance(inner, ast.Call) and isinstance(inner.func, ast.Attribute):
        edits.append(rename_method(m.source, inner))
        inner = inner.func.value
    statement = statement_at(m.source, m.source.place(node))
    match statement:
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))]):
            return [insert_before(m.source, statement, f"{name} = {name}.clone()")]
        case ast.AugAssign(target=ast.Name()):
            place = m.source.place(statement)
            plain = plain_assignment(m.source, statement, SIGNS[type(statement.op)])
            return [Edit(place, plain, m.source.text(place))]
        case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name))):
            return [insert_before(m.source, statement, f"{name} = {name}.clone()")]
    if None in edits and statement is not None and isinstance(inner, ast.Name):
        return [insert_before(m.source, statement, f"{inner.id} = {inner.id}.clone()")]
    if isinstance(statement, ast.Expr) and isinstance(inner, ast.Name):
        start = m.source.place(statement).start
        edits.append(Edit(Place(m.source.filename, start, start), f"{inner.id} = ", ""))
    return edits


def writes(node: ast.AST) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """Yield the names that are written in place, in the order of the text."""
    for item in subtree(node):
        match item:
            case ast.Call(func=ast.Attribute(value=inner, attr=attr)) if writes_in_place(attr):
                if name := aliased(inner):
                    yield name, item
            case ast.AugAssign(target=ast.Name(id=name)):
                yield name, item
            case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name))):
                yield name, item
            case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name)) as target]):
                yield name, target


def aliased(node: ast.expr) -> str:
    """Return the name whose memory a chain of views shows: `x` of `x.detach().view(-1)`."""
    while not isinstance(node, ast.Name):
        match node:
            case ast.Call(func=ast.Attribute(value=inner, attr=name)) if (
                name in _ALIASES or writes_in_place(name)
            ):
                node = inner
            case ast.Attribute(value=inner, attr="data" | "T" | "mT"):
                node = inner
            case _:
                return ""
    return node.id


def writes_in_place(attribute: str) -> bool:
    """Tell whether a method writes into its tensor, by its name."""
    return (
        attribute.endswith("_")
        and not attribute.endswith("__")
        and attribute not in ("requires_grad_", "detach_", "share_memory_", "set_")
    )
