"""Copies for the ops that keep a value: the op goes on as it is, and a later write misses it.

Comes in: what a save would have to clone. Goes out: the edits, one for each.
"""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.rewrites import insert_after, statement_at, wrap
from gradsan.static.values import LiveSave


def copies_of(m: Machine, save: LiveSave) -> tuple[Edit, ...]:
    """Return the edits that let an op keep a copy of its own; none if one cannot be placed."""
    edits = [_copy(m, _tensor(m, part)) for part in save.keeps]
    return tuple(edit for edit in edits if edit) if None not in edits else ()


def _copy(m: Machine, part: ast.expr) -> Edit | None:
    """Clone an expression where it stands, and one of several results behind the statement."""
    if not isinstance(part, ast.Name) or not isinstance(part.ctx, ast.Store):
        return wrap(m.source, part, ".clone()")
    statement = statement_at(m.source, m.source.place(part))
    line = f"{part.id} = {part.id}.clone()"
    return insert_after(m.source, statement, line) if statement else None


def unpacked(statement: ast.stmt | None, results: tuple[str, ...], name: str) -> list[ast.expr]:
    """Return the name that one of several results is given: `r` in `q, r = qr(a)`."""
    match statement:
        case ast.Assign(targets=[ast.Tuple(elts=parts)]) if len(parts) == len(results):
            part = parts[results.index(name)]
            return [part] if isinstance(part, ast.Name) and part.id != "_" else []
    return []


def _tensor(m: Machine, part: ast.expr) -> ast.expr:
    """Return the branch that is a tensor, of a name for `t[i] if i else 0.0`."""
    match m.origins.expand(part):
        case ast.IfExp(body=tensor, orelse=ast.Constant()):
            return tensor
        case ast.IfExp(body=ast.Constant(), orelse=tensor):
            return tensor
    return part
