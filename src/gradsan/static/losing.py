"""Gradient that goes nowhere: what a loss was computed from, and backward does not come to."""

from __future__ import annotations

import ast
import re

from gradsan.model.finding import Edit
from gradsan.static.freezing import unfreeze
from gradsan.static.grad_mode import switch_on
from gradsan.static.gradients import keep_graph
from gradsan.static.late_flags import earlier
from gradsan.static.left_out import is_left_out
from gradsan.static.machine import Machine
from gradsan.static.query import Spot
from gradsan.static.rewrites import (
    expression_at,
    without_call,
)
from gradsan.static.round_trip import stay_in_torch
from gradsan.static.updates_by_hand import tell_update
from gradsan.static.values import Cut, Needs, Storage, Tensor

# Somebody hands gradients or weights over by himself.
_HANDED = re.compile(rb"\bgrad[\"']?\b|param_groups|add_param_group|load_state_dict")


def tell_lost(m: Machine, loss: Tensor, spot: Spot) -> None:
    """Note what a backward does not come to, though the loss was computed from it."""
    cuts = sorted(m.cuts([loss]))
    reached = m.leaves([loss])
    if m.needs(loss) == Needs.NO:
        tell_no_graph(m, cuts, spot)
        return
    if m.storage(loss).is_leaf and loss.storage in reached and not loss.view:
        tell_no_graph(m, cuts, spot, raises=False)  # made a leaf anew
        return
    for cut in map(m.state.cuts.__getitem__, sorted(m.storage(loss).number_terms)):
        m.note("cut-partly", cut.spot, cut.subject, needed=spot, raises=False, edits=cut.edits)
    for key in cuts:
        cut = m.state.cuts[key]
        if cut.kind == "scaled":
            text = m.source.text(cut.spot.place)
            m.note("scaled-data", cut.spot, text, needed=spot, raises=False, edits=cut.edits)
            continue
        is_dropped = cut.kind == "detach" and cut.source in m.state.second_order.values()
        if is_dropped and cut.source not in m.graph(loss):
            asked = m.state.taken - m.state.held  # of these points a gradient is taken, that is all
            trained = cut.leaves - asked or cut.leaves
            kind = "gradient-cut" if trained <= reached else "gradient-lost"
            m.note(kind, cut.spot, cut.subject, needed=spot, raises=False, edits=cut.edits)
        if cut.kind == "detach":
            m.state.set_aside |= dict.fromkeys(cut.leaves - reached, key)
        if cut.kind == "question":
            m.state.compared |= dict.fromkeys(cut.leaves - reached, key)
        if cut.kind == "flagged" and not cut.leaves <= reached:
            m.note("cut-flagged", cut.spot, cut.subject, needed=spot, raises=False, edits=cut.edits)
            continue
        if cut.kind in ("detach", "frozen", "flagged", "attribute", "question"):
            continue  # meant so
        if cut.kind == "grad":
            if m.state.held and not cut.leaves & (m.state.held | reached):
                continue  # of a reference that nobody trains: its slopes are data
            m.note("first-order-only", cut.spot, needed=spot, raises=False, edits=cut.edits)
            continue
        if cut.kind == "copied":
            m.note("copied-term", cut.spot, needed=spot, raises=False, edits=cut.edits)
            continue
        if cut.kind == "silenced":
            if cut.leaves <= reached:
                mends = switch_on(m, cut, is_whole=True)
                m.note(
                    "silenced-term", cut.spot, cut.subject, needed=spot, raises=False, edits=mends
                )
            continue
        if cut.kind == "term":
            subject = cut.subject
            kind = "cut-term" if cut.leaves & reached else "cut-question"
            m.note(kind, cut.spot, subject, needed=spot, raises=False, edits=cut.edits)
            continue
        if cut.kind == "math" and cut.leaves <= reached:
            subject = cut.subject
            m.note("cut-partly", cut.spot, subject, needed=spot, raises=False, edits=cut.edits)
            continue
        if cut.kind == "tensor" and cut.leaves <= reached and _copies_entries(m, cut):
            m.note("copied-entries", cut.spot, needed=spot, raises=False, edits=cut.edits)
        if cut.source in m.state.diverged:
            subject = cut.subject
            m.note("sampled-partly", cut.spot, subject, needed=spot, raises=False, edits=cut.edits)
        for leaf in cut.leaves - reached:
            m.state.lost.setdefault(leaf, key)


def tell_no_graph(
    m: Machine, cuts: list[int], spot: Spot, *, raises: bool = True, is_asked: bool = False
) -> None:
    """Tell why nothing of the loss needs a gradient, if that is known.

    `is_asked`: of torch.autograd.grad, which adds nothing to what a backward has left.
    """
    known = [cut for cut in (m.state.cuts[key] for key in cuts) if cut.leaves]
    # A deliberate detach is to blame only if there is nothing else.
    known.sort(
        key=lambda cut: (
            cut.kind in ("detach", "question") or cut.source is not None,
            cut.kind == "frozen",
        )
    )
    for cut in known:
        if tell_update(m, cut.spot, spot, raises=raises):
            return
        kind = "first-order-only" if cut.kind in ("grad", "attribute") else _kind_of(cut)
        mends = _mends(m, cut, is_whole=True)
        if is_asked and cut.backward and not mends:
            mends = keep_graph(m, cut.backward)
        m.note(kind, cut.spot, cut.subject, needed=spot, raises=raises, edits=mends)
        return
    known_storages = m.state.storages.items()
    late = [one for key, one in known_storages if one.late and key not in m.state.reached]
    if raises and len(late) == 1 and not cuts and (where := late[0].late):
        m.note("late-requires-grad", where, needed=spot, edits=earlier(m, late[0]))


