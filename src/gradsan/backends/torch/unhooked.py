"""Read what the nodes of a graph keep, where no hook of ours was there when they saved it.

torch hands out the tensor behind a saved value without a check. When it was saved follows from
the number of the node (`orders`), where from the line index (`places`). Values that somebody
else has packed are left alone: to read them would run his code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import torch

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.exports import Export, Exports
from gradsan.backends.torch.graph import nodes_from, raw_names, raw_saves, saved_name
from gradsan.backends.torch.memory import PLAIN, address, dense_part, pointer_of
from gradsan.backends.torch.orders import Mark, Orders, mark_of
from gradsan.backends.torch.own_results import GIVEN
from gradsan.backends.torch.places import NodePlaces
from gradsan.backends.torch.saves import Record, is_suspect
from gradsan.backends.torch.staleness import is_stale_error, versions_in
from gradsan.backends.torch.unseen import Unseen


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """One value that a node keeps, and what torch has to say about it."""

    node: Any
    record: Record  # its version is the one that torch expects
    is_stale: bool


class Unhooked:
    """What nodes keep without hooks."""

    def __init__(self, host: Host, places: NodePlaces, exports: Exports, unseen: Unseen) -> None:
        self.host = host
        self.places = places
        self.exports = exports
        self.unseen = unseen
        self.orders = Orders(host.log)

    def kept_by(self, node: Any) -> Iterator[Kept]:
        """Yield the tensors that a node keeps unpacked."""
        for name in raw_names(type(node)):
            for raw in raw_saves(node, name):
                value = private.saved_data(raw)
                if isinstance(value, torch.Tensor):
                    yield self._kept(node, name, raw, value)

    def record(self, node: Any, name: str, raw: Any, value: Any) -> Record:
        """Return the record of one value that a node keeps unpacked."""
        return self._kept(node, name, raw, value).record

    def _kept(self, node: Any, name: str, raw: Any, value: Any) -> Kept:
        with private.no_overrides():
            version = private.version_or_zero(value)
            expected = _expected(node, name, raw, version)
            saved = version if expected is None else expected
            number = node._sequence_nr()
            storage = address(dense_part(value)) if type(value) in PLAIN else address(value)
            export = self.exports.by_storage.get(storage)
            marks: tuple[Mark, ...] = (export.mark,) if export else ()
            moves = self.unseen.moves_of(value)
            move = next((move for move in moves if move.number > number), None)
            left = move.left if move else 0
            if move:
                storage = -left
                marks += tuple(map(mark_of, self.host.log.entries_to(move.storage)))
            for earlier in moves:  # what was saved after them lies after them
                marks += tuple(map(mark_of, self.host.log.entries_to(-earlier.left)))
            # Without lines it was saved where no hook was: in another thread, before the guard.
            # Then the number may be another thread's: what came later either way is the answer.
            stack = self.places.unhooked(number)
            order = self.orders.of(number, saved, storage, *marks)
            if not stack and not self.places.is_ours(number):
                order = max(order, self.orders.of(None, saved, storage, *marks))
            is_given = name in GIVEN and private.node_of(value) is None
            pointer = -left or (pointer_of(value) if is_given else 0)
            record = (value, saved, order, stack, None, pointer)
        return Kept(node, record, expected is not None)

    def changed_unseen(
        self, roots: tuple[Any, ...], inputs: Iterable[Any]
    ) -> list[tuple[Kept, Export | None]]:
        """Find what a pass will read that was changed, though torch will not object.

        Nodes made after the last write of that kind are not looked at.
        """
        newest = self.unseen.newest_here()
        found: list[tuple[Kept, Export | None]] = []
        if newest < 0:
            return found
        last_writes = self.host.log.last
        # The youngest first, as the engine reads them.
        for node in sorted(nodes_from(roots), key=lambda one: -one._sequence_nr()):
            if node._sequence_nr() >= newest:
                continue
            for kept in self.kept_by(node):
                value, _, order, *_ = kept.record
                if kept.is_stale or type(value) not in PLAIN:
                    continue
                if is_suspect(kept.record, last_writes, self.unseen):
                    found.append((kept, None))
                elif export := self.exports.changed(value, order):
                    found.append((kept, export))
        targets = {id(_edge(one)) for one in inputs}
        if not targets:
            return found
        return [pair for pair in found if _reaches(pair[0].node, targets)]


def _edge(value: Any) -> Any:
    """Return the node that a gradient for a value arrives at."""
    if hasattr(value, "node"):
        return value.node
    try:
        return torch.autograd.graph.get_gradient_edge(value).node if value.requires_grad else None
    except RuntimeError:
        return None  # one of several views, and the base was written


def _reaches(node: Any, targets: set[int]) -> bool:
    return any(id(other) in targets for other in nodes_from((_Root(node),)))


@dataclass(frozen=True, slots=True)
class _Root:
    node: Any


def _expected(node: Any, name: str, raw: Any, found: int) -> int | None:
    """Return the version that torch expects of a saved value, if it is not the one it has."""
    by_name = partial(getattr, node, saved_name(name))
    for read in (getattr(raw, "unpack", by_name), by_name):  # older torch has no unpack
        try:
            read()
        except RuntimeError as error:
            # What a node made itself can only be read by its name; there the first of several
            # stale ones is told.
            if is_stale_error(error):
                versions = versions_in(error)
                return versions[1] if versions and versions[0] == found else None
        else:
            return None
    return None
