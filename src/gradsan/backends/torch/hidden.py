"""Find a stale value that no node shows: what an op kept that wrote through a view.

Such a write is one node, CopySlices, which hides the node of the op itself. What is left is the
text of torch's error, with two versions, and the write log: the memory whose last write has the
one version and was saved at the other. If two memories fit, nothing is told.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gradsan.backends.host import Entry, Log
from gradsan.backends.torch.freed import is_freed
from gradsan.backends.torch.graph import nodes_from
from gradsan.backends.torch.orders import mark_of, order_among
from gradsan.backends.torch.places import NodePlaces
from gradsan.backends.torch.staleness import versions_in
from gradsan.backends.torch.words import node_of, op_of
from gradsan.model.event import Save


def hidden_save(
    roots: tuple[Any, ...], error: RuntimeError, log: Log, places: NodePlaces
) -> tuple[Save, str, int] | None:
    """Return what was saved, the node that keeps it and the version that was found."""
    if (versions := versions_in(error)) is None:
        return None
    numbers = _hiding(roots)
    told = (_saved_by(number, versions, log, places) for number in numbers)
    return next((one for one in told if one is not None), None)


def _saved_by(
    number: int, versions: tuple[int, int], log: Log, places: NodePlaces
) -> tuple[Save, str, int] | None:
    found, expected = versions
    entries = log.entries()
    maker = next((e for e in reversed(entries) if e[9] <= number < e[10]), None)
    if maker is None:
        return None
    fitting = {e[2] for e in entries if e[6] == found and e[9] > number}
    fitting = {storage for storage in fitting if _was_at(expected, storage, number, entries)}
    # Most ops keep what they wrote.
    storage = maker[2] if maker[2] in fitting else fitting.pop() if len(fitting) == 1 else None
    if storage is None:
        if (maker[6], expected) != (found, found - 1):
            return None
        # It kept what it then wrote itself: `v.mul_(v)`.
        storage, order = maker[2], maker[0]
    else:
        marks = sorted(mark_of(entry) for entry in entries if entry[2] == storage)
        order = order_among(marks, number, expected, maker[11])
    writes = [write for write in log.writes_to(storage) if write.order > order]
    if not writes:
        return None
    name = node_of(maker[5])
    stack = places.at(number)
    extent = writes[0].extent
    save = Save(order, order, storage, extent, op_of(name), expected, stack=stack)
    return save, name, found


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
