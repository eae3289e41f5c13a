"""Clipping of gradients that are not there yet, or not all of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from gradsan.model.finding import Edit
from gradsan.static.arguments import Arguments
from gradsan.static.machine import Machine
from gradsan.static.names import is_bound_at, loads
from gradsan.static.query import Spot
from gradsan.static.rewrites import drop, insert_before, move_after, statement_at
from gradsan.static.values import NUMBER, Value

CLIPS = frozenset({"clip_grad_norm_", "clip_grad_value_", "clip_grad_norm"})


def clip_grads(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """Remember the leaves whose gradients were clipped before there were any."""
    if any(
        "inf" in ast.unparse(one) for one in (*node.args[1:], *(k.value for k in node.keywords))
    ):
        return NUMBER  # it only measures them
    for tensor in m.tensors(args.flag("parameters", 0)):
        state, _ = m.state.grads.get(tensor.storage, ("clear", None))
        if state in ("clear", "zeroed"):
            m.state.clipped[tensor.storage] = m.spot(node)
        else:
            m.state.clipped.pop(tensor.storage, None)
            m.state.clips.setdefault(tensor.storage, (m.spot(node), None))
    return NUMBER


def add_to_clipped(m: Machine, leaf: int, before: Spot, spot: Spot) -> None:
    """Remember that a backward in a loop adds to what it was clipped to the time before."""
    if leaf in m.state.clips and before.place == spot.place:
        m.state.clips[leaf] = (m.state.clips[leaf][0], spot)


def tell_clipped_partly(m: Machine, leaves: Iterable[int], step: Spot) -> None:
    """Note a step by a sum of gradients that was clipped each time one was added."""
    for leaf in leaves:
        clip, added = m.state.clips.pop(leaf, (step, None))
        if added is not None:
            edits = _clip_before(m, clip, step)
            m.note("clipped-partly", clip, made=added, needed=step, raises=False, edits=edits)


def _clip_before(m: Machine, clip: Spot, step: Spot) -> list[Edit | None]:
    """Return the edits that clip once, right before the step."""
    early, late = statement_at(m.source, clip.place), statement_at(m.source, step.place)
    if not isinstance(early, ast.Expr) or not isinstance(late, ast.Expr):
        return []
    if ".step" not in ast.unparse(late) or not is_bound_at(m.source, loads(early), early, late):
        return []
    return [drop(m.source, early), insert_before(m.source, late, ast.unparse(early))]


def tell_clipped(m: Machine, states: Mapping[int, tuple[str, Spot] | None], step: Spot) -> None:
    """Note a step by gradients that came after the clipping."""
    for leaf, state in states.items():
        clip = m.state.clipped.pop(leaf, None)
        if clip and state and state[0] == "full":
            early, late = statement_at(m.source, clip.place), statement_at(m.source, state[1].place)
            is_plain = isinstance(early, ast.Expr) and late and ".scale(" not in ast.unparse(late)
            edits = move_after(m.source, early, late) if is_plain and early and late else ()
            m.note("clipped-early", clip, made=state[1], needed=step, raises=False, edits=edits)
