"""What forward and backward of a custom Function say of the tensors they hand on, by their text."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradsan.static.classes import find_method
from gradsan.static.hooks import aliased, is_rebound, writes_in_place
from gradsan.static.machine import Machine
from gradsan.static.nodes import subtree
from gradsan.static.values import Class


def is_seen_by_others(m: Machine, cls: Class, backward: ast.FunctionDef, name: str) -> bool:
    """Tell whether somebody else has what backward writes into, or backward itself, once more.

    What forward has made for backward alone is free to be used up, if backward runs once.
    """
    forward = find_method(cls, "forward")
    call = next(calls(forward, "save_for_backward"), None) if forward else None
    if forward is None or call is None or asked_for(m, cls, "retain_graph"):
        return True
    at = _unpacked(backward)
    written = _root(backward, name, set(at))
    if written not in at or any(isinstance(one, ast.Starred) for one in call.args):
        return False  # which of them it is cannot be told
    given = aliased(call.args[at[written]]) if at[written] < len(call.args) else ""
    inputs = {item.arg for item in forward.args.args[1:]}
    public = {one for one in inputs if not is_rebound(forward, one, call.lineno)}
    public |= set(returned(forward))
    return given in public | aliases(forward, public)


def asked_for(m: Machine, cls: Class, flag: str) -> list[ast.keyword]:
    """Return a flag of backward wherever code that uses a Function gives it.

    What the Function asks for itself is about a graph of its own.
    """
    if flag.encode() not in m.source.content:
        return []
    key = cls.node, flag
    if key not in m.asked:
        own = set(subtree(cls.node)) if cls.node else set()
        m.asked[key] = [
            item
            for part in _users(m.source.tree.body, cls)
            for item in subtree(part)
            if isinstance(item, ast.keyword) and item.arg == flag and item not in own
        ]
    return m.asked[key]


def _users(body: list[ast.stmt], cls: Class) -> list[ast.stmt]:
    """Return the functions, classes and statements of a module that may come to use a class."""
    names, found = {cls.name}, list[ast.stmt]()
    spoken = {one: {item.id for item in subtree(one) if isinstance(item, ast.Name)} for one in body}
    while more := [one for one in body if one not in found and _uses(one, spoken[one], names)]:
        found += more
        names |= {one.name for one in more if isinstance(one, (ast.FunctionDef, ast.ClassDef))}
        names |= {
            item.id
            for one in more
            if isinstance(one, ast.Assign)
            for item in one.targets
            if isinstance(item, ast.Name)
        }
    return found


def _uses(one: ast.stmt, spoken: set[str], names: set[str]) -> bool:
    """Tell whether a statement of a module speaks of a name, or is what has it."""
    return bool(spoken & names) or (isinstance(one, ast.ClassDef) and one.name in names)


def _unpacked(backward: ast.FunctionDef) -> dict[str, int]:
    """Return the names that saved tensors are bound to, with their place among them."""
    found: dict[str, int] = {}
    for item in subtree(backward):
        match item:
            case ast.Assign(
                targets=[ast.Tuple(elts=parts) | ast.List(elts=parts)],
                value=ast.Attribute() as every,
            ) if _is_saved(every):
                found |= {one.id: at for at, one in enumerate(parts) if isinstance(one, ast.Name)}
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Subscript(slice=ast.Constant(value=int() as at)) as single,
            ) if _is_saved(single):
                found[name] = at
    return found


def _root(backward: ast.FunctionDef, name: str, saved: set[str]) -> str:
    """Return the saved name whose memory a name of backward shows."""
    bound = {
        item.targets[0].id: aliased(item.value)
        for item in subtree(backward)
        if isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name)
    }
    for _ in bound:
        if name in saved or not bound.get(name):
            break
        name = bound[name]
    return name


def calls(node: ast.AST, name: str) -> Iterator[ast.Call]:
    """Yield the calls of a method."""
    for item in subtree(node):
        if (
            isinstance(item, ast.Call)
            and isinstance(item.func, ast.Attribute)
            and item.func.attr == name
        ):
            yield item


def names_of(nodes: list[ast.expr]) -> Iterator[str]:
    """Yield the plain names among some expressions."""
    for node in nodes:
        if isinstance(node, ast.Name):
            yield node.id


def returned(node: ast.FunctionDef) -> Iterator[str]:
    """Yield the names that a function returns, and those of the memory it returns."""
    same = {  # `y = x.exp_()` is x
        item.targets[0].id: inner.id
        for item in subtree(node)
        if isinstance(item, ast.Assign)
        and isinstance(item.targets[0], ast.Name)
        and isinstance(inner := _written(item.value), ast.Name)
    }
    for item in subtree(node):
        if isinstance(item, ast.Return) and item.value is not None:
            values = item.value.elts if isinstance(item.value, ast.Tuple) else [item.value]
            given = list(names_of([_written(value) for value in values]))
            yield from given
            yield from (same[name] for name in given if name in same)


def _written(value: ast.expr) -> ast.expr:
    """Return what in-place methods hand on: `t` of `t.mul_(2).add_(1)`."""
    while (
        isinstance(value, ast.Call)
        and isinstance(value.func, ast.Attribute)
        and writes_in_place(value.func.attr)
    ):
        value = value.func.value
    return value


def saved_names(node: ast.FunctionDef) -> Iterator[str]:
    """Yield the names that `ctx.saved_tensors` is unpacked into."""
    for item in subtree(node):
        if isinstance(item, ast.Assign) and _is_saved(item.value):
            for target in item.targets:
                parts = target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
                yield from names_of(list(parts))


def aliases(node: ast.FunctionDef, saved: set[str]) -> set[str]:
    """Return the names that are bound once, to the memory of what was saved."""
    bound = [
        (item.targets[0].id, item.value)
        for item in subtree(node)
        if isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name)
    ]
    names = [name for name, _ in bound]
    known: set[str] = set()
    for name, value in bound:
        if names.count(name) == 1 and aliased(value) in saved | known:
            known.add(name)
    return known - saved


def _is_saved(value: ast.expr) -> bool:
    if isinstance(value, ast.Subscript):
        value = value.value
    return isinstance(value, ast.Attribute) and value.attr in ("saved_tensors", "saved_variables")
