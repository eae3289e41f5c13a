"""Where a tensor lies: its storage, its bytes, and whether it may be asked at all."""

from __future__ import annotations

from types import EllipsisType, NoneType
from typing import Any

import torch

from gradsan.backends.host import Layout
from gradsan.backends.torch import private
from gradsan.model.event import Extent

PLAIN = frozenset({torch.Tensor, torch.nn.Parameter})
_tracing = private.tracing_state()
_BASIC = frozenset({int, NoneType, EllipsisType})


def strided(tensor: Any, index: object) -> Layout:
    """Return how a tensor lies in memory where that takes more than a number of bytes."""
    if _tracing() is not None:
        return int(tensor.nbytes)  # torch.jit.trace would record the question for its shape
    return tensor.shape, tensor.stride(), tensor.element_size(), index


def is_addressable(tensor: Any) -> bool:
    """Tell whether a tensor subclass has memory of its own that may be asked for.

    Wrapper subclasses (fake, functional, DTensor) answer through `__torch_dispatch__`.
    """
    if not isinstance(tensor, torch.Tensor):
        return False
    dispatch: object = type(tensor).__torch_dispatch__
    return dispatch is torch.Tensor.__torch_dispatch__


def address(tensor: Any) -> int:
    """Return where the storage of a tensor begins; 0 if it has none."""
    if type(tensor) not in PLAIN and not is_addressable(tensor):
        return 0
    try:
        with private.no_overrides():
            if tensor.is_meta:
                return 0  # torch.compile has some of the plain type, and warns of the question
            pointer: int = tensor.data_ptr()
            start: int = pointer - tensor.storage_offset() * tensor.element_size()
    except (RuntimeError, NotImplementedError):
        return 0
    return start if pointer else 0


def storage_of(tensor: Any) -> int:
    """Return the address of the storage of a tensor; 0 if it has none."""
    try:
        storage: int = tensor.untyped_storage().data_ptr()
    except (RuntimeError, NotImplementedError):
        return 0  # sparse, functorch, fake
    return storage


def basic(index: Any) -> object:
    """Return the index if bytes can be computed from it without a tensor, else None.

    None also means the whole tensor.
    """
    parts = index if type(index) is tuple else (index,)
    return index if all(_is_basic(part) for part in parts) else None


def _is_basic(part: Any) -> bool:
    if type(part) is slice:
        return (
            type(part.start) in _BASIC and type(part.stop) in _BASIC and (type(part.step) in _BASIC)
        )
    return type(part) in _BASIC


def pointer_of(tensor: Any) -> int:
    """Return the address of the first element; 0 if there is none to be had."""
    try:
        pointer: int = tensor.data_ptr()
    except (RuntimeError, NotImplementedError):
        return 0  # sparse, functorch, fake
    return pointer


def dense_part(tensor: Any) -> Any:
    """Return the tensor that holds the numbers: of a sparse one, its values."""
    if tensor.layout is torch.strided:
        return tensor
    if tensor.layout is torch.sparse_coo:
        return tensor._values()
    return tensor.values() if tensor.layout in _COMPRESSED else tensor


_COMPRESSED = frozenset({torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc})


def extent_of(tensor: Any) -> Extent:
    """Return the bytes of a tensor inside its storage."""
    size = tensor.element_size()
    strides = tuple(stride * size for stride in tensor.stride())
    return Extent(tensor.storage_offset() * size, tuple(tensor.shape), strides, size)


def is_same_place(one: Any, other: Any) -> bool:
    """Tell whether two tensors are the same elements of memory in the same order."""
    return bool(
        one.data_ptr() == other.data_ptr()
        and one.dtype == other.dtype
        and one.shape == other.shape
        and one.stride() == other.stride()
    )


def is_onto_itself(args: tuple[Any, ...]) -> bool:
    """Tell whether a copy is of a tensor to where it lies: torch then leaves the bytes alone."""
    if len(args) < 2 or type(args[0]) not in PLAIN or type(args[1]) not in PLAIN:
        return False
    try:
        return is_same_place(args[0], args[1])
    except (RuntimeError, NotImplementedError):
        return False  # sparse, functorch, fake
