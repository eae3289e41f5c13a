"""A value that goes into the loss of others with its graph: their backward frees it.

The critic's loss reads what the generator made. Its backward goes on into the generator, whose
gradients nobody steps by: they are cleared before the generator's own backward, which finds the
graph gone. The mend is a `.detach()` where the value goes into the first loss.
"""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.blocks import index_in
from gradsan.static.machine import Machine
from gradsan.static.names import loads, stores
from gradsan.static.nodes import children
from gradsan.static.query import Spot
from gradsan.static.rewrites import block_of, function_around, statement_at, wrap
from gradsan.static.values import Tensor, Value


def lent_to_others(
    m: Machine, loss: Value, freed: frozenset[int], first: Spot
) -> tuple[Spot, str, list[Edit]] | None:
    """Return where a value went into the loss of others, its name, and the edit that mends it."""
    backward, here = statement_at(m.source, first.place), m.statement
    block = block_of(m.source, backward) if backward else None
    if backward is None or here is None or not block or index_in(block, here) < 0:
        return None
    if function_around(m.source, backward.lineno) is not function_around(m.source, here.lineno):
        return None
    at = index_in(block, backward)
    before, after = block[:at], block[at + 1 :]
    for name, value in m.state.frames[m.scope[0]].items():
        graph = m.graph(value)
        if not isinstance(value, Tensor) or value == loss or not graph or not graph <= freed:
            continue
        is_read_again = any(name in loads(item) for item in after)
        if is_read_again and _is_of_others(m, value, loss):
            read = _reads(before, name, loads(backward))
            if len(read) == 1 and (edit := wrap(m.source, read[0], ".detach()")):
                return m.spot(read[0]), name, [edit]
    return None


def _is_of_others(m: Machine, value: Tensor, loss: Value) -> bool:
    """Tell whether a step used what the first backward gave to others, and this was dropped."""
    own = m.leaves([value])
    states = {leaf: m.state.grads[leaf][0] for leaf in m.leaves([loss]) & m.state.grads.keys()}
    others = [state for leaf, state in states.items() if leaf not in own]
    is_dropped = bool(own) and all(states.get(leaf) == "zeroed" for leaf in own)
    return is_dropped and own <= m.state.held and "used" in others


def _reads(before: list[ast.stmt], name: str, wanted: set[str]) -> list[ast.Name]:
    """Return where a name is read for what a backward needs, after it was bound."""
    found: list[ast.Name] = []
    todo = set(wanted)
    for item in reversed(before):
        bound = stores(item)
        if name in bound:
            return found if not isinstance(item, (ast.For, ast.While, ast.If)) else []
        if bound & todo:
            todo |= loads(item)
            found += [
                one
                for one in children(item)
                if isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Load)
            ]
    return []
