"""Values that lie twice in memory: a copy that is about to be overwritten, and its source.

A recurrence that writes its new state into the old one's memory (`h.copy_(new)`) overwrites next
what was saved of `h`; most often the op that made `new` has saved that, too. Then the value is kept
by another alias of the source, and nothing is copied: repair needs no more memory than the program
would if it wrote nothing in place.

Proof, without a look at the numbers where that would stop a device: the target is the very tensor
that was copied to, unchanged since; and a value that was saved of the source before the copy holds
that memory until now, unchanged, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import torch

from gradsan.backends.torch.memory import PLAIN, is_same_place, storage_of
from gradsan.backends.torch.own_refs import OwnRef

if TYPE_CHECKING:
    from gradsan.backends.torch.kept import Kept

MOST = 1 << 10  # copies that are remembered


@dataclass(frozen=True, slots=True)
class _Copy:
    """One copy that was made of all of a tensor onto all of another."""

    target: OwnRef
    version: int  # of the target, after the copy
    pointer: int  # of the target
    order: int
    source: int  # the storage of the source
    start: int  # its pointer


class CopiedFrom:
    """The copies that were made last, by the storage they were written to."""

    def __init__(self) -> None:
        self.by_storage: dict[int, _Copy] = {}

    def note(self, storage: int, target: Any, given: Any, order: int) -> None:
        """Take down that one tensor was copied onto another."""
        if type(given) not in PLAIN or not _is_alike(target, given):
            return
        source = storage_of(given)
        if not source or source == storage:
            return
        if len(self.by_storage) >= MOST:
            self.by_storage.clear()
        self.by_storage[storage] = _Copy(
            OwnRef(target), target._version, target.data_ptr(), order, source, given.data_ptr()
        )

    def forget(self, storage: int) -> None:
        """Be told that a tensor leaves this memory, or comes to it, without a copy."""
        self.by_storage.pop(storage, None)

    def twin_of(
        self, kept: Kept, storage: int, target: Any, on: Callable[[int], Iterable[Kept]]
    ) -> Any:
        """Return a value that is what `kept` was when it was saved; None if there is none."""
        made = self.by_storage.get(storage)
        if made is None or id(made.target()) != id(target):
            return None
        if target._version != made.version or kept.version != made.version:
            return None
        if target.data_ptr() != made.pointer or not is_same_place(kept.value, target):
            return None
        if kept.order < made.order or kept.source is not None:
            return None
        for other in on(made.source):
            value = other.value
            if (
                other.order < made.order
                and other.is_unchanged
                and value.data_ptr() == made.start
                and value.untyped_storage().nbytes() == value.nbytes  # no more is held than a copy
                and _is_alike(kept.value, value)
                and _may_be_same(kept.value, value)
            ):
                return value
        return None


def _is_alike(one: Any, other: Any) -> bool:
    """Tell whether one tensor copied onto the other makes them the same, element by element."""
    return bool(
        one.dtype == other.dtype
        and one.device == other.device
        and one.layout is other.layout is torch.strided
        and one.shape == other.shape
        and one.stride() == other.stride()
        and not (one.is_conj() or other.is_conj() or one.is_neg() or other.is_neg())
        and one.numel()
    )


def _may_be_same(one: Any, other: Any) -> bool:
    """Tell whether two values are the same bits; of a device, whether nothing speaks against it."""
    if not one.is_cpu:
        return True
    if one.is_contiguous() and one.dim():
        return bool(torch.equal(one.view(torch.uint8), other.view(torch.uint8)))
    return bool(torch.equal(one, other))
