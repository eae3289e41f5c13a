"""One copy for two: what repair copied before a write, and torch clones inside it.

An op such as `mul_` needs for backward what it overwrites, so torch clones it and saves the clone.
If repair has copied the same memory a moment before, that copy is kept for both, and the clone
goes when the call ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import torch

from gradsan.backends.torch import private

_CLONE = "CloneBackward0"


@dataclass(frozen=True, slots=True)
class _Whole:
    """A copy of all that a write will change, made before it."""

    copy: Any
    target: Any
    version: int  # of the target: once it is higher, a clone is one of something else
    edge: tuple[Any, int]  # where the gradient of the target goes; (None, 0): nowhere
    number: int  # of the next node


class Shared:
    """The copies that a write under way may share."""

    def __init__(self) -> None:
        self.wholes: dict[int, _Whole] = {}  # by the storage that is written
        self._peek = private.next_sequence_number()

    def begin(self, storage: int, target: Any, copy: Any) -> None:
        """Offer a copy for the time of a write."""
        if copy.stride() == target.stride() and not private.is_refused(target):
            edge = (target.grad_fn, target.output_nr)
            self.wholes[storage] = _Whole(copy, target, target._version, edge, self._peek())

    def copy_for(self, saved: Any) -> Any:
        """Return the copy that holds just what is saved; None if that cannot be proved.

        Proof is the node of the clone: made inside this call, out of the target itself. Where
        the target has no gradient, the clone has no node, and the bits are compared.
        """
        node = saved.grad_fn
        if saved.requires_grad and (node is None or node.name() != _CLONE):
            return None
        for one in tuple(self.wholes.values()):
            if (
                saved.shape == one.copy.shape
                and saved.stride() == one.copy.stride()
                and saved.dtype == one.copy.dtype
                and one.target._version == one.version
                and (_is_clone(node, one) if node is not None else _has_same_bits(saved, one.copy))
            ):
                return one.copy
        return None


def _is_clone(node: Any, one: _Whole) -> bool:
    return bool(node._sequence_nr() >= one.number and node.next_functions == (one.edge,))


def _has_same_bits(one: Any, other: Any) -> bool:
    if not (one.is_cpu and other.is_cpu and one.is_contiguous() and one.dim()):
        return False  # elsewhere a look at numbers would stop the device
    if one.stride(-1) != 1:
        return False  # a single element: it cannot be seen as bytes
    with private.no_tracking():
        return bool(torch.equal(one.detach().view(torch.uint8), other.view(torch.uint8)))
