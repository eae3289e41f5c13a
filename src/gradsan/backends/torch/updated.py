"""Running statistics that a pass will read and that a batch norm in training has updated.

Every training call updates them, and nearly nobody keeps them for backward but that call, which
never reads them. So an update is only taken down by its storage, and the first passes of each
line are looked through for values that lie there.
"""

from __future__ import annotations

from collections.abc import Iterator
from threading import get_ident
from typing import Any

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.graph import nodes_from, raw_names, raw_saves
from gradsan.backends.torch.memory import PLAIN, address
from gradsan.backends.torch.places import key_of
from gradsan.backends.torch.saves import Record
from gradsan.backends.torch.statistics import DOOR
from gradsan.backends.torch.unhooked import Unhooked
from gradsan.backends.torch.unseen import Unseen, Update
from gradsan.model.event import Stack

LOOKED = 3  # passes of a line that are looked through
REMEMBERED = 4096  # lines


class Updates:
    """Look for updated statistics in graphs."""

    def __init__(self, host: Host, unhooked: Unhooked, unseen: Unseen) -> None:
        self.host = host
        self.unhooked = unhooked
        self.unseen = unseen
        self._looks: dict[int, int] = {}  # by the place of the pass
        self._logged: set[int] = set()  # orders of the updates that are in the log

    def forget(self) -> None:
        """Begin anew."""
        self._looks.clear()
        self._logged.clear()

    def read_by(self, roots: tuple[Any, ...], stack: Stack) -> list[tuple[Record, Any]]:
        """Return the statistics that a pass will read changed, each with the node that does."""
        looks = self._looks.get(key := key_of(stack), 0)
        if looks >= LOOKED or len(self._looks) > REMEMBERED or private.is_overheard():
            return []
        self._looks[key] = looks + 1
        return [
            found
            for node in nodes_from(roots)
            if not getattr(node, "_saved_training", False)
            for found in self._kept_by(node)
        ]

    def _kept_by(self, node: Any) -> Iterator[tuple[Record, Any]]:
        for name in raw_names(type(node)):
            for raw in raw_saves(node, name):
                data = private.packed_data(raw)
                is_packed = isinstance(data, tuple) and len(data) == RECORD
                value = data[0] if is_packed else data
                if type(value) not in PLAIN or value.requires_grad:
                    continue
                update = self.unseen.updates.get(address(value))
                if update is None or not _is_later(update, data if is_packed else None, node):
                    continue
                self._log(address(value), update)
                yield data if is_packed else self.unhooked.record(node, name, raw, value), node

    def _log(self, storage: int, update: Update) -> None:
        """Put an update into the log, at the time that it was made."""
        if update.order in self._logged:
            return
        self._logged.add(update.order)
        pointer, size = update.tensor
        stack = update.stack or self.unhooked.places.at(update.number)
        head = (update.began, update.order, storage, pointer, size, "batch_norm", update.version)
        times = (update.number, update.after, update.thread)
        self.host.log.add_late((*head, DOOR, stack, *times))


RECORD = 6  # entries of what our own hook packs


def _is_later(update: Update, record: Record | None, node: Any) -> bool:
    """Tell whether an update came after a value was saved."""
    if record is not None:
        return update.began > record[2]
    return update.thread == get_ident() and int(node._sequence_nr()) < update.number
