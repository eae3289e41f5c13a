"""Remember memory that sparse tensors take over from what they are made of.

A sparse tensor has a version counter of its own; its values keep theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import torch

from gradsan.backends.torch.doors import FunctionDoor, Patch
from gradsan.backends.torch.memory import address
from gradsan.backends.torch.unseen import Unseen

MAKERS = (
    "sparse_coo_tensor", "sparse_csr_tensor", "sparse_csc_tensor", "sparse_bsr_tensor",
    "sparse_bsc_tensor", "sparse_compressed_tensor",
)  # fmt: skip


class _Ear:
    """Hear what a sparse tensor is made of."""

    def __init__(self, unseen: Unseen) -> None:
        self.unseen = unseen

    def began(self, *_: Any) -> int:
        return 0

    def make(
        self, call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        return call(*args, **kwargs)

    def heard(self, op: str, began: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        for one in (*args, *kwargs.values()):
            if isinstance(one, torch.Tensor) and (storage := address(one)):
                self.unseen.share(storage)

    def failed(self, *_: Any) -> None:
        return


def patches(unseen: Unseen) -> Iterator[Patch]:
    """Make the stand-ins for what makes sparse tensors."""
    ear = _Ear(unseen)
    for name in MAKERS:
        if original := getattr(torch, name, None):
            yield Patch(torch, name, FunctionDoor(original, ear))
