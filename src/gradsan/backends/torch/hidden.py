"""Find a stale value that no node shows: what an op kept that wrote through a view.

Such a write is one node, CopySlices, which hides the node of the op itself. What is left is the
text of torch's error, with two versions, and the write log: the memory whose last write has the
one version and was saved at the other. If two memories fit, nothing is told. A result that was
changed without a word is known by the log alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from gradsan.backends.host import Entry, Log
from gradsan.backends.torch.freed import is_freed
from gradsan.backends.torch.graph import nodes_from
from gradsan.backends.torch.living import graph_versions
from gradsan.backends.torch.orders import mark_of, order_among
from gradsan.backends.torch.places import NodePlaces
from gradsan.backends.torch.staleness import versions_in
from gradsan.backends.torch.words import in_place_name, node_of, op_of
from gradsan.model.event import Save, Write
from gradsan.ops.table import torch_ops

_NO_NUMBERS = frozenset({"mask", "index", "indices"})  # of another dtype than what is written


def hidden_save(
    roots: tuple[Any, ...], error: RuntimeError, log: Log, places: NodePlaces
) -> tuple[Save, str, int] | None:
    """Return what was saved, the node that keeps it and the version that was found."""
    if (versions := versions_in(error)) is None:
        return None
    numbers = _hiding(roots)
    told = (_saved_by(number, versions, log, places) for number in numbers)
    return next((one for one in told if one is not None), None)


def hidden_changes(
    roots: tuple[Any, ...], newest: int, log: Log, places: NodePlaces
) -> Iterator[tuple[Save, str]]:
    """Yield the results that ops on views kept and that may have changed without a word.

    Nodes made after the last write of that kind are not looked at. Whether such a write has
    touched what was kept is for others to judge.
    """
    entries = log.entries()
    for node in nodes_from(roots):
        number = node._sequence_nr()
        if number >= newest or not node.name().endswith("CopySlices"):
            continue
        if not places.has_lines and not places.is_ours(number):
            continue  # a hook has heard it, and looks itself
        maker = next((e for e in reversed(entries) if e[9] <= number < e[10]), None)
        if maker is None or not _kept_in_place(maker[5]).result:
            continue
        writes = log.writes_to(maker[2])
        own = next((write for write in writes if write.order == maker[1]), None)
        after = [write for write in writes if write.order > maker[1]]
        if own is None or not after or _is_seen(own, after):
            continue
        name, order = node_of(maker[5]), maker[1]
        stack = places.at(number) or maker[8]  # that write has made the node
        yield Save(order, order, maker[2], own.extent, op_of(name), own.version, stack=stack), name


def _is_seen(own: Write, after: Iterable[Write]) -> bool:
    """Tell whether torch sees a later write: it has raised the counter that saved the result.

    Another counter may have come to the same number; then a tensor that still lives must tell.
    """
    if all(write.version != own.version + 1 for write in after):
        return False
    return own.version not in graph_versions(own.storage)


def _saved_by(
    number: int, versions: tuple[int, int], log: Log, places: NodePlaces
) -> tuple[Save, str, int] | None:
    found, expected = versions
    entries = log.entries()
    maker = next((e for e in reversed(entries) if e[9] <= number < e[10]), None)
    if maker is None:
        return None
    keeps = _kept_in_place(maker[5])
    reached = {e[2] for e in entries if e[6] == found and e[9] > number}
    fitting = {one for one in reached if _was_at(expected, one, number, entries)}
    others = fitting - {maker[2]}
    is_reached = maker[6] == found or maker[2] in reached
    if maker[2] in fitting and keeps.result:
        storage = maker[2]
    elif len(others) == 1:
        storage = others.pop()
    elif keeps.argument and is_reached and maker[6] == expected + 1:
        storage = maker[2]  # it kept what it then wrote itself: `v.mul_(v)`
    else:
        return None
    marks = sorted(mark_of(entry) for entry in entries if entry[2] == storage)
    order = order_among(marks, number, expected, maker[11])
    writes = [write for write in log.writes_to(storage) if write.order > order]
    if not writes:
        return None
    name = node_of(maker[5])
    stack = places.at(number) or maker[8]  # that write has made the node
    extent = writes[0].extent
    save = Save(order, order, storage, extent, op_of(name), expected, stack=stack)
    return save, name, found


class _InPlace(NamedTuple):
    """What an op keeps that may lie in the memory it writes."""

    argument: bool  # as it was before
    result: bool


def _kept_in_place(op: str) -> _InPlace:
    if op == "[]=":
        return _InPlace(argument=False, result=False)
    rows = torch_ops().get(in_place_name(op))
    if rows is None:
        return _InPlace(argument=True, result=True)
    kept = {
        kept.what in row.results
        for row in rows
        for kept in row.saves
        if kept.what not in _NO_NUMBERS
    }
    return _InPlace(argument=False in kept, result=True in kept)


def _hiding(roots: tuple[Any, ...]) -> list[int]:
    """Return the numbers of the nodes that may have failed, youngest first: none of them ran."""
    nodes = list(nodes_from(roots))
    ran = [node._sequence_nr() for node in nodes if is_freed(node)]
    hiding = [node for node in nodes if node.name().endswith("CopySlices")]
    numbers = [node._sequence_nr() for node in hiding]
    return sorted((one for one in numbers if one < min(ran, default=1 << 63)), reverse=True)


def _was_at(version: int, storage: int, number: int, entries: Iterable[Entry]) -> bool:
    """Tell whether the first write to a storage after a node has left the next version."""
    after = [entry for entry in entries if entry[2] == storage and entry[9] > number]
    return bool(after) and after[0][6] == version + 1
