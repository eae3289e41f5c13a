"""The training loop: backward, step, zero_grad, and what they do to graphs and gradients."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import replace

from gradsan.static.arguments import Arguments, is_true
from gradsan.static.clearing import clear_first, is_cleared_in_turn, tell_dropped
from gradsan.static.clipping import add_to_clipped, tell_clipped, tell_clipped_partly
from gradsan.static.copies import copies_of
from gradsan.static.freed import refuse_freed
from gradsan.static.freshness import root_of_view
from gradsan.static.gradients import slice_gradient
from gradsan.static.late_flags import earlier
from gradsan.static.leaving import is_passed_by, leave_out
from gradsan.static.losing import tell_lost, tell_no_graph
from gradsan.static.machine import Machine
from gradsan.static.nodes import children
from gradsan.static.order import hold_again, put_off, take_result
from gradsan.static.query import Spot, StaticHazard, StaticUse
from gradsan.static.rewrites import (
    drop,
    expression_at,
    is_fresh_in_loop,
    set_flag,
    statement_at,
    wrap,
)
from gradsan.static.showing import reachable
from gradsan.static.unasked import tell_nameless
from gradsan.static.values import NONE, Needs, Number, Overwrite, Storage, Tensor, Value


def use(m: Machine, value: Value, node: ast.expr | None, call: str, believed: Needs) -> None:
    """Tell every stale save in the graph of a value on which backward runs."""
    spot = m.spot(node) if node is not None else None
    for key in sorted(m.graph(value) & m.state.stale.keys()):
        save, write = m.state.stale[key]
        sure = min(save.needs, believed) == Needs.YES
        if (not sure and not m.wants_guesses) or is_passed_by(m, save, node):
            continue
        mends = put_off(m, save, write), leave_out(m, save, write), take_result(m, write)
        told = StaticUse(spot, call, *mends)
        kept = replace(save.fact, clone=copies_of(m, save))
        fact = StaticHazard(kept, write, told, "proved" if sure else "maybe")
        m.facts.add(fact)


def is_loss(m: Machine, given: list[Value]) -> bool:
    """Tell whether it is more than the gradient that `y.backward(gradient)` starts from."""
    if not given or not isinstance(given[0], Tensor):
        return bool(given)
    storage = m.storage(given[0])
    return bool(storage.needs) or not storage.is_leaf


def backward(m: Machine, node: ast.Call, loss: Value, args: Arguments) -> Value:
    """Run backward on a loss: uses, losses, frees."""
    spot = m.spot(node)
    for where, name, mends in m.state.reset:
        m.note("recompute-reset", where, name, needed=spot, raises=False, edits=mends)
    m.state.reset, m.state.recomputed = (), frozenset()
    _tell_kept_on_class(m, loss)
    # PyTorch raises at the first of these; the walk goes on as if it had been mended.
    if not refuse_freed(m, loss, spot):
        use(m, loss, node, "backward()", Needs.YES)
    own = m.graph(loss)
    m.state.second_order = {k: v for k, v in m.state.second_order.items() if v not in own}
    if isinstance(loss, Tensor):
        m.state.roots |= {loss.storage}
        tell_lost(m, loss, spot)
        leaves = m.leaves([loss])
        tell_nameless(m, leaves, spot)
        m.state.reached |= leaves
        _accumulate(m, leaves, spot)
        for leaf in leaves:
            m.state.derived.pop(leaf, None)
        if is_true(args.flag("create_graph")):
            m.state.derived |= dict.fromkeys(leaves, loss.storage)
    if not _retains(m, node, args):
        m.state.freed.update(dict.fromkeys(m.graph(loss), spot))
    return NONE


def _tell_kept_on_class(m: Machine, loss: Value) -> None:
    """Note calls whose backward reads what a later call has put in the place of their own."""
    marks = sorted(m.graph(loss) & m.state.applied.keys())
    calls = [m.state.applied[mark] for mark in marks]
    for call in calls:
        if sum(other.cls is call.cls for other in calls) > 1:
            m.note("kept-on-class", call.spot, call.name, raises=False, edits=call.edits)


def gradient(m: Machine, node: ast.Call, args: Arguments) -> Value:
    """Run torch.autograd.grad: a gradient that is itself out of the graph, unless kept in."""
    loss = args.positional[0]
    spot = m.spot(node)
    hands_on = any(keyword.arg is None for keyword in node.keywords) and m.call_nodes
    guilty = m.spot(m.call_nodes[-1]) if hands_on else spot  # who calls says what is kept
    behind = m.graphs(m.tensors(args.flag("inputs", 1)))  # nothing is asked of what made them
    if not refuse_freed(m, loss, spot, behind):
        use(m, loss, node, "grad()", Needs.YES)
    own = m.graph(loss)
    m.state.second_order = {k: v for k, v in m.state.second_order.items() if v not in own}
    if m.needs(loss) == Needs.NO:
        tell_no_graph(m, sorted(m.cuts([loss])), spot, is_asked=True)
    for tensor in m.tensors(args.flag("inputs", 1)):
        late = m.storage(tensor).late
        if late and isinstance(loss, Tensor) and tensor.storage not in m.leaves([loss]):
            m.note("late-requires-grad", late, needed=spot, edits=earlier(m, m.storage(tensor)))
    m.state.taken |= {tensor.storage for tensor in m.tensors(args.flag("inputs", 1))}
    _refuse_later_view(m, node, loss, args)
    keeps = args.flag("create_graph")
    result = Storage(has_escaped=True, made=spot)
    if isinstance(keeps, Number) and keeps.value is True:
        mark = m.fresh_id()
        made = m.new_tensor(
            Storage(m.needs(loss), m.graph(loss) | {mark}, m.leaves([loss]), made=spot)
        )
        m.state.second_order[made.storage] = mark
        return made
    if "create_graph" not in args.named and not args.has_star and m.leaves([loss]):
        caller = m.call_nodes[-1] if hands_on else node
        keep = None
        if isinstance(caller, ast.Call):
            keep = set_flag(m.source, caller, "create_graph", "True")
        cut = m.new_cut("grad", guilty, [loss], "torch.autograd.grad", [keep])
        result = Storage(cuts=frozenset({cut}), has_escaped=True, made=spot)
    if not _retains(m, node, args):
        m.state.freed.update(dict.fromkeys(m.graph(loss) - behind, spot))
    return m.new_tensor(result)


def _refuse_later_view(m: Machine, node: ast.Call, loss: Value, args: Arguments) -> None:
    """Note a gradient with respect to a tensor that did not exist when the output was made."""
    output = m.storage(loss).made if isinstance(loss, Tensor) else None
    for tensor in m.tensors(args.flag("inputs", 1)):
        if not isinstance(loss, Tensor) or output is None or "allow_unused" in args.named:
            return
        if not tensor.view and _is_later(m, tensor, loss):
            made = m.storage(tensor).made
            subject = m.source.text(made.place) if made else ""
            m.note("later-view", m.spot(node), subject, made=made)
            return
        made = tensor.made
        if tensor.view != "view" or made is None:
            continue
        if made.function == output.function and made.place.start.row > output.place.end.row:
            subject = m.source.text(made.place)
            edits = slice_gradient(m, node, made, output)
            m.note("later-view", m.spot(node), subject, made=made, edits=edits)
            return


def _is_later(m: Machine, tensor: Tensor, loss: Tensor) -> bool:
    """Tell whether an op has made a tensor after the output, which was not written since."""
    storage = m.storage(tensor)
    if storage.is_leaf or storage.needs != Needs.YES or storage.is_guess:
        return False
    is_written = m.state.written.get(loss.storage, 0) > tensor.storage
    return tensor.storage > loss.storage and not loss.view and not is_written


def _count_stores(home: ast.AST, name: str) -> int:
    names = (item for item in children(home) if isinstance(item, ast.Name) and item.id == name)
    return sum(isinstance(item.ctx, ast.Store) for item in names)


def _retains(m: Machine, node: ast.Call, args: Arguments) -> bool:
    """Tell whether the graph may live on after this backward."""
    for keyword in node.keywords:
        match keyword:
            case ast.keyword(arg="retain_graph", value=ast.Name(id=name)):
                home = m.origins.home(node.lineno) or m.source.tree
                if _count_stores(home, name) > 1:
                    return True  # it is kept until the last pass
    for name in ("retain_graph", "create_graph"):
        flag = args.flag(name)
        is_off = isinstance(flag, Number) and flag.known and not flag.value
        if name in args.named and not is_off:
            return True
    return False


# -- gradients and steps -----------------------------------------------------------------


def _accumulate(m: Machine, leaves: Iterable[int], spot: Spot) -> None:
    """Add to .grad; what a step has already used must have been cleared."""
    for leaf in leaves:
        state, before = m.state.grads.get(leaf, ("clear", spot))
        _tell_shared(m, leaf, state)
        if state == "full":
            add_to_clipped(m, leaf, before, spot)
        if state in ("read", "summed") and leaf not in m.state.held:
            m.state.grads[leaf] = ("summed", spot)
            continue
        if state == "probed" and before.place != spot.place:
            m.state.grads[leaf] = ("strayed", before)
            m.state.foreign[leaf] = (before, spot)
            continue
        if state == "full" and leaf in m.state.foreign and before.place != spot.place:
            m.state.grads[leaf] = ("mingled", before)
            m.state.foreign[leaf] = (before, spot)
            continue
        if state != "mixed":  # else the first of several backwards has added to the old one
            m.state.grads[leaf] = ("mixed" if state == "used" else "full", spot)


def _tell_shared(m: Machine, leaf: int, state: str) -> None:
    """Note a `.grad` kept in a container that is about to be written in place."""
    if state == "clear" or leaf not in m.state.read:
        return
    for frame, name, value in _names_for_grad(m, leaf):
        if made := m.storage(value).made:
            told = Overwrite("shared-grad", made, name, frame, m.statement)
            m.change(value, overwritten=told)
    for key in sorted(reachable(m.state)):
        for item in m.state.objects[key].items or ():
            if isinstance(item, Tensor) and m.storage(item).grad_of == leaf:
                made = m.storage(item).made
                node = expression_at(m.source, made.place) if made else None
                if made and not (node and is_fresh_in_loop(m.source, node, root_of_view(node))):
                    mend = wrap(m.source, node, ".clone()") if node else None
                    m.note("shared-grad", made, raises=False, edits=[mend])


def _names_for_grad(m: Machine, leaf: int) -> list[tuple[int, str, Tensor]]:
    """Return the names that were given to the `.grad` of a leaf, with their frames."""
    if leaf not in m.state.read:
        return []
    return [
        (frame, name, value)
        for frame, values in m.state.frames.items()
        for name, value in values.items()
        if isinstance(value, Tensor) and m.storage(value).grad_of == leaf
    ]


def tell_shared_name(m: Machine, value: Tensor, found: Overwrite) -> None:
    """Note a `.grad` that was kept under a name, if another is kept beside it."""
    leaf = m.storage(value).grad_of
    others = _names_for_grad(m, leaf) if leaf is not None else []
    if any(other.storage != value.storage for _, _, other in others):
        node = expression_at(m.source, found.spot.place)
        mend = wrap(m.source, node, ".clone()") if node else None
        m.note("shared-grad", found.spot, raises=False, edits=[mend])
        m.change(value, overwritten=None)


def clear_grads(
    m: Machine, tensors: Iterable[Tensor], spot: Spot, *, in_place: bool = False
) -> None:
    """Run zero_grad; in place, the old .grad tensor is written and stays."""
    cleared = list(tensors)
    if not in_place:  # whoever has an old one keeps it as it is
        for key in [key for tensor in cleared for key in m.state.read.pop(tensor.storage, ())]:
            m.state.storages[key] = m.state.storages[key]._replace(grad_of=None)
    for tensor in cleared:
        m.state.derived.pop(tensor.storage, None)
        m.state.clips.pop(tensor.storage, None)
        if in_place:
            _tell_shared(m, tensor.storage, m.state.grads.get(tensor.storage, ("clear", spot))[0])
        state, made = m.state.grads.get(tensor.storage, ("clear", spot))
        m.state.edited = {k: v for k, v in m.state.edited.items() if k != tensor.storage}
        is_foreign = m.state.foreign.pop(tensor.storage, None) is not None
        is_full = state in ("full", "mixed", "mingled", "probed", "strayed")
        if state == "full" and not is_foreign:
            m.state.dropped[tensor.storage] = (made, spot)
        m.state.grads[tensor.storage] = ("zeroed" if is_full else "clear", spot)


def _is_refused(m: Machine, backward: Spot) -> bool:
    """Tell whether PyTorch raises in a backward, for the weights that a step has moved."""
    return any(
        hazard.write.through == "optimizer" and hazard.use.spot == backward
        for hazard in m.facts.hazards.values()
    )


def use_grads(m: Machine, tensors: Iterable[Tensor], spot: Spot) -> None:
    """Run the reading half of a step: gradients that were cleared too early are no use."""
    held = list(tensors)
    keys = {tensor.storage for tensor in held}
    for old, new, where, led in m.state.replaced:
        if old & keys and not new & m.state.held:
            edits = hold_again(m, spot, led)
            m.note("replaced-after-optimizer", where, needed=spot, raises=False, edits=edits)
    m.state.stepped |= keys
    states = {t.storage: m.state.grads.get(t.storage) for t in held}
    known = [state for state in states.values() if state is not None]
    is_in_turn = is_cleared_in_turn(m)
    if known and all(state == "zeroed" for state, _ in known) and not is_in_turn:
        cleared = known[0][1]
        statement = statement_at(m.source, cleared.place)
        mend = drop(m.source, statement) if statement else None
        m.note("zeroed-before-step", cleared, needed=spot, raises=False, edits=[mend])
    tell_clipped(m, states, spot)
    tell_clipped_partly(m, keys, spot)
    for leaf in keys & m.state.edited.keys():
        where, mends = m.state.edited[leaf]
        m.note("grad-edited", where, needed=spot, raises=False, edits=mends)
    if not is_in_turn:
        tell_dropped(m, keys, states, spot)
    for key, state in states.items():
        if state is None:
            continue
        clear = clear_first(m, m.state.foreign[key][1]) if key in m.state.foreign else []
        if state[0] == "strayed":
            m.note("stray-grad", state[1], needed=spot, raises=False, edits=clear)
        if state[0] == "mingled":
            left, adds = m.state.foreign.get(key, (state[1], spot))
            m.note("mingled-grad", adds, made=left, needed=spot, raises=False, edits=clear)
        if state[0] == "mixed" and not is_in_turn:
            # Of one that is refused for the step before it: is the sum meant, behind all of them?
            first = [] if _is_refused(m, state[1]) else clear_first(m, state[1])
            m.note("stale-grad", state[1], needed=spot, raises=False, edits=first)
        is_full = state[0] in ("full", "mixed", "mingled", "read", "probed", "strayed")
        m.state.grads[key] = ("used" if is_full else "clear", spot)
    # Gradients of others that this step leaves lying about.
    for leaf, (state_of, made) in m.state.grads.items():
        if state_of == "full" and leaf not in keys:
            m.state.foreign[leaf] = (made, spot)
