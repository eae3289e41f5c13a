"""`requires_grad_()` that comes after the forward: where it should have stood.

Comes in: what is known of a tensor whose gradient was switched on too late. Goes out: the edits
that switch it on before it is first used, in the function of the flag or in a caller.
"""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.machine import Machine
from gradsan.static.names import loads, stores
from gradsan.static.rewrites import block_of, drop, insert_after, insert_before, loop_around
from gradsan.static.values import Storage, Tensor


def earlier(m: Machine, storage: Storage) -> tuple[Edit, ...]:
    """Return the edits that switch a gradient on before the tensor is first used."""
    late = storage.late_by
    if late is None or not isinstance(late, (ast.Expr, ast.Assign)):
        return ()
    loop = loop_around(m.source, late)
    whole: ast.stmt = late
    if isinstance(loop, ast.For) and loop.body == [late] and not loop.orelse:
        whole = loop  # `for x in (a, b): x.requires_grad_()`
    block = block_of(m.source, whole)
    first = next((item for item in storage.used if block and item in block), None)
    if first is None:
        return _in_caller(m, storage)
    if block is None or block.index(first) >= block.index(whole):
        return ()
    passed = block[block.index(first) : block.index(whole)]
    needed = loads(whole) - stores(whole)
    if any(stores(item) & needed for item in passed):
        return ()
    taken = drop(m.source, whole)
    put = insert_before(m.source, first, m.source.text(m.source.place(whole)))
    return (taken, put) if taken and put else ()


def _in_caller(m: Machine, storage: Storage) -> tuple[Edit, ...]:
    """Return the edit that switches it on under the name that the first use in a caller has."""
    led_here = m.statements_here()
    first = next((item for item in storage.used if item not in led_here), None)
    if first is None:
        return ()
    known = m.state.storages
    bound = stores(first)  # there a view of it got its name: the flag goes behind
    names = {
        name
        for frame in m.state.frames.values()
        for name in (bound | loads(first)) & frame.keys()
        if isinstance(value := frame[name], Tensor) and known.get(value.storage) is storage
    }
    if len(names) != 1:
        return ()
    insert = insert_after if bound & names else insert_before
    edit = insert(m.source, first, f"{names.pop()}.requires_grad_()")
    return (edit,) if edit else ()
