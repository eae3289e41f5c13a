"""Say what repair did: which value backward was given, where it was saved and where needed.

Told when backward asks for the value, never before: a copy that nobody reads is not worth a word.
"""

from __future__ import annotations

from typing import Any

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.backward import Backward
from gradsan.backends.torch.kept import Kept
from gradsan.backends.torch.saves import Record
from gradsan.backends.torch.words import op_of
from gradsan.model.event import Save, Stack, TensorFacts, Use


class Repaired:
    """The words of repair, in the guard's own terms."""

    def __init__(self, host: Host, backward: Backward) -> None:
        self.host = host
        self.backward = backward

    def place(self, kept: Kept) -> Stack:
        """Return where a value was saved, or where backward runs if nobody knows."""
        return kept.stack or self.backward.saves.places.at(kept.number) or self.backward.place()

    def record(self, kept: Kept) -> Record:
        """Tell a kept value in the guard's words."""
        return (kept.value, kept.version, kept.order, self.place(kept), None, 0)

    def tell(self, kept: Kept) -> None:
        """Say that backward was given the value that was saved."""
        if not self.host.switch.on or kept.origin is None:
            return
        try:
            if not kept.origin.is_felt():
                return
            node = private.current_node()
            name: str = node.name() if node is not None else ""
            origin, facts = kept.origin, facts_of(kept.value)
            op = op_of(name) if name else ""
            order, where = kept.order, self.place(kept)
            save = Save(
                order, order, origin.storage, origin.extent, op, origin.version, facts, where
            )
            stack = self.backward.place() or self.host.capture()
            found = origin.version + origin.is_told_by_torch
            raised = origin.is_told_by_torch
            use = Use(next(self.host.ticks), save.id, name, found, raised, stack)
            copied, kept.copied = kept.copied, 0
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)
            return
        self.host.repaired(save, use, copied)


def facts_of(value: Any) -> TensorFacts:
    """Say what a report tells about a tensor."""
    return TensorFacts(str(value.dtype).removeprefix("torch."), tuple(value.shape))
