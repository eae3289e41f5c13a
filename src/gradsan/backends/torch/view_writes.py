"""Hear what an op keeps that writes through a view.

Such a write is one node, CopySlices, which hides the node of the op itself: what that one keeps
can never be read from the graph. So where no hook is, one is lent to that very call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.memory import basic
from gradsan.backends.torch.saves import Saves

is_plain_view = torch.Tensor._is_view  # of a tensor that no class and no mode overrides
_overrides = private.is_overridden()


class ViewWrites:
    """The one who makes writes through views."""

    def __init__(self, saves: Saves) -> None:
        self._lend = saves.lend
        self._take_back = saves.take_back

    def make(
        self, call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Make a call that may write through a view."""
        if not (torch.is_grad_enabled() and _hides(op, args, kwargs) and self._lend()):
            return call(*args, **kwargs)
        try:
            return call(*args, **kwargs)
        finally:
            self._take_back()


def _hides(op: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Tell whether what a call keeps may be hidden by a node of another kind."""
    first = args[0] if args else next(iter(kwargs.values()), None)
    if op == "[]=":
        # A copy keeps nothing. `x[0, rows] = y` writes its rows into a view of x.
        index = args[1]
        return basic(index) is None and (type(index) is tuple or is_view(first))
    return any(map(is_view, first)) if isinstance(first, (list, tuple)) else is_view(first)


def is_view(tensor: Any) -> bool:
    """Tell whether a tensor is a view of another."""
    if not isinstance(tensor, torch.Tensor):
        return False
    if _overrides(tensor):
        with private.no_overrides():
            return bool(is_plain_view(tensor))
    return bool(is_plain_view(tensor))
