"""Hard decisions about probabilities: what stands for `(prob > t).float()` in a gradient.

In a loss the probability itself does (soft Dice, soft F1). In a network the decision stays hard,
and gradient passes straight through. Any other comparison has no one likely meaning.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.mending import name_of_torch
from gradsan.static.nodes import children
from gradsan.static.rewrites import expression_at, is_assignable
from gradsan.static.values import Tensor, Value

_PROBABILITIES = frozenset({"sigmoid", "softmax", "expit"})
_LOSS = re.compile(r"loss|criterion|dice|iou|jaccard|tversky|f1|error|accuracy", re.IGNORECASE)
_CASTS = frozenset({"float", "double", "half", "to", "type", "type_as"})


def soften(m: Machine, node: ast.expr, values: Sequence[Value]) -> tuple[Edit, ...]:
    """Return the edit that lets gradient reach a value that is only compared with a bound."""
    match node:
        case ast.Compare(left=left, ops=[ast.Gt() | ast.GtE()], comparators=[bound]):
            pass
        case _:
            return ()
    whole = _cast(m, node)
    is_loss = any(_LOSS.search(function) for function in m.functions)
    is_short = is_assignable(left) or (is_loss and _is_probability(m, values[0]))
    if whole is None or not is_short or m.leaves(values[1:]):
        return ()
    place, name = m.source.place(whole), ast.unparse(left)
    text = m.source.text(place)
    if _is_probability(m, values[0]):
        soft = name if is_loss else f"({name} + ({text} - {name}).detach())"
        return (Edit(place, soft, text),) if "\n" not in text else ()
    torch = name_of_torch(m)
    if is_loss and torch and isinstance(bound, ast.Constant) and bound.value == 0:
        return (Edit(place, f"{torch}.sigmoid({name})", text),)
    return ()


def soften_choice(m: Machine, node: ast.expr, value: Value) -> tuple[Edit, ...]:
    """Return the edit that passes the gradient of softmax through `one_hot(argmax(logits))`."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Name(id="torch"), attr="argmax"), args=[logits, *rest]
        ):
            pass
        case ast.Call(func=ast.Attribute(value=logits, attr="argmax"), args=rest):
            pass
        case _:
            return ()
    axes = [*rest, *(item.value for item in node.keywords if item.arg == "dim")]
    one_hot = m.source.once(_one_hots, m.statement).get(node) if m.statement else None
    whole = _cast(m, one_hot) if one_hot else None
    torch = name_of_torch(m)
    if whole is None or torch is None or not is_assignable(logits):
        return ()
    if len(node.keywords) + len(rest) != 1 or [ast.unparse(axis) for axis in axes] != ["-1"]:
        return ()
    place, name = m.source.place(whole), ast.unparse(logits)
    soft = name if _is_probability(m, value) else f"{torch}.softmax({name}, dim=-1)"
    text = m.source.text(place)
    return (Edit(place, f"({text} + {soft} - {soft}.detach())", text),) if "\n" not in text else ()


def _one_hots(statement: ast.stmt) -> dict[ast.expr, ast.Call]:
    """Return the calls of `one_hot` in a statement, by what they are called with."""
    found: dict[ast.expr, ast.Call] = {}
    for item in children(statement):
        match item:
            case ast.Call(func=ast.Name(id="one_hot"), args=[first, *_]):
                found.setdefault(first, item)
            case ast.Call(func=ast.Attribute(attr="one_hot"), args=[first, *_]):
                found.setdefault(first, item)
    return found


def _casts(statement: ast.stmt) -> dict[ast.expr, ast.Call]:
    """Return the calls in a statement that make numbers of something else, by that."""
    return {
        item.func.value: item
        for item in children(statement)
        if isinstance(item, ast.Call)
        and isinstance(item.func, ast.Attribute)
        and item.func.attr in _CASTS
    }


def _cast(m: Machine, node: ast.expr) -> ast.Call | None:
    """Return the call around a comparison that makes numbers of its answers."""
    return m.source.once(_casts, m.statement).get(node) if m.statement else None


def _is_probability(m: Machine, value: Value) -> bool:
    """Tell whether a value came out of a sigmoid or softmax."""
    made = m.storage(value).made if isinstance(value, Tensor) else None
    node = expression_at(m.source, made.place) if made else None
    called = node.func if isinstance(node, ast.Call) else None
    return getattr(called, "attr", getattr(called, "id", "")) in _PROBABILITIES
