"""`a = b = value` taken apart: each name gets memory of its own."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.nodes import children
from gradsan.static.rewrites import function_around
from gradsan.static.source import Source


def apart(source: Source, name: str, row: int) -> tuple[Edit, ...]:
    """Return the edit that copies for the other names what a chain gave this one before a line."""
    home = function_around(source, row) or source.tree
    chains = [
        item
        for item in children(home)
        if isinstance(item, ast.Assign) and item.lineno < row and name in _names(item)
    ]
    chain = max(chains, key=lambda item: item.lineno, default=None)
    if chain is None or len(names := _names(chain)) < 2 or not isinstance(chain.value, ast.Call):
        return ()
    place = source.place(chain)
    indent = source.lines[place.start.row - 1][: place.start.column - 1]
    value = source.text(source.place(chain.value))
    if len(names) != len(chain.targets) or indent.strip() or "\n" in source.text(place):
        return ()
    lines = [f"{names[0]} = {value}", *(f"{other} = {names[0]}.clone()" for other in names[1:])]
    return (Edit(place, f"\n{indent}".join(lines), source.text(place)),)


def _names(node: ast.Assign) -> list[str]:
    return [target.id for target in node.targets if isinstance(target, ast.Name)]
