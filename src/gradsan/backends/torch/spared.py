"""Whether memory may be written without a look at what was saved.

Asked only where no graph is made. What an optimizer keeps for itself is in no graph, as a rule,
and after a backward nothing is: then the shelves are empty, and one look serves a whole step.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Sized
from typing import Any

from torch import Tensor

from gradsan.backends.host import Host
from gradsan.backends.torch.kept import Shelves
from gradsan.backends.torch.memory import PLAIN


class Spared:
    """Ask the shelves; `others` are reasons to look at every write while they hold anything."""

    def __init__(
        self,
        host: Host,
        shelves: Shelves,
        incoming: Mapping[int, Any],
        regions: Sized,
        restricted: Mapping[int, Any],
        twins: Mapping[int, Any],
    ) -> None:
        self._host = host
        self._shelves = shelves
        self._incoming, self._restricted, self._twins = incoming, restricted, twins
        self._others: tuple[Sized, Sized, Sized, Sized] = (incoming, regions, restricted, twins)
        self.one = self._make_one(*self._others)

    def _make_one(
        self, incoming: Sized, regions: Sized, restricted: Sized, twins: Sized
    ) -> Callable[[Any], bool]:
        """Make the question for one tensor; it is asked often."""
        by_storage, arrivals = self._shelves.by_storage, self._shelves.arrivals
        shelve = self._shelves.shelve

        def one(tensor: Any) -> bool:
            if incoming or regions or restricted or twins:
                return False
            if arrivals:
                shelve()
            try:
                return tensor.untyped_storage().data_ptr() not in by_storage
            except (RuntimeError, NotImplementedError):
                return False  # sparse, functorch, fake

        return one

    def all_of(self, lists: Sequence[Any]) -> bool:
        """Tell whether all tensors in these lists, among other things, may be written."""
        if any(self._others):
            return False
        shelves = self._shelves
        shelves.shelve()
        if not shelves.by_storage:
            return True
        try:
            return not any(
                shelves.holds(tensor.untyped_storage().data_ptr())
                for tensors in lists
                if isinstance(tensors, (list, tuple))
                for tensor in tensors
                if isinstance(tensor, Tensor)
            )
        except (RuntimeError, NotImplementedError):
            return False  # sparse, functorch, fake

    def known(self, tensors: Sequence[Any], op: str) -> Sequence[Any]:
        """Leave out tensors whose memory nobody has saved: where no graph is made, they may go.

        What an optimizer keeps for itself is in no graph. Were it, its version would tell.
        """
        shelves, restricted, twins = self._shelves, self._restricted, self._twins
        shelves.shelve()
        if self._incoming:
            return tensors
        if not shelves.by_storage and not restricted and not twins:
            return ()
        holds = shelves.holds
        try:
            is_own = op.startswith("_foreach_") and tensors and not tensors[0].requires_grad
            if is_own and self._host.is_stepping(3):
                return ()  # its lists go side by side: the first tells for all
            return [
                tensor
                for tensor in tensors
                if type(tensor) not in PLAIN
                or tensor.storage_offset()
                or holds(pointer := tensor.data_ptr())
                or pointer in restricted
                or pointer in twins
            ]
        except (RuntimeError, NotImplementedError):
            return tensors  # sparse, functorch, fake
