"""Weights that an optimizer has a group of their own for, and only a detached value leads to.

Who writes `.detach()` means it, and who gives an optimizer all of a model may leave the frozen part
in. But a group, or an optimizer, of nothing but weights behind a cut that is always made speaks
against the cut: it is stepped for nothing. A file that may go another way, by its own choice, is
believed to know what it does.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from gradsan.model.finding import Place
from gradsan.static.machine import Machine
from gradsan.static.nodes import children
from gradsan.static.rewrites import expression_at, without_call
from gradsan.static.values import Cut, Object, Ref, State

# Somebody hands gradients or weights over by himself.
_HANDED = re.compile(rb"\bgrad[\"']?\b|param_groups|load_state_dict|register_\w*hook")
_CHOICES = (ast.If, ast.IfExp, ast.BoolOp, ast.Try, ast.Match, ast.While)
_IDLE = (ast.Pass, ast.Raise, ast.Break, ast.Continue)


def tell_detached_groups(m: Machine, ends: Sequence[State]) -> None:
    """Note groups that were stepped, and had no gradient from any backward, on every path."""
    if not ends or not all(state.stepped & state.set_aside.keys() for state in ends):
        return  # before the text is searched: of most files nothing was stepped
    if _HANDED.search(m.source.content) or any(map(_may_go_otherwise, m.source.nodes)):
        return
    found: dict[Place, Cut] = {}
    for at, state in enumerate(ends):
        m.state = state
        here = {cut.spot.place: cut for cut in _useless(m)}
        found = {key: here[key] for key in here if at == 0 or key in found}
    for cut in found.values():
        node = expression_at(m.source, cut.spot.place)
        if node is not None and _is_always_made(m, cut, node):
            text, plain = ast.unparse(node), without_call(m.source, node)
            m.note("detached-group", cut.spot, text, raises=False, edits=[plain])


def _useless(m: Machine) -> Iterator[Cut]:
    """Yield the one cut behind which all weights of a group are, at the end of a path."""
    trained = m.state.reached | m.state.opaque | m.state.managed | m.state.taken
    trained = trained.union(*(old for old, *_ in m.state.replaced))  # that is what went wrong
    for keys in _groups(m):
        if keys <= m.state.stepped & m.state.set_aside.keys() and not keys & trained:
            cuts = {m.state.set_aside[key] for key in keys}
            if len(cuts) == 1:
                yield m.state.cuts[min(cuts)]


def _groups(m: Machine) -> Iterator[frozenset[int]]:
    """Yield the weights of each group of each optimizer."""
    for parts in list(m.state.objects.values()):
        if not isinstance(parts.cls, Ref) or not parts.cls.name.startswith("torch.optim."):
            continue
        groups = parts.attributes.get("param_groups")
        for group in m.state.objects[groups.id].items or () if isinstance(groups, Object) else ():
            keys = frozenset(tensor.storage for tensor in m.tensors(group))
            if keys:
                yield keys


def _is_always_made(m: Machine, cut: Cut, node: ast.expr) -> bool:
    """Tell whether it is a `.detach()` that does not wait for a condition: not a warm-up."""
    if not isinstance(node, ast.Call) or cut.kind != "detach":
        return False
    return not any(
        isinstance(item, _CHOICES) and node in children(item)
        for item in m.source.around(node.lineno)
    )


def _may_go_otherwise(item: ast.AST) -> bool:
    """Tell whether it is a choice of what is computed, not only of what is shown."""
    match item:
        case ast.IfExp(body=one, orelse=other):
            return any(isinstance(part, ast.Call) for part in (one, other))
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return False
        case ast.If(body=body, orelse=rest):
            return not all(isinstance(part, _IDLE) or _shows(part) for part in (*body, *rest))
    return False


def _shows(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"))):
            return True
    return False
