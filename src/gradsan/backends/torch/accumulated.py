"""Gradients that are values of a graph, and that a later pass added to.

`(w.grad * w).sum()` keeps the gradient. The engine adds to it in place, in C++: no door hears
it. So the ends of passes are remembered, and where backward finds a stale value that no write
explains and that is the `.grad` of a leaf, the first pass since is what changed it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from threading import get_ident
from typing import Any

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.graph import nodes_from
from gradsan.backends.torch.memory import address
from gradsan.model.event import Save, Stack, Use

REMEMBERED = 256  # passes


class Accumulated:
    """The last passes that may have added to gradients."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._peek = private.next_sequence_number()
        self._passes: deque[tuple[int, Stack, int]] = deque(maxlen=REMEMBERED)

    def forget(self) -> None:
        """Forget all passes."""
        self._passes.clear()

    def pass_ended(self, stack: Stack) -> None:
        """Remember a pass that came to its end."""
        self._passes.append((next(self.host.ticks), stack, self._peek()))

    def explain(self, stale: Iterable[tuple[Save, Use]], roots: tuple[Any, ...]) -> None:
        """Log the passes that changed stale values, where nothing else did."""
        unexplained = [
            (save, use) for save, use in stale if save.storage and not self._is_told(save)
        ]
        if not unexplained:
            return
        gradients = {address(leaf.grad) for leaf in _leaves(roots) if leaf.grad is not None}
        for save, use in unexplained:
            first = next((one for one in self._passes if one[0] > save.order), None)
            if first is None or save.storage not in gradients:
                continue
            order, stack, number = first
            span = save.extent.span
            place = (save.storage, save.storage + span.start, len(span))
            times = (number, number, get_ident())
            entry = (order, order, *place, "backward()", use.version, "", stack, *times)
            self.host.log.add_late(entry)

    def _is_told(self, save: Save) -> bool:
        return any(write.order > save.order for write in self.host.log.writes_to(save.storage))


def _leaves(roots: tuple[Any, ...]) -> Iterable[Any]:
    for node in nodes_from(roots):
        if (leaf := getattr(node, "variable", None)) is not None:
            yield leaf
