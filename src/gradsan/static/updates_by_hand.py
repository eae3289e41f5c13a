"""Steps by hand that give a name a new value: `w = w - lr * w.grad` leaves the leaf as it was.

Comes in: where a value was made. Goes out: the statement, if it is such a step, and the edits
that let it write into the leaf.
"""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.mending import name_of_torch
from gradsan.static.nodes import subtree, unparse
from gradsan.static.query import Spot
from gradsan.static.rewrites import is_assignable, statement_at
from gradsan.static.source import Source

_SIGNS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/"}
_OFF = ("no_grad", "inference_mode")


def tell_update(m: Machine, made: Spot | None, needed: Spot, *, raises: bool) -> bool:
    """Note a step that has made a new value, whose gradient or graph is missed; tell if it has."""
    statement = _update_at(m.source, made) if made else None
    if made is None or statement is None:
        return False
    spot, name = Spot(m.source, statement, made.function), ast.unparse(statement.targets[0])
    if f"{name}.requires_grad" in m.source.code:
        return False  # it is to be a leaf of its own
    m.note("rebound-leaf", spot, name, needed=needed, raises=raises, edits=in_place(m, statement))
    return True


def _update_at(source: Source, made: Spot) -> ast.Assign | None:
    """Return the step that stands at a place, or the one in a block without a graph."""
    match statement_at(source, made.place):
        case ast.With(body=body):
            steps = [one for one in body if is_update(one)]
            step = steps[0] if len(steps) == 1 else None
        case step:
            pass
    return step if is_update(step) and isinstance(step, ast.Assign) else None


def is_update(statement: ast.stmt | None) -> bool:
    """Tell whether a statement gives a name what is made with its own gradient, and no new leaf.

    >>> is_update(ast.parse("w = w - 0.1 * w.grad").body[0])
    True
    >>> is_update(ast.parse("w = (w - 0.1 * w.grad).detach().requires_grad_()").body[0])
    False
    """
    match statement:
        case ast.Assign(targets=[target], value=value) if is_assignable(target):
            words = {unparse(item) for item in subtree(value) if isinstance(item, ast.Attribute)}
            is_leaf = any(word.endswith("requires_grad_") for word in words)
            return f"{unparse(target)}.grad" in words and not is_leaf
    return False


def in_place(m: Machine, statement: ast.Assign) -> tuple[Edit, ...]:
    """Return the edit that writes into the leaf, without a graph."""
    place = m.source.place(statement)
    old = m.source.text(place)
    indent = m.source.lines[place.start.row - 1][: place.start.column - 1]
    torch = name_of_torch(m)
    if "\n" in old or indent.strip() or torch is None:
        return ()
    line = _written(m.source, statement)
    if not _is_without_graph(m.source, statement):
        line = f"with {torch}.no_grad():\n{indent}    {line}"
    return (Edit(place, line, old),)


def _written(source: Source, statement: ast.Assign) -> str:
    name = ast.unparse(statement.targets[0])
    match statement.value:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _SIGNS:
            if unparse(left) in (name, f"{name}.data", f"{name}.detach()"):
                return f"{name} {_SIGNS[type(op)]}= {source.text(source.place(right))}"
    return f"{name}.copy_({source.text(source.place(statement.value))})"


def _is_without_graph(source: Source, statement: ast.stmt) -> bool:
    for around in source.above(statement):
        match around:
            case ast.With(items=heads):
                words = [unparse(head.context_expr) for head in heads]
            case ast.FunctionDef(decorator_list=heads):
                words = [unparse(head) for head in heads]
            case _:
                continue
        if any(word in text for text in words for word in _OFF):
            return True
    return False
