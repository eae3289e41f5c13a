"""Gradients lent to a custom backward: the engine may have handed the same one to others.

Before the backward writes into one, the user's tensor gets the body of a copy; its views and the
detached alias that is written follow. A gradient that is a view (an expanded one, a part of
another, a transpose) is lent as an alias, so that what the backward makes of it can be told from
what others hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.memory import storage_of
from gradsan.backends.torch.views import alias_of, live_views, remade


class Incoming:
    """The gradients that backwards under way were lent, by storage."""

    def __init__(self) -> None:
        self.by_storage: dict[int, list[Any]] = {}

    @contextmanager
    def lent(self, gradients: Sequence[Any]) -> Iterator[Loan]:
        """Lend gradients while a backward runs."""
        storages = []
        loan = Loan(gradients)
        for one in loan.handed:
            if is_lendable(one):
                storages.append(one.untyped_storage().data_ptr())
                self.by_storage.setdefault(storages[-1], []).append(one)
        try:
            yield loan
        finally:
            for storage in storages:
                self.by_storage.pop(storage, None)

    def part(self, storage: int, target: Any) -> None:
        """Give the lent gradients over a storage memory of their own, before a write."""
        root = target._base if target._is_view() else target
        lent = self.by_storage.pop(storage, [])
        for gradient in lent:
            views = list(live_views(gradient))
            if 0 in gradient.stride() and any(target is one for one in views):
                raise RuntimeError(
                    "gradsan: a custom backward writes to a part of an expanded gradient that it "
                    "was lent: all of it lies in one place; write to a clone of it"
                )
            is_aliased = all(root is not one for one in lent)
            if views or is_aliased:
                _move_laid_out(gradient, views, root if is_aliased else None)
            else:
                private.swap_bodies(gradient, gradient.clone())


class Loan:
    """What one backward was lent."""

    def __init__(self, gradients: Sequence[Any]) -> None:
        self.handed = tuple(map(_lendable, gradients))
        self.aliases = [
            (alias, own, storage_of(alias))
            for alias, own in zip(self.handed, gradients, strict=True)
            if alias is not own
        ]

    def returned(self, result: Any) -> Any:
        """Return what the backward did, with the engine's own gradients for unwritten aliases.

        The engine keeps a gradient for `.grad` without a copy if nobody else holds it.
        """
        if not self.aliases:
            return result
        if isinstance(result, (tuple, list)):
            return tuple(map(self._own, result))
        return self._own(result)

    def _own(self, one: Any) -> Any:
        for alias, own, address in self.aliases:
            if one is alias and storage_of(alias) == address:
                return own
        return one


def is_lendable(gradient: Any) -> bool:
    """Tell whether a gradient has memory that may be shared."""
    if type(gradient) is not torch.Tensor or gradient.layout != torch.strided:
        return False
    return bool(gradient.numel()) and bool(storage_of(gradient))


def _lendable(gradient: Any) -> Any:
    if not is_lendable(gradient) or not gradient._is_view():
        return gradient
    return alias_of(gradient) if gradient.requires_grad else gradient.detach()


def _move_laid_out(gradient: Any, views: list[Any], alias: Any) -> None:
    """Give a gradient memory of its own in which what lies over it finds the same places."""
    if torch.is_grad_enabled():
        copy = gradient.clone()
        if copy.stride() != gradient.stride() or gradient.storage_offset():
            raise RuntimeError(
                "gradsan: a custom backward writes, by way of an alias, into a part of a gradient "
                "that it was lent, while second derivatives are recorded; write to a clone of it"
            )
        memory = copy.untyped_storage()
        private.swap_bodies(gradient, copy)
    else:
        memory = gradient.untyped_storage().clone()
        _swap(gradient, memory)
    for view in views:
        remade(view, gradient, attached=torch.is_grad_enabled())
    if alias is not None:
        others = list(live_views(alias))
        _swap(alias, memory)
        for view in others:
            remade(view, alias, attached=False)


def _swap(tensor: Any, memory: Any) -> None:
    """Let a tensor lie in other memory as it lay in its own."""
    place = tensor.storage_offset(), tensor.size(), tensor.stride()
    new = torch.empty(0, dtype=tensor.dtype, device=tensor.device)
    private.swap_bodies(tensor, torch.Tensor.set_(new, memory, *place))
