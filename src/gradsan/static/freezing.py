"""Weights that are frozen: which, where, and whether that was meant for a copy of them."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.names import loads, stores
from gradsan.static.rewrites import loop_around, rename, statement_at
from gradsan.static.values import Cut, Number, Storage, Value

# "flagged": somebody has asked the module for a gradient since, which its weights do not hear.
_KINDS = ("frozen", "flagged")


def freezes(m: Machine, storage: Storage) -> frozenset[int]:
    """Return where the gradient of a leaf was switched off, if it still is."""
    return frozenset(key for key in storage.cuts if m.state.cuts[key].kind in _KINDS)


def picks(m: Machine) -> bool:
    """Tell whether a loop asks each weight something that is not known: some stay as they are."""
    loop = loop_around(m.source, m.statement) if m.statement else None
    if m.statement is None or not isinstance(loop, ast.For):
        return False
    asked = [
        item.test
        for item in m.source.around(m.statement.lineno)
        if isinstance(item, ast.If) and item.lineno > loop.lineno
    ]
    return any(
        loads(test) & stores(loop) and known_truth(m.evaluate(m, test)) is None for test in asked
    )


def known_truth(value: Value) -> bool | None:
    """Return whether a condition holds, if that is known."""
    return bool(value.value) if isinstance(value, Number) and value.known else None


def unfreeze(m: Machine, cut: Cut) -> tuple[Edit, ...]:
    """Return the edits that leave unfrozen what was not meant to be frozen."""
    statement = statement_at(m.source, cut.spot.place)
    if statement is None:
        return ()
    return _copy_deeply(m, statement)


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
