"""state_dict and load_state_dict: weights that are put aside, and put back."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.evidence import is_edited
from gradsan.static.functional import with_loaded_weights
from gradsan.static.machine import Machine
from gradsan.static.mending import Writing
from gradsan.static.values import UNKNOWN, Number, Object, Parts, Tensor, Value
from gradsan.static.writing import write

_STATE = "state_dict()"  # marks what state_dict gave


def make_state(m: Machine, node: ast.Call, named: list[tuple[str, Tensor]]) -> Value:
    """state_dict(): the weights themselves, out of the graph, not copies of them."""
    items: list[Value] = [Tensor(item.storage, detached=True) for _, item in named]
    keys: list[Value] = [Number(name, known=True) for name, _ in named]
    made = Parts(items=items, keys=keys, is_open=True)
    made.puts = {_STATE: m.spot(node)}
    return m.new_object(made)


def _tell_reference(m: Machine, node: ast.Call, handed: Value, held: set[int]) -> None:
    """Note a state that was put aside, but not copied: it has changed with the weights."""
    parts = m.state.objects[handed.id] if isinstance(handed, Object) else None
    where = parts.puts.get(_STATE) if parts else None
    if parts is None or where is None or not isinstance(handed, Object):
        return
    home = m.origins.home(node.lineno) or m.source.tree
    if any(is_edited(home, one.id) for one in node.args if isinstance(one, ast.Name)):
        return  # new weights are put into it, to be loaded
    own = {item.storage for item in parts.items or () if isinstance(item, Tensor)}
    if own == held and any(m.state.written.get(key, 0) > handed.id for key in own):
        text = m.source.text(where.place)
        copy = Edit(where.place, f"{{k: v.clone() for k, v in {text}.items()}}", text)
        edits = [copy] if "\n" not in text else []
        m.note("kept-state", where, "state_dict()", needed=m.spot(node), raises=False, edits=edits)


def load_state(m: Machine, node: ast.Call, weights: list[Tensor], handed: Value) -> Value:
    """load_state_dict(): a write to every weight."""
    _tell_reference(m, node, handed, {tensor.storage for tensor in weights})
    target = getattr(node.func, "value", node.func)
    how = Writing(node, target, "load_state_dict", "function", through="load")
    made = [one for one in m.tensors(handed) if m.graph(one) and not m.storage(one).is_leaf]
    mends = with_loaded_weights(m, node) if made else ()
    lost = {m.new_cut("data", m.spot(node), made, "load_state_dict", mends)} if made else set()
    for tensor in weights:
        m.state.managed |= {tensor.storage}
        write(m, tensor, how)
        m.change(tensor, cuts=m.storage(tensor).cuts | lost)
    return UNKNOWN