def _copies_entries(m: Machine, cut: Cut) -> bool:
    """Tell whether a table is written down by its entries: a matrix is seldom a constant."""
    match expression_at(m.source, cut.spot.place):
        case ast.Call(args=[ast.List(elts=[_, _, *_] as rows)]):
            return all(isinstance(row, ast.List) and len(row.elts) > 1 for row in rows)
    return False


def _mends(m: Machine, cut: Cut, *, is_whole: bool) -> tuple[Edit, ...]:
    """Return the edits that keep a value in the graph, found when they are asked for."""
    if cut.kind == "no_grad":
        return switch_on(m, cut, is_whole=is_whole)
    if cut.kind == "numpy":
        return stay_in_torch(m, cut)
    if cut.kind == "frozen":
        return unfreeze(m, cut)
    return cut.edits


def _kind_of(cut: Cut) -> str:
    return "cut-item" if cut.kind == "math" else f"cut-{cut.kind}"


def _tell_compared(m: Machine) -> None:
    """Note leaves that were made to be trained, and are only asked whether they are larger."""
    for leaf, key in m.state.compared.items():
        storage = m.state.storages[leaf]
        if leaf in m.state.reached | m.state.opaque | m.state.managed:
            continue
        is_wanted = not m.state.held or leaf in m.state.held
        if is_wanted and is_left_out(m, leaf, m.state.cuts[key].spot):
            cut = m.state.cuts[key]
            m.note("cut-nondiff", cut.spot, cut.subject, raises=False)
            continue
        if not storage.is_scalar and not _is_parameter(m, storage):
            continue
        if leaf in m.state.held or (not m.state.held and storage.made and storage.is_local):
            cut = m.state.cuts[key]
            m.note("cut-nondiff", cut.spot, cut.subject, raises=False)


def _is_parameter(m: Machine, storage: Storage) -> bool:
    """Tell whether somebody made a Parameter of it: then it is to be trained."""
    made = expression_at(m.source, storage.made.place) if storage.made else None
    return isinstance(made, ast.Call) and ast.unparse(made.func).endswith("Parameter")


def _tell_data(m: Machine) -> None:
    """Note weights that a module's forward reads through `.data` and nothing else reads."""
    for leaf, key in m.state.set_aside.items():
        cut = m.state.cuts[key]
        if leaf in m.state.reached | m.state.opaque | m.state.managed or cut.subject != ".data":
            continue
        if cut.spot.function.endswith("forward") and leaf not in m.state.written:
            found = expression_at(m.source, cut.spot.place)
            plain = without_call(m.source, found) if found else None
            m.note("weight-data", cut.spot, cut.subject, raises=False, edits=[plain])


def _tell_copies(m: Machine) -> None:
    """Note that a loss is that of copied weights, while an optimizer holds the originals."""
    held, reached, opaque = m.state.held, m.state.reached, m.state.opaque
    copied = sorted(reached & m.state.copies.keys() - held - opaque)
    if not copied or held & (reached | opaque) or _HANDED.search(m.source.content):
        return
    for leaf in copied:
        original, where = m.state.copies[leaf]
        if original in held:
            m.note("loss-of-copy", where, raises=False)
            return


def _tell_late(m: Machine) -> None:
    """Note leaves that an optimizer has stepped, and that were none yet when they were used."""
    for leaf in sorted(m.state.held & m.state.stepped - m.state.reached - m.state.opaque):
        storage = m.state.storages[leaf]
        if storage.late and storage.used and m.state.roots:
            edits = earlier(m, storage)
            m.note("late-requires-grad", storage.late, raises=False, edits=edits)


def tell_lost_leaves(m: Machine) -> None:
    """At the end of a path: leaves that influence a loss, but only through a cut."""
    held = m.state.held
    _tell_compared(m)
    _tell_data(m)
    _tell_copies(m)
    _tell_late(m)
    for leaf, key in m.state.lost.items():
        if leaf in m.state.reached or leaf in m.state.opaque or leaf in m.state.managed:
            continue
        if held and leaf not in held:
            continue  # no optimizer wants to train it
        cut = m.state.cuts[key]
        if cut.kind == "parameter" and leaf not in held and not m.state.is_named(leaf):
            continue  # the new one has taken its place
        # Who writes no_grad may mean it; only an optimizer that holds the weights says no.
        sure = cut.kind != "no_grad" or bool(held)
        kind = _kind_of(cut)
        mends = _mends(m, cut, is_whole=False)
        m.note(kind, cut.spot, cut.subject, raises=False, sure=sure, edits=mends)
