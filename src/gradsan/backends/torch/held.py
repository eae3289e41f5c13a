"""The tensors that an attribute of a ctx holds: by itself, or in lists, tuples and dicts."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from typing import Any

import torch

DEEP = 3  # containers in containers


def tensors_in(held: Any, deep: int = DEEP) -> Iterator[Any]:
    """Yield what is a tensor by itself, or is held in containers."""
    if isinstance(held, torch.Tensor):
        yield held
    elif deep:
        for one in _parts(held):
            yield from tensors_in(one, deep - 1)


def exchanged(held: Any, old: Any, new: Any, deep: int = DEEP) -> Any:
    """Return the same with another tensor in the place of one.

    Containers are made anew: others may hold those, and see them as they were.
    """
    if held is old:
        return new
    if not deep or not any(one is old for one in tensors_in(held, deep)):
        return held
    made: Any = copy(held)
    if isinstance(held, dict):
        made.update({key: exchanged(one, old, new, deep - 1) for key, one in held.items()})
        return made
    parts = [exchanged(one, old, new, deep - 1) for one in held]
    if isinstance(held, list):
        made[:] = parts
        return made
    return held._make(parts) if hasattr(held, "_make") else tuple(parts)


def _parts(held: Any) -> list[Any]:
    if isinstance(held, dict):
        return list(held.values())
    return list(held) if isinstance(held, (list, tuple)) else []
