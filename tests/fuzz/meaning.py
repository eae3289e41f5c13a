"""What the ops of a tensor program compute, out of place: shared by both ways of running it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from tests.fuzz.steps import BINARY_WRITES, DROPPED, SEED, UNARY_ARGS, UNARY_WRITES


def numbers(shape: Any, seed: Any) -> Tensor:
    """Make the numbers of a leaf or constant: small, none near zero, the same for ever."""
    made = torch.Generator().manual_seed(int(seed))
    size = tuple(shape)
    signs = torch.randint(0, 2, size, generator=made).double() * 2 - 1
    return signs * (0.3 + torch.rand(size, generator=made, dtype=torch.float64))


def mask(shape: Sequence[int], seed: Any) -> Tensor:
    """Make a mask."""
    made = torch.Generator().manual_seed(int(seed))
    return torch.rand(tuple(shape), generator=made) < 0.4


def unary(name: str, value: Tensor) -> Tensor:
    """Apply an op of one tensor, without a write."""
    match name:
        case "softmax":
            return torch.softmax(value, -1) if value.dim() else value * 1.0
        case "cumsum":
            return value.cumsum(0)
        case "clone":
            return value.clone()
        case "leaky_relu":
            return functional.leaky_relu(value, 0.1)
        case "dropout":
            torch.manual_seed(SEED)
            return functional.dropout(value, DROPPED)
        case "fill":
            return torch.full_like(value, float(UNARY_ARGS["fill"][0]))
        case "zero":
            return torch.zeros_like(value)
    result: Tensor = getattr(torch, name)(value, *UNARY_ARGS.get(name, ()))
    return result


def unary_write(name: str, old: Tensor) -> Tensor:
    """Return what an in-place op of one tensor puts there."""
    return unary(UNARY_WRITES[name.removeprefix("foreach.")], old)


def binary(name: str, one: Tensor, other: Tensor) -> Tensor:
    """Apply an op of two tensors, without a write."""
    match name:
        case "div1":
            return one / (1.0 + other * other)
        case "cat":
            return torch.cat([one.reshape(-1), other.reshape(-1)])
        case "where":
            return torch.where(mask(torch.broadcast_shapes(one.shape, other.shape), 5), one, other)
        case "copy":
            return other.expand(one.shape) + 0.0
    result: Tensor = getattr(torch, name)(one, other)
    return result


def binary_write(name: str, old: Tensor, operand: Tensor) -> Tensor:
    """Return what an in-place op of two tensors puts there."""
    return binary(BINARY_WRITES[name], old, operand)


def view(name: str, value: Tensor, args: Sequence[Any]) -> Tensor:
    """Take a view (of a tensor, or of a map of indices)."""
    match name:
        case "select":
            return value.select(*args)
        case "slice":
            dim, start, stop, step = args
            return value[(slice(None),) * dim + (slice(start, stop, step),)]
        case "transpose":
            return value.transpose(*args)
        case "flatten":
            return value.view(-1)
        case "unsqueeze":
            return value.unsqueeze(*args)
        case "diagonal":
            return value.diagonal()
        case "expand":
            return value.unsqueeze(0).expand(2, *value.shape)
        case "narrow":
            return value.narrow(*args)
        case "view_as" | "hooked":
            return value.view_as(value)
        case "mask_read":
            return value[mask(value.shape, args[0])]
    raise AssertionError(name)


def split(name: str, value: Tensor, args: Sequence[Any]) -> tuple[Tensor, ...]:
    """Take several views at once."""
    match name:
        case "unbind":
            return tuple(value.unbind(*args))
        case "split":
            return tuple(value.split(1, *args))
        case "chunk":
            return tuple(value.chunk(2, *args))
        case "iter":
            return tuple(value)
    raise AssertionError(name)


def item(value: Tensor, index: Any) -> Tensor:
    """Return the item at an index."""
    return value[subscript(value, index)]


def subscript(value: Tensor, index: Any) -> Any:
    """Return what stands between the brackets."""
    kind, argument = index
    match kind:
        case "int":
            return argument
        case "slice":
            return slice(*argument)
        case "mask":
            return mask(value.shape, argument)
        case "list":
            return torch.tensor(argument)
        case "ellipsis":
            return (..., argument)
    raise AssertionError(kind)


def weighted(values: Sequence[Tensor]) -> Tensor:
    """Make a loss of several tensors, each element with a weight of its own."""
    total = torch.zeros((), dtype=torch.float64)
    for place, value in enumerate(values):
        total = total + (value * numbers(value.shape, place + 77)).sum()
    return total
