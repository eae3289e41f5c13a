"""Views that torch does not let be written, made ordinary views of the same base.

unbind, split and chunk give several views at once; a view may be made in no_grad; a custom
Function (a backward hook is one) may return a view of its input. The user's own object keeps
its identity: it gets the body of a new view.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from typing import Any

import torch

from gradsan.backends.torch import private


class _Alias(torch.autograd.Function):  # type: ignore[misc]
    """The same memory with a history that passes through, and no view of anything."""

    @staticmethod
    def forward(ctx: Any, tensor: Any) -> Any:
        return tensor.detach()

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        return grads[0]


def alias_of(tensor: Any) -> Any:
    """Return another tensor over the same memory whose gradient is that of the first."""
    with torch.enable_grad():
        return _Alias.apply(tensor)


def live_views(base: Any) -> Iterator[Any]:
    """Yield every tensor of Python that is a view of the base."""
    kinds: dict[type, bool] = {}
    for thing in gc.get_objects():
        kind = type(thing)
        if kind not in kinds:
            kinds[kind] = issubclass(kind, torch.Tensor)
        if kinds[kind] and thing._is_view() and thing._base is base:
            yield thing


def free_views(view: Any) -> bool:
    """Make a restricted view, and all others of its base, ordinary ones.

    False if one cannot be made again: it looks at the memory as another type.
    """
    base = view._base
    if base is None:
        return False
    restricted = [one for one in live_views(base) if private.is_restricted_view(one)]
    return all(remade(one, base) for one in restricted)


def remade(view: Any, base: Any, *, attached: bool = True) -> bool:
    """Give a view the body of a new one of the base, as if made in no_grad unless attached."""
    if view.dtype != base.dtype or private.made_by_function(view):
        return False
    with torch.set_grad_enabled(attached):
        new = base.as_strided(view.size(), view.stride(), view.storage_offset())
    private.swap_bodies(view, new)
    return True


def freed_from_function(view: Any) -> bool:
    """Make the output of a custom Function a tensor of its own over the same memory.

    Its input then has the same memory and does not know of the write, so nobody else may
    hold it: only the view, and this function.
    """
    base = view._base
    # The local name, the argument of getrefcount, and torch's own while Python knows it.
    own_references = 3
    if base is None or sys.getrefcount(base) > own_references:
        return False
    private.swap_bodies(view, alias_of(view))
    return True
