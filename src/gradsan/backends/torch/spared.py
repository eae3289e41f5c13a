"""Whether memory may be written without a look at what was saved.

Asked only where no graph is made. What an optimizer keeps for itself is in no graph, as a rule,
and after a backward nothing is: then the shelves are empty, and one look serves a whole step.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Sized
from typing import Any

from torch import Tensor

from gradsan.backends.torch.kept import Shelves


class Spared:
    """Ask the shelves; `others` are reasons to look at every write while they hold anything."""

    def __init__(self, shelves: Shelves, *others: Sized) -> None:
        self._shelves = shelves
        self._others = others
        self.one = self._make_one(*others)

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
