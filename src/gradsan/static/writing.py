"""Writes: what they make stale, and what PyTorch refuses at once.

An op that writes into its first argument keeps what it needs of the others before the write,
of its result after it, and of the old value a private copy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from gradsan.model.finding import Edit
from gradsan.static.aliases import (
    is_handed_detached,
    is_plain_write,
    is_scaled,
    is_seen_outside,
    rebinds,
    second_names,
    sums_into_item,
)
from gradsan.static.functional import with_new_weights
from gradsan.static.looking import is_only_looked_at
from gradsan.static.machine import Machine
from gradsan.static.mending import (
    Writing,
    copy_alias,
    copy_data,
    in_plain,
    out_of_place,
    own_memory,
    rebind_statement,
    under_no_grad,
    without_data,
)
from gradsan.static.operands import is_believed, is_handed_on, operand
from gradsan.static.overlaps import overlap, picks_one, read_first
from gradsan.static.query import Spot, StaticWrite
from gradsan.static.rewrites import clone_before, function_around
from gradsan.static.stand_ins import (
    on_copy,
    on_stand_in,
    on_what_is_given_back,
    under_another_name,
)
from gradsan.static.training import tell_shared_name, use_grads
from gradsan.static.values import LiveSave, Needs, Overwrite, Storage, Tensor, Value
from gradsan.static.view_mends import part_by_part, part_of_its_own, parts_anew, view_again

_REFUSED = {
    "split": "split-view-write",
    "hook": "hook-view-write",
    "function": "function-view-write",
}


def write(m: Machine, tensor: Tensor, how: Writing, inputs: Iterable[Value] = ()) -> None:
    """Record that memory is changed; what was kept of it is stale from now on."""
    values = list(inputs)
    if not how.through and not how.is_internal and _is_refused(m, tensor, how, values):
        return
    fact = _fact(m, tensor, how, values)
    if m.recompute_from is not None and tensor.storage < m.recompute_from:
        rebind = rebind_statement(m, how)
        m.block_writes.append((tensor.storage, fact.spot, fact.target, rebind))
    m.facts.writes[fact.spot.place] = fact
    if m.storage(tensor).is_leaf and not how.through and not m.state.grad_on:
        m.state.managed |= {tensor.storage}
    before = m.state.written.get(tensor.storage, 0)
    m.state.written[tensor.storage] = fact.order
    if m.storage(tensor).is_leaf and _is_own_step(m, tensor, how, values):
        use_grads(m, [tensor], m.state.reads.get(tensor.storage, fact.spot))
    restored = _restored_since(m, tensor, how, values)
    if restored:
        m.state.restored |= {tensor.storage}
    for save in _not_stale(m, tensor, before):
        if save.id < restored:
            m.state.stale.pop(save.id, None)  # the old numbers are back
            continue
        told = replace(fact, through=save.silent) if save.silent and not fact.through else fact
        m.state.stale.setdefault(save.id, (save, told))
    _flow_into(m, tensor, how, values)
    m.change(tensor, is_zero=False, is_constant=False)
    if how.form != "index" and not tensor.view:
        m.change(tensor, has_zero=False, has_zero_rows=False)
    _mark_overwritten(m, tensor, how, values)


def _not_stale(m: Machine, tensor: Tensor, before: int) -> tuple[LiveSave, ...]:
    """Return what may have been kept of a tensor since the write before this one."""
    saves = m.state.saves.get(tensor.storage, ())
    if tensor.storage in m.state.restored:
        return saves
    at = len(saves)
    while at and saves[at - 1].id > before:  # there may be thousands
        at -= 1
    return saves[at:]


def _is_own_step(m: Machine, tensor: Tensor, how: Writing, values: list[Value]) -> bool:
    """Tell whether a leaf is moved along its own gradient, by hand and out of the graph."""
    if m.state.grad_on and not tensor.door and not how.through:
        return False
    cuts = [m.state.cuts[key] for key in m.cuts(values)]
    return any(cut.kind == "attribute" and tensor.storage in cut.leaves for cut in cuts)


def _restored_since(m: Machine, tensor: Tensor, how: Writing, values: list[Value]) -> int:
    """Return since when a copy was kept that is written back unseen; 0: it is not."""
    is_copy = how.op in ("copy_", "vector_to_parameters", "data =")
    if not is_copy or not values or not (how.through or tensor.door):
        return 0
    storages, since = m.storage(values[0]).copied if isinstance(values[0], Tensor) else ((), 0)
    return since if tensor.storage in storages and not tensor.view else 0


def _mark_overwritten(m: Machine, tensor: Tensor, how: Writing, values: list[Value]) -> None:
    """Remember writes of which other readers of the memory may not know."""
    storage = m.storage(tensor)
    if storage.overwritten and storage.overwritten.kind == "discarded-result":
        m.change(tensor, overwritten=None)  # here it is written
    spot = m.spot(how.node)
    is_counted = not tensor.detached and how.through in ("", "optimizer")
    if storage.split and tensor.view != "split" and is_counted:
        m.change(tensor, split_written=spot)
    if is_seen_outside(m, tensor, how):
        return
    if is_scaled(m, tensor, how):
        _mark_scaled(m, tensor, how)
        return
    if is_handed_detached(m, tensor, how):
        edits, name = copy_alias(m, tensor, how), ast.unparse(how.target)
        found = Overwrite("detached-alias", spot, name, m.scope[0], m.statement, edits)
        m.change(tensor, overwritten=found)
        return
    is_attribute = isinstance(how.target, ast.Attribute) and not tensor.door
    is_plain = not tensor.detached and not tensor.door
    taken = operand(m, tensor, how) if is_plain and storage.needs else ""
    written = how.target
    while tensor.detached and isinstance(written, ast.Subscript):
        written = written.value  # who writes `alias[1:][mask]` writes the alias
    if not (isinstance(written, ast.Name) or is_attribute or taken) or not storage.needs:
        return
    name = taken or ast.unparse(written)
    if how.activates and not is_attribute and not rebinds(m.statement, name):
        kind = "shared-input"
    elif taken:
        kind = "operand-write"
    elif tensor.detached and not tensor.door and m.state.grad_on and not storage.is_leaf:
        kind = "detached-alias"
    elif not tensor.view and second_names(m, tensor, name):
        kind = "plain-alias"
    elif tensor.storage in m.state.appended and is_plain_write(m, tensor, how):
        kind = "kept-alias"
    elif sums_into_item(m, tensor, how, values):
        kind = "summed-item"
    else:
        return
    if storage.overwritten and storage.overwritten.kind == kind == "detached-alias":
        return  # the first write is told
    is_taken = kind in ("shared-input", "operand-write")
    edits = out_of_place(m, how, is_old_meant=True) if is_taken else copy_alias(m, tensor, how)
    if kind in ("kept-alias", "summed-item") and (plain := rebind_statement(m, how)):
        edits = (plain,)
    others = second_names(m, tensor, name) if kind == "plain-alias" else frozenset()
    found = Overwrite(kind, spot, name, m.scope[0], m.statement, edits, others)
    m.change(tensor, overwritten=found)


def _mark_scaled(m: Machine, tensor: Tensor, how: Writing) -> None:
    """Remember a factor that gradients will not know, until another kind of factor comes."""
    storage = m.storage(tensor)
    known = {key for key in storage.cuts if m.state.cuts[key].kind == "scaled"}
    if any(m.state.cuts[key].subject != how.op for key in known):
        m.change(tensor, cuts=storage.cuts - known)  # it may be taken back
        return
    edits = without_data(m, how) if m.state.names_of(tensor.storage) == 1 else ()
    key = m.new_cut("scaled", m.spot(how.node), [], how.op, edits)
    m.state.scaled |= {key}
    m.change(tensor, cuts=(storage.cuts - known) | {key})


def read_overwritten(m: Machine, name: str, value: Tensor) -> None:
    """Note that a name is read whose memory somebody has overwritten behind its back."""
    found = m.storage(value).overwritten
    if found is None or found.statement is m.statement or value.detached or not m.state.grad_on:
        return
    if found.kind == "shared-grad":
        tell_shared_name(m, value, found)
        return
    around = function_around(m.source, m.statement.lineno) if m.statement else None
    if is_only_looked_at(m.statement, name, around or m.source.tree):
        return
    if found.kind in ("kept-alias", "summed-item"):
        return  # only what comes out of the list is another reader
    if found.kind == "operand-write" and is_handed_on(m.statement, name):
        return
    if found.kind in ("input-alias", "view-alias"):
        if (m.scope[0], name) in found.readers:
            edits, sure = found.edits, found.kind == "input-alias" or m.needs(value) == Needs.YES
            m.note(
                "plain-alias", found.spot, found.target, detail=name, raises=False, sure=sure,
                edits=edits,
            )  # fmt: skip
            m.change(value, overwritten=None)
        return
    if found.kind != "detached-alias" and m.scope[0] != found.frame:
        return
    if found.kind == "plain-alias" and (m.scope[0], name) not in found.readers:
        return  # a name that was given after the write means what is there now
    same = name == found.target and m.scope[0] == found.frame
    if same == (found.kind in ("shared-input", "operand-write")):
        is_operand = found.kind == "operand-write"
        sure = is_believed(m, value) if is_operand else m.needs(value) == Needs.YES
        m.note(
            found.kind,
            found.spot,
            found.target,
            detail=name,
            raises=False,
            sure=sure,
            edits=found.edits,
        )
        m.change(value, overwritten=None)


def _fact(m: Machine, tensor: Tensor, how: Writing, values: list[Value]) -> StaticWrite:
    is_needed = bool(m.state.saves.get(tensor.storage))
    return StaticWrite(
        spot=m.spot(how.node),
        op=how.op,
        form=how.form,
        target="" if how.is_between else m.source.once(ast.unparse, how.target),
        statement=m.source.place(m.statement or how.node),
        order=m.fresh_id(),
        through=how.through or tensor.door,
        rebinds=how.rebinds,
        keeps_names=is_needed and bool(how.rebinds) and _has_one_name(m, tensor, how),
        clone=own_memory(m, tensor, how, values) if is_needed else (),
        plain=in_plain(m, tensor, how) if is_needed else (),
        outermost=m.source.place(m.outermost) if m.outermost else None,
        calls=tuple(m.source.place(one) for one in m.statements if one) if is_needed else (),
    )


def _flow_into(m: Machine, tensor: Tensor, how: Writing, values: list[Value]) -> None:
    """Let gradient flow from what is written, or note that it does not."""
    storage = m.storage(tensor)
    cuts = storage.cuts
    if m.state.grad_on and not tensor.detached and not how.through:
        cuts |= m.cuts(values)
        m.change(
            tensor,
            needs=max(storage.needs, m.most_needed(values)),
            graph=storage.graph | m.graphs(values),
            leaves=storage.leaves | m.leaves(values),
            cuts=cuts,
            is_leaf=storage.is_leaf and not m.most_needed(values),
        )
        return
    is_plain = not storage.is_leaf or storage.needs == Needs.NO
    if tensor.door == "data" and is_plain and m.leaves(values):
        edits = without_data(m, how)
        said = f"{how.op} through .data"
        cuts |= {m.new_cut("data", m.spot(how.node), values, said, edits)}
    elif storage.is_leaf and not how.through:
        cuts |= _dropped_graphs(m, tensor, how, values)
    m.change(tensor, cuts=cuts)


def _dropped_graphs(m: Machine, leaf: Tensor, how: Writing, values: list[Value]) -> set[int]:
    """Return the cuts of gradients whose graph was asked for, and is not written with them.

    A leaf that is moved along its own gradient, which depends on nothing else, is trained.
    """
    known = set(m.state.second_order.values())
    before = [cut for cut in map(m.state.cuts.__getitem__, m.cuts(values)) if cut.source in known]
    marks = m.graphs(values) & known | {cut.source for cut in before if cut.source is not None}
    leaves = m.leaves(values).union(*(cut.leaves for cut in before))
    if leaves <= {leaf.storage}:
        return set()
    edits = with_new_weights(m) if marks else ()
    found = {m.new_cut("detach", m.spot(how.node), [], how.op, edits): mark for mark in marks}
    for cut, mark in found.items():
        m.state.cuts[cut] = replace(m.state.cuts[cut], source=mark, leaves=leaves)
    m.state.scaled |= found.keys()  # who detaches the leaf does not mean the graph
    return set(found)


def _is_refused(m: Machine, tensor: Tensor, how: Writing, values: list[Value]) -> bool:
    """Note a write that PyTorch refuses at once."""
    storage = m.storage(tensor)
    subject = m.source.once(ast.unparse, how.target)
    spot = m.spot(how.node)
    for value in values:
        if isinstance(value, Tensor) and (what := overlap(m, how, tensor, value)):
            m.note(
                "overlapping-write", spot, subject, detail=how.op, made=value.made,
                raises=what == "raises", edits=read_first(m, how),
            )  # fmt: skip
            return what == "raises"
    if tensor.view == "expanded" and how.op not in ("fill_", "zero_"):  # all get the same
        clone = clone_before(m.source, how.target, m.statement)
        raises = not picks_one(m, tensor, how)
        m.note(
            "expanded-write",
            spot,
            subject,
            detail=how.op,
            made=tensor.made,
            raises=raises,
            edits=[clone],
        )
        return raises
    if tensor.view == "overlapping" and m.state.grad_on and storage.needs:
        clone = clone_before(m.source, how.target, m.statement)
        sure = storage.needs == Needs.YES
        made = tensor.made
        m.note("expanded-write", spot, subject, detail=how.op, made=made, raises=False, sure=sure,
               edits=[clone])  # fmt: skip
        return False
    if not m.state.grad_on or tensor.door:
        return False
    sure = storage.needs == Needs.YES
    asked = max(storage.needs, m.most_needed(values))
    if tensor.view == "no_grad" and asked:
        sure = asked == Needs.YES
        edits = view_again(m, tensor, how)
        m.note(
            "no-grad-view-write", spot, subject, detail=how.op, made=tensor.made, sure=sure,
            edits=edits,
        )  # fmt: skip
        # PyTorch raises; mended, the base holds what was written, and needs what it needs.
        _flow_into(m, replace(tensor, detached=False), how, values)
        return True
    if tensor.detached or not storage.needs:
        return False
    if kind := _REFUSED.get(tensor.view):
        sure = sure and (storage.is_local or tensor.view != "split")  # rows of data, perhaps
        edits = out_of_place(m, how) or own_memory(m, tensor, how, values)
        edits = edits or _mend_restricted(m, tensor, how)
        m.note(kind, spot, subject, detail=how.op, made=tensor.made, sure=sure, edits=edits)
        return True
    if storage.is_leaf:
        kind = "leaf-view-write" if tensor.view else "leaf-write"
        made = tensor.made or storage.made
        is_held = tensor.storage in m.state.held  # then it is to be changed, not to be copied
        edits = () if is_held else out_of_place(m, how) or copy_data(m, tensor, how)
        edits = edits or (() if is_held else on_stand_in(m, how) or on_copy(m, how, storage))
        edits = edits or (() if is_held else on_what_is_given_back(m, how))
        edits = edits or under_no_grad(m, how, () if is_held else values)
        if not edits and isinstance(how.target, ast.Name) and not is_held:
            clone = clone_before(m.source, how.target, m.statement)
            edits = under_another_name(m, how) or ((clone,) if clone else ())
        sure = sure and not _is_made_below(spot, made)
        m.note(kind, spot, subject, detail=how.op, made=made, sure=sure, edits=edits)
        return sure
    return False


def _is_made_below(spot: Spot, made: Spot | None) -> bool:
    """Tell whether a leaf is made by the same function further down: it would have to run twice."""
    if made is None or spot.function != made.function or not spot.function:
        return False
    return made.place.start.row > spot.place.start.row


def _mend_restricted(m: Machine, tensor: Tensor, how: Writing) -> tuple[Edit, ...]:
    if tensor.view == "split":
        anew = part_of_its_own(m, tensor, how) or parts_anew(m, tensor, how)
        return anew or part_by_part(m, tensor)
    plain = rebind_statement(m, how) or clone_before(m.source, how.target, m.statement)
    return (plain,) if plain else ()  # the base keeps the old value


def _has_one_name(m: Machine, tensor: Tensor, how: Writing) -> bool:
    storage: Storage = m.storage(tensor)
    # A name of an outer scope cannot be rebound from here.
    return (
        isinstance(how.target, ast.Name)
        and how.target.id in m.state.frames[m.scope[0]]
        and storage.is_local
        and not storage.has_escaped
        and m.state.names_of(tensor.storage) == 1
    )
