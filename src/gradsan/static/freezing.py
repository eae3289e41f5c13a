"""Weights that were frozen by mistake: a copy that shares them, a flag set on a module."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.rewrites import function_around, loop_around, rename, statement_at
from gradsan.static.source import children
from gradsan.static.values import Cut, Object


def unfreeze(m: Machine, cut: Cut) -> tuple[Edit, ...]:
    """Return the edits that leave unfrozen what was not meant to be frozen."""
    statement = statement_at(m.source, cut.spot.place)
    if statement is None:
        return ()
    return _copy_deeply(m, statement) or _flag_of_module(m)


def _copy_deeply(m: Machine, statement: ast.stmt) -> tuple[Edit, ...]:
    """Return the edit that gives a copy that is frozen weights of its own."""
    loop = loop_around(m.source, statement)
    match loop.iter if isinstance(loop, ast.For) else getattr(statement, "value", None):
        case ast.Call(
            func=ast.Attribute(value=ast.Name() as copied, attr="parameters" | "requires_grad_")
        ):
            pass
        case _:
            return ()
    match m.origins.expand(copied):
        case ast.Call(func=ast.Attribute(value=ast.Name(id="copy"), attr="copy")) as call:
            edit = rename(m.source, call, "deepcopy")
            return (edit,) if edit else ()
    return ()


def _flag_of_module(m: Machine) -> tuple[Edit, ...]:
    """Return the edits that call `requires_grad_` on modules whose attribute was set instead."""
    here = function_around(m.source, m.statement.lineno) if m.statement else None
    edits: list[Edit] = []
    for item in children(here or m.source.tree):
        match item:
            case ast.Assign(
                targets=[ast.Attribute(value=owner, attr="requires_grad")],
                value=ast.Constant(value=True),
            ) if function_around(m.source, item.lineno) is here:
                value = m.evaluate(m, owner)
            case _:
                continue
        if isinstance(value, Object) and m.state.objects[value.id].cls is not None:
            place, said = m.source.place(item), m.source.text(m.source.place(owner))
            edits.append(Edit(place, f"{said}.requires_grad_(True)", m.source.text(place)))
    return tuple(edits)
