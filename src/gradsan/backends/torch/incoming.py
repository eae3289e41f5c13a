"""Gradients lent to a custom backward: the engine may have handed the same one to others.

Before the backward writes into one, the user's tensor gets the body of a copy; its views
follow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.views import live_views, remade


class Incoming:
    """The gradients that backwards under way were lent, by storage."""

    def __init__(self) -> None:
        self.by_storage: dict[int, list[Any]] = {}

    @contextmanager
    def lent(self, gradients: Sequence[Any]) -> Iterator[None]:
        """Lend gradients while a backward runs."""
        storages = []
        for one in gradients:
            if type(one) is torch.Tensor and one.layout == torch.strided and one.numel():
                storages.append(one.untyped_storage().data_ptr())
                self.by_storage.setdefault(storages[-1], []).append(one)
        try:
            yield
        finally:
            for storage in storages:
                self.by_storage.pop(storage, None)

    def part(self, storage: int) -> None:
        """Give the lent gradients over a storage memory of their own."""
        for gradient in self.by_storage.pop(storage, ()):
            if gradient._is_view():
                continue  # of something that the user holds: it is meant
            views = list(live_views(gradient))
            copy = gradient.clone()
            private.swap_bodies(gradient, copy)
            for view in views:
                remade(view, gradient, attached=torch.is_grad_enabled())
