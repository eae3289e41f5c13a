"""Which memory is still there: asked of every tensor that lives, so only when something is told."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Any

from gradsan.backends.torch.memory import PLAIN, address


def living_storages(storages: AbstractSet[int]) -> set[int]:
    """Return those at which a tensor of the program lies now."""
    return {address(one) for one in _living()} & storages


def _living() -> Iterator[Any]:
    return (one for one in gc.get_objects() if type(one) in PLAIN)
