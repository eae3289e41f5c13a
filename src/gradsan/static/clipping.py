"""Clipping of gradients that are not there yet."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from gradsan.static.arguments import Arguments
from gradsan.static.machine import Machine
from gradsan.static.query import Spot
from gradsan.static.rewrites import move_after, statement_at
from gradsan.static.values import NUMBER, Value

CLIPS = frozenset({"clip_grad_norm_", "clip_grad_value_", "clip_grad_norm"})


def clip_grads(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """Remember the leaves whose gradients were clipped before there were any."""
    for tensor in m.tensors(args.flag("parameters", 0)):
        state, _ = m.state.grads.get(tensor.storage, ("clear", None))
        if state in ("clear", "zeroed"):
            m.state.clipped[tensor.storage] = m.spot(node)
        else:
            m.state.clipped.pop(tensor.storage, None)
    return NUMBER


def tell_clipped(m: Machine, states: Mapping[int, tuple[str, Spot] | None], step: Spot) -> None:
    """Note a step by gradients that came after the clipping."""
    for leaf, state in states.items():
        clip = m.state.clipped.pop(leaf, None)
        if clip and state and state[0] == "full":
            early, late = statement_at(m.source, clip.place), statement_at(m.source, state[1].place)
            is_plain = isinstance(early, ast.Expr) and late and ".scale(" not in ast.unparse(late)
            edits = move_after(m.source, early, late) if is_plain and early and late else ()
            m.note("clipped-early", clip, made=state[1], needed=step, raises=False, edits=edits)
