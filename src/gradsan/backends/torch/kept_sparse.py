"""Saved sparse tensors: what they are made of is kept, piece by piece.

A sparse tensor has no memory of its own that could be written: its indices and values have. Each
is kept like a saved value; once one was copied, the sparse tensor is put together anew.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from weakref import ref

import torch

from gradsan.backends.torch import private
from gradsan.backends.torch.exported import Exported
from gradsan.backends.torch.kept import Kept, Shelves
from gradsan.backends.torch.memory import is_addressable

BY_ROWS = frozenset({torch.sparse_csr, torch.sparse_bsr})
BY_COLUMNS = frozenset({torch.sparse_csc, torch.sparse_bsc})


class Component(Kept):
    """One of the dense tensors that a saved sparse one is made of."""

    __slots__ = ("number_in", "owner")
    number_in: int
    owner: ref[Kept]

    def follow(self) -> None:
        """Put the sparse tensor together from what was copied."""
        owner = self.owner()
        if owner is None:
            return
        with private.no_overrides(), private.no_tracking():
            pieces = components(owner.value)
            pieces[self.number_in] = self.value
            owner.value = assembled(owner.value, pieces)
        owner.version = owner.value._version
        if self.origin is not None:
            owner.origin, owner.copied = self.origin, owner.copied + self.copied


def keep_sparse(kept: Kept, shelves: Shelves, exported: Exported) -> None:
    """Keep what a saved sparse tensor is made of; what others can write is copied at once."""
    if not is_addressable(kept.value):
        return
    kept.components = []
    with suppress(RuntimeError, NotImplementedError), private.no_overrides():  # functorch
        for number, piece in enumerate(components(kept.value)):
            if not piece.numel():
                continue
            one = Component(piece.detach(), piece._version, kept.order, kept.stack, kept.number)
            one.number_in, one.owner = number, ref(kept)
            kept.components.append(one)
            shelves.put(one.value.untyped_storage().data_ptr(), one)
            exported.keep_if_handed_out(one)


def components(tensor: Any) -> list[Any]:
    """Return the dense tensors that a sparse one is made of; none if that is not known."""
    if tensor.layout is torch.sparse_coo:
        return [tensor._indices(), tensor._values()]
    if tensor.layout in BY_ROWS:
        return [tensor.crow_indices(), tensor.col_indices(), tensor.values()]
    if tensor.layout in BY_COLUMNS:
        return [tensor.ccol_indices(), tensor.row_indices(), tensor.values()]
    return []


def assembled(like: Any, pieces: list[Any]) -> Any:
    """Make a sparse tensor like another out of its pieces."""
    if like.layout is torch.sparse_coo:
        is_coalesced = like.is_coalesced()
        return torch.sparse_coo_tensor(
            *pieces, like.shape, is_coalesced=is_coalesced, check_invariants=False
        )
    return torch.sparse_compressed_tensor(
        *pieces, like.shape, layout=like.layout, check_invariants=False
    )
