"""Find every stale value that a pass would have read, where torch names only the first.

A value is asked for its version as torch would ask, by whichever way it was saved: unpacked, by
a hook of ours, or where nobody has heard it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.graph import nodes_from, raw_names, raw_saves, saved_name, saved_names
from gradsan.backends.torch.memory import address, extent_of
from gradsan.backends.torch.saves import Record, Saves, save_of
from gradsan.backends.torch.staleness import is_stale_error, versions_in
from gradsan.backends.torch.unhooked import Unhooked
from gradsan.backends.torch.words import op_of
from gradsan.model.event import Extent, Save, Stack, TensorFacts, Use, Write


class StaleWalk:
    """The walk over a graph."""

    def __init__(self, host: Host, saves: Saves, unhooked: Unhooked) -> None:
        self.host = host
        self.saves = saves
        self.unhooked = unhooked
        self.unseen = unhooked.unseen
        self.can_read = private.can_read_saved()

    def stale_values(self, roots: tuple[Any, ...], stack: Stack) -> Iterator[tuple[Save, Use]]:
        """Yield every stale value that the pass would have read, with its use."""
        seen: set[Save] = set()
        for node in nodes_from(roots):
            name = node.name()
            for save, version in self._saved_by(node):
                if version != save.version and save not in seen:
                    seen.add(save)
                    order = next(self.host.ticks)
                    yield save, Use(order, save.id, name, version, True, stack)

    def save_of(self, record: Record, op: str) -> Save:
        """Return the save of a stale value.

        Its tensor may have been given other memory since: what was written first is told.
        """
        save = save_of(record, op)
        move = self.unseen.moved_since(record[0], record[2])
        if move is None:
            return self._raised_elsewhere(record, save) or self._left_before(record, save)
        writes = self.host.log.writes_to(move.storage)
        if any(save.order < write.order < move.order for write in writes):
            start, size = move.left - move.storage, record[0].nbytes
            return replace(save, storage=move.storage, extent=Extent.of_range(start, start + size))
        if any(write.order > move.order for write in self.host.log.writes_to(address(record[0]))):
            return replace(save, storage=address(record[0]), extent=extent_of(record[0]))
        for later in self.unseen.moves_of(record[0]):  # what was written in between was left, too
            writes = self.host.log.writes_to(later.storage)
            if later.order > move.order and any(write.order > move.order for write in writes):
                nothing = Extent.of_range(0, 0)
                return replace(save, storage=later.storage, order=move.order, extent=nothing)
        return save

    def _raised_elsewhere(self, record: Record, save: Save) -> Save | None:
        """Return a save at the first write to other memory that is known to have raised it.

        Its counter is then that of another tensor, too, which has left this memory.
        """
        writes_to = self.host.log.writes_to
        if any(_is_later(write, save) for write in writes_to(save.storage)):
            return None
        known = [
            (write, storage)
            for storage, raises in self.unseen.counters.raised(record[0])
            for write in writes_to(storage)
            if _is_later(write, save) and _has_begun(write, raises)
        ]
        if not known:
            return None
        write, storage = min(known, key=lambda one: one[0].order)
        return _at(save, storage, (write.began or write.order) - 1)

    def _first(self, storage: int, order: int) -> Write | None:
        """Return the first write to memory after a time, of those that may have raised a value."""
        is_idle = self.unseen.counters.is_idle
        writes = self.host.log.writes_to(storage)
        return next((one for one in writes if one.order > order and not is_idle(one)), None)

    def _left_before(self, record: Record, save: Save) -> Save:
        """Return a save where its version was raised: its counter may be that of memory it left."""
        writes_to = self.host.log.writes_to
        moves = self.unseen.moves_of(record[0])
        if not moves or any(_is_later(write, save) for write in writes_to(save.storage)):
            return save
        for move in moves:
            if any(write.order > save.order for write in writes_to(move.storage)):
                return replace(save, storage=move.storage, extent=Extent.of_range(0, 0))
        return save

    def followed(self, save: Save) -> Save:
        """Return a save where its version was raised: its tensor may have left that memory.

        `y.data = other` leaves what an op kept of its result behind, and the counter goes along.
        """
        if any(_is_later(write, save) for write in self.host.log.writes_to(save.storage)):
            return save
        for move, storages in self.unseen.followed_from(save.storage, save.order):
            for storage in storages:
                if write := self._first(storage, move.order):
                    return _at(save, storage, max(move.order, (write.began or 0) - 1))
        return save

    def _saved_by(self, node: Any) -> Iterator[tuple[Save, int]]:
        op = op_of(node.name())
        if self.can_read:
            for kept in self.unhooked.kept_by(node):
                if kept.is_stale:
                    # Values kept between the same two writes have one order; they are several.
                    save = replace(self.save_of(kept.record, op), id=next(self.host.ticks))
                    yield save, private.version_of(kept.record[0])
        for name in self._hooked_names(node):
            foreign = None
            with self.saves.collecting() as records:
                try:
                    getattr(node, name)
                except RuntimeError as error:
                    # Freed values raise too; only a stale one is told. It was saved where no
                    # hook of ours ran: before the guard, in another thread, under other hooks.
                    if is_stale_error(error):
                        foreign = self._foreign(node, name, op, error)
            if foreign:
                yield foreign
            for record in records:
                yield self.save_of(record, op), private.version_of(record[0])

    def _hooked_names(self, node: Any) -> tuple[str, ...]:
        """Return the names under which a node keeps what our own pair has packed."""
        if not self.can_read:
            return saved_names(type(node))
        return tuple(saved_name(raw) for raw in raw_names(type(node)) if self._is_ours(node, raw))

    def _is_ours(self, node: Any, name: str) -> bool:
        ours = [pair[1] for pair in (self.saves.pair, self.saves.seam.hooks) if pair]
        return any(raw.unpack_hook in ours for raw in raw_saves(node, name))

    def _foreign(
        self, node: Any, name: str, op: str, error: RuntimeError
    ) -> tuple[Save, int] | None:
        tensor = private.swap_saved(node, name)
        versions = versions_in(error)
        if tensor is None or versions is None:
            return None
        found, expected = versions
        facts = TensorFacts(str(tensor.dtype).removeprefix("torch."), tuple(tensor.shape))
        storage = address(tensor)
        # When it was saved is unknown; by its version, after the last write up to that one.
        before = [w.order for w in self.host.log.writes_to(storage) if w.version <= expected]
        order = max(before, default=0)
        extent = extent_of(tensor)
        return Save(-id(node), order, storage, extent, op, expected, facts, ()), found


def _at(save: Save, storage: int, order: int) -> Save:
    """Return a save as of that time, in memory that has its counter and none of its bytes."""
    order = max(save.order, order)
    return replace(save, storage=storage, order=order, extent=Extent.of_range(0, 0))


def _has_begun(write: Write, times: list[int]) -> bool:
    """Tell whether a write, or a call inside it, began at one of these times."""
    began = write.order if write.began is None else write.began
    return any(began <= time <= write.order for time in times)


def _is_later(write: Write, save: Save) -> bool:
    """Tell whether a write came after a save, and is not the one whose result was saved."""
    is_inside = write.began is not None and write.began < save.order
    return write.order > save.order and not (is_inside and write.version == save.version)
