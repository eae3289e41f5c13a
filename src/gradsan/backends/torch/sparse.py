"""Remember memory that sparse tensors take over from what they are made of.

A sparse tensor has a version counter of its own; its values keep theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from sys import _getframe as getframe
from typing import Any

import torch

from gradsan.backends.torch.doors import Bystander, FunctionDoor, Patch, call_as
from gradsan.backends.torch.memory import address
from gradsan.backends.torch.unseen import Unseen

MAKERS = (
    "sparse_coo_tensor", "sparse_csr_tensor", "sparse_csc_tensor", "sparse_bsr_tensor",
    "sparse_bsc_tensor", "sparse_compressed_tensor",
)  # fmt: skip


class _Ear(Bystander):
    """Hear what a sparse tensor is made of."""

    def __init__(self, unseen: Unseen) -> None:
        self.unseen = unseen

    def make(
        self, call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Make the call from the caller's own line: torch warns of checks that it leaves out."""
        return call_as(getframe(3), call, args, kwargs)

    def heard(self, op: str, began: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Remember the memory of every tensor that was given."""
        for one in (*args, *kwargs.values()):
            if isinstance(one, torch.Tensor) and (storage := address(one)):
                self.unseen.share(storage)


def patches(unseen: Unseen) -> Iterator[Patch]:
    """Make the stand-ins for what makes sparse tensors."""
    ear = _Ear(unseen)
    for name in MAKERS:
        if original := getattr(torch, name, None):
            yield Patch(torch, name, FunctionDoor(original, ear))
