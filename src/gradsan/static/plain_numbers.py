"""Methods called on numbers and texts: most are asked of a text, one no number has."""

from __future__ import annotations

import ast

from gradsan.static.arguments import Arguments
from gradsan.static.literals import ask_text
from gradsan.static.losing import tell_no_graph
from gradsan.static.machine import Machine
from gradsan.static.values import NONE, Number, Value

BACKWARD = "backward"


def call_number(m: Machine, node: ast.Call, owner: Number, name: str, args: Arguments) -> Value:
    """Call a method of a number or text; `backward()` of a number raises for what made it one."""
    if name != BACKWARD:
        return ask_text(m, owner, name, args)
    if not _is_asked_about(m, node):
        tell_no_graph(m, sorted(owner.cuts), m.spot(node))
    return NONE


def _is_asked_about(m: Machine, node: ast.Call) -> bool:
    """Tell whether the file asks somewhere whether what is called may be a number."""
    owner = node.func.value if isinstance(node.func, ast.Attribute) else node.func
    text = ast.unparse(owner)
    return any(f"{word}({text}" in m.source.code for word in ("isinstance", "is_tensor", "hasattr"))
