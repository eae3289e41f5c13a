"""What repair need not look at: memory that nobody has saved, elements that a call leaves alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from gradsan.backends.torch import private
from gradsan.backends.torch.kept import region_of
from gradsan.backends.torch.memory import basic
from gradsan.backends.torch.overlap import Region
from gradsan.backends.torch.writes import METADATA

if TYPE_CHECKING:
    from gradsan.backends.torch.repair import TorchRepair


def make_spares(repair: TorchRepair) -> Callable[[Any], bool]:
    """Make the question whether memory may be written without a look at what was saved."""
    by_storage, arrivals = repair.shelves.by_storage, repair.shelves.arrivals
    shelve, restricted = repair.shelves.shelve, repair.cures.restricted.by_storage
    incoming, regions = repair.functions.incoming.by_storage, repair.checkpoints.open
    twins = repair.twins.by_storage

    def spares(tensor: Any) -> bool:
        if incoming or regions or restricted or twins:
            return False
        if arrivals:
            shelve()
        try:
            return tensor.untyped_storage().data_ptr() not in by_storage
        except (RuntimeError, NotImplementedError):
            return False  # sparse, functorch, fake

    return spares


def written(op: str, args: tuple[Any, ...]) -> Region | None:
    """Return the elements that a call will write; None if no byte changes."""
    target = args[0]
    if op in METADATA:
        return None
    if op == "[]=" and basic(args[1]) is not None:
        try:
            with private.no_tracking():
                return region_of(target[args[1]])
        except (IndexError, TypeError, RuntimeError):
            pass  # the call itself will say what is wrong
    return region_of(target)
