"""Which elements of memory a call that writes will change."""

from __future__ import annotations

from typing import Any

from gradsan.backends.torch import private
from gradsan.backends.torch.kept import region_of
from gradsan.backends.torch.memory import basic, is_onto_itself
from gradsan.backends.torch.overlap import Region
from gradsan.backends.torch.writes import METADATA


def written(op: str, args: tuple[Any, ...]) -> Region | None:
    """Return the elements that a call will write; None if no byte changes."""
    target = args[0]
    if op in METADATA or (op == "copy_" and is_onto_itself(args)):
        return None
    if op == "[]=" and basic(args[1]) is not None:
        try:
            with private.no_tracking():
                return region_of(target[args[1]])
        except (IndexError, TypeError, RuntimeError):
            pass  # the call itself will say what is wrong
    return region_of(target)
