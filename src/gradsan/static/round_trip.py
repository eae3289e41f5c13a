"""A value that goes to NumPy and comes back: the whole way, written with torch."""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.mending import name_of_torch
from gradsan.static.names import loads, stores
from gradsan.static.nodes import children
from gradsan.static.rewrites import block_of, drop, expression_at, function_around, statement_at
from gradsan.static.translating import Translator, Untranslatable, read_dtype
from gradsan.static.values import Cut, Ref

_BACK = frozenset({"from_numpy", "as_tensor", "tensor"})


def stay_in_torch(m: Machine, cut: Cut) -> tuple[Edit, ...]:
    """Return the edits that compute with torch what a cut went to NumPy for."""
    node, home = expression_at(m.source, cut.spot.place), statement_at(m.source, cut.spot.place)
    torch, numpy = name_of_torch(m), _name_of_numpy(m)
    if node is None or home is None or torch is None:
        return ()
    ways = _ways_back(home, torch)
    around = [call for call in ways if node in children(call)]
    carried: dict[str, ast.stmt] = {}
    back: ast.stmt | None = home
    if not around:
        match home:
            case ast.Assign(targets=[ast.Name(id=name)]):
                back = _reader(m, home, name)
                carried = {name: home}
        if not carried or back is None:
            return ()
        around = [call for call in _ways_back(back, torch) if loads(call) & carried.keys()]
    if len(around) != 1 or back is None:
        return ()

    def expand(item: ast.Name) -> ast.expr:
        maker = carried.get(item.id)
        return maker.value if isinstance(maker, ast.Assign) else item

    call, place = around[0], m.source.place(around[0])
    try:
        text = Translator(torch, numpy, expand).tight(call.args[0])
        text += "".join(read_dtype(item.value) for item in call.keywords if item.arg == "dtype")
    except Untranslatable:
        return ()
    edits = [Edit(place, text, m.source.text(place))]
    for maker in carried.values():
        gone = drop(m.source, maker)
        if gone is None:
            return ()
        edits.append(gone)
    return tuple(edits)


def _ways_back(node: ast.stmt, torch: str) -> list[ast.Call]:
    """Return the calls that make a tensor of one array, and nothing else of it."""
    found: list[ast.Call] = []
    for item in children(node):
        match item:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id=home), attr=name), args=[_], keywords=named
            ) if home == torch and name in _BACK:
                if all(one.arg in ("dtype", "requires_grad") for one in named):
                    found.append(item)
    return found


def _reader(m: Machine, home: ast.stmt, name: str) -> ast.stmt | None:
    """Return the next statement, if it alone reads a name."""
    block = block_of(m.source, home) or []
    at = block.index(home) + 1 if home in block else len(block)
    after = block[at : at + 1]
    root = function_around(m.source, home.lineno) or m.source.tree
    reads = [
        item
        for item in children(root)
        if isinstance(item, ast.Name) and item.id == name and isinstance(item.ctx, ast.Load)
    ]
    if not after or len(reads) != 1 or reads[0] not in children(after[0]):
        return None
    return None if name in stores(after[0]) else after[0]


def _name_of_numpy(m: Machine) -> str:
    for frame in m.scope:
        for name, value in m.state.frames.get(frame, {}).items():
            if value == Ref("numpy"):
                return name
    return ""
