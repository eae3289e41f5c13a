"""Gradients that one model lends to another: linked once, and left behind by zero_grad."""

from __future__ import annotations

import ast

from gradsan.static.machine import Machine
from gradsan.static.rewrites import block_of, drop


def note_linked(m: Machine, target: ast.Attribute, node: ast.stmt) -> None:
    """Note `a._grad = b.grad` that is done only while `a` has none, where zero_grad lets go."""
    if target.attr not in ("grad", "_grad") or not isinstance(node, ast.Assign):
        return
    match node.value:
        case ast.Attribute(value=lender, attr="grad") if ast.dump(lender) != ast.dump(target.value):
            pass
        case _:
            return
    asked = f"{ast.unparse(target.value)}.grad is not None"
    before = [item for item in block_of(m.source, node) or () if item.lineno < node.lineno]
    for item in before:
        if isinstance(item, ast.If) and ast.unparse(item.test) == asked and _leaves(item):
            if _lets_go(m):
                edits = [drop(m.source, item)]
                subject = ast.unparse(target)
                m.note("linked-grad", m.spot(node), subject, raises=False, edits=edits)
            return


def _leaves(item: ast.If) -> bool:
    return isinstance(item.body[-1], (ast.Return, ast.Break, ast.Continue)) and not item.orelse


def _lets_go(m: Machine) -> bool:
    """Tell whether gradients are set to None somewhere, so that backward makes new ones."""
    for item in m.source.nodes:
        match item:
            case ast.Call(func=ast.Attribute(attr="zero_grad"), args=[], keywords=keywords):
                flags = [ast.unparse(one.value) for one in keywords if one.arg == "set_to_none"]
                if not flags or flags == ["True"]:
                    return True
    return False
