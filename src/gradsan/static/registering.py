"""Parameters that a module never learns of: what was made of one is stored in its place."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.classes import is_module
from gradsan.static.machine import Machine
from gradsan.static.nodes import children
from gradsan.static.query import Spot
from gradsan.static.rewrites import TIGHT, statement_at
from gradsan.static.source import Source
from gradsan.static.values import Needs, Parts, Tensor, Value


def note_unregistered(m: Machine, node: ast.stmt, owner: Parts, value: Value) -> None:
    """Note `self.w = nn.Parameter(t).squeeze()`: the result is no parameter, and nobody has it."""
    if not isinstance(node, ast.Assign) or not isinstance(value, Tensor):
        return
    call = _parameter_inside(node.value)
    if call is None or not is_module(owner.cls) or m.needs(value) != Needs.YES:
        return
    if m.storage(value).is_leaf and not value.view:
        return  # what was done with it has left it as it is
    subject = ast.unparse(node.targets[0])
    mend = _wrapped_last(m.source, node.value, call)
    m.note("unregistered", m.spot(node), subject, raises=False, edits=[mend])


def is_unregistered(m: Machine, made: Spot) -> bool:
    """Tell whether a value was made of a Parameter where it was stored in its place."""
    statement = statement_at(m.source, made.place)
    if not isinstance(statement, ast.Assign):
        return False
    is_kept = isinstance(statement.targets[0], ast.Attribute)
    return is_kept and _parameter_inside(statement.value) is not None


def _parameter_inside(value: ast.expr) -> ast.Call | None:
    """Return the one call of Parameter that an expression makes something else of."""
    calls = [
        item
        for item in (value, *children(value))
        if isinstance(item, ast.Call)
        and getattr(item.func, "attr", getattr(item.func, "id", "")) == "Parameter"
    ]
    is_inner = len(calls) == 1 and calls[0] is not value
    return calls[0] if is_inner and not isinstance(value, (ast.IfExp, ast.BoolOp)) else None


def _wrapped_last(source: Source, value: ast.expr, call: ast.Call) -> Edit | None:
    """Make the parameter last: `Parameter(t).squeeze()` becomes `Parameter(t.squeeze())`."""
    if len(call.args) != 1 or call.keywords or isinstance(call.args[0], ast.Starred):
        return None
    place = source.place(value)
    whole, inner = source.text(place), source.text(source.place(call))
    given = source.text(source.place(call.args[0]))
    made = given if isinstance(call.args[0], TIGHT) else f"({given})"
    text = f"{source.text(source.place(call.func))}({whole.replace(inner, made, 1)})"
    return Edit(place, text, whole)
