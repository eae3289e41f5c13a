"""Grad mode that is off where a loss is made: switch it on again, exactly there.

What was switched off for good in a function is switched off for that function only. A
`no_grad` around a part of a loss that is trained elsewhere may be meant, and stays.
"""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit, Place
from gradsan.static.machine import Machine
from gradsan.static.mending import name_of_torch
from gradsan.static.nodes import children
from gradsan.static.rewrites import drop, expression_at, function_around, statement_at
from gradsan.static.values import Cut


def switch_on(m: Machine, cut: Cut, *, is_whole: bool) -> tuple[Edit, ...]:
    """Return the edits that record what a loss is made of; `is_whole`: nothing else is in it."""
    node = expression_at(m.source, cut.spot.place)
    torch = name_of_torch(m)
    if node is None or torch is None:
        return ()
    statement = statement_at(m.source, cut.spot.place)
    is_asked = _called(node) == "set_grad_enabled"
    if isinstance(statement, ast.Expr) and statement.value is node and is_asked:
        return _for_function_only(m, statement, torch)
    if not is_whole and not is_asked:
        return ()
    place = cut.spot.place
    return (Edit(place, f"{torch}.enable_grad()", m.source.text(place)),)


def _called(node: ast.expr) -> str:
    match node:
        case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name)):
            return name
    return ""


def _for_function_only(m: Machine, statement: ast.Expr, torch: str) -> tuple[Edit, ...]:
    """Return the edits that put `@torch.no_grad()` on a function instead of a switch in it."""
    gone = drop(m.source, statement)
    home = function_around(m.source, statement.lineno)
    if gone is None:
        return ()
    if home is None:
        return (gone,) if statement in m.source.tree.body else ()
    if not isinstance(home, ast.FunctionDef) or statement not in home.body:
        return ()
    called = [item for item in children(home) if isinstance(item, ast.Call)]
    names = [_called(item) for item in called]
    if names.count("set_grad_enabled") != 1 or "backward" in names or "enable_grad" in names:
        return ()
    row = min([home.lineno, *(item.lineno for item in home.decorator_list)])
    line = m.source.lines[row - 1]
    indent = line[: len(line) - len(line.lstrip())]
    here = Place.at(m.source.filename, row, 1, row, 1)
    return (gone, Edit(here, f"{indent}@{torch}.no_grad()\n", ""))
