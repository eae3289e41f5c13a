"""Gradients that a custom backward returns in memory that somebody else holds, too.

A buffer that is filled anew in each call would be overwritten while the engine still has it. What
is not the backward's alone is handed on as a copy; what the engine has lent goes back as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import getrefcount
from typing import Any

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.kept import copy_of
from gradsan.backends.torch.memory import PLAIN, storage_of

_ASKING = 1  # users of a storage: the Python object that is asked
_ONLY_HERE = 3  # references to a result that nobody else has: the tuple, a variable, an argument
_ONLY_IN_HOOK = 4  # and the engine's, while a hook runs (2.11 and 2.13)
_BASE_ONLY_HERE = 2


def in_own_memory(
    results: tuple[Any, ...], lent: Sequence[Any], copied: Callable[[Any, Any], None]
) -> tuple[Any, ...]:
    """Return results with copies of those that others hold; no other name may be bound to them."""
    held = []
    for one in results:
        is_theirs = getrefcount(one) > _ONLY_HERE
        held.append(_has_memory(one) and (is_theirs or _is_shared(one)))
    if not any(held):
        return results
    theirs = {storage_of(one) for one in lent if _has_memory(one)}
    return tuple(
        _copy(one, copied) if is_held and storage_of(one) not in theirs else one
        for one, is_held in zip(results, held, strict=True)
    )


def any_held(results: Sequence[Any]) -> bool:
    """Tell whether somebody else holds one of the results that a hook is given."""
    for one in results:
        if _has_memory(one) and (getrefcount(one) > _ONLY_IN_HOOK or _is_shared(one)):
            return True
    return False


def _has_memory(one: Any) -> bool:
    if type(one) not in PLAIN or one.layout != torch.strided:
        return False
    return bool(one.numel()) and bool(storage_of(one))


def _is_shared(tensor: Any) -> bool:
    """Tell whether other tensors lie in the memory of one, besides the base of a view."""
    users = private.storage_users(tensor) - _ASKING
    if not tensor._is_view():
        return users > 1
    base = tensor._base
    return users > 1 + 1 or getrefcount(base) > _BASE_ONLY_HERE


def _copy(tensor: Any, copied: Callable[[Any, Any], None]) -> Any:
    copy = copy_of(tensor)
    copied(tensor, copy)
    return copy
