"""`gradsan.at` over PyTorch: clone and assign for basic indices, index_put for positions."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from gradsan.backends.updating import OPS, refuse_lossy, unsqueezed

_NUMBERS = frozenset({int, float, bool})


class TorchUpdates:
    """PyTorch, as `at` sees it."""

    NAME = "torch"

    def tensor(self, value: Any) -> Any:
        """Return the value as a tensor."""
        return value if isinstance(value, torch.Tensor) else torch.as_tensor(value)

    def like(self, value: Any, tensor: Any) -> Any:
        """Return the value as a tensor of the same dtype and device."""
        if isinstance(value, torch.Tensor):
            if value.dtype is tensor.dtype:
                return value
        elif type(value) in _NUMBERS and tensor.is_floating_point():
            return torch.full((), value, dtype=tensor.dtype, device=tensor.device)
        else:
            value = torch.as_tensor(value, device=tensor.device)
        refuse_lossy(_kind(value), _kind(tensor), f"a {tensor.dtype} tensor")
        return value.to(tensor.dtype)

    def shape(self, tensor: Any) -> tuple[int, ...]:
        """Return the shape."""
        return tuple(tensor.shape)

    def concrete(self, index: Any) -> Any:
        """Return the index as an array, unless it is traced or would have to be fetched."""
        if not isinstance(index, torch.Tensor):
            return np.asarray(index)
        if torch.compiler.is_compiling() or (not index.is_cpu and index.dtype != torch.bool):
            return None
        try:
            return index.detach().cpu().numpy()
        except RuntimeError:
            return None  # inside vmap, or fake

    def basic_get(self, tensor: Any, index: Any) -> Any:
        """Read; torch knows no slice that runs backwards."""
        if not _runs_backwards(index):
            return tensor[index]
        forwards, flipped = _forwards(index, tensor.shape)
        return tensor[forwards].flip(flipped)

    def basic_update(self, tensor: Any, index: Any, op: str, value: Any) -> Any:
        """Clone and assign: autograd knows both, and nothing saved is touched."""
        if _runs_backwards(index):
            index, flipped = _forwards(index, tensor.shape)
            entries = tensor[index]
            value = value.reshape(unsqueezed(tuple(value.shape), tuple(entries.shape)))
            value = value.expand(entries.shape).flip(flipped)
        if op != "set":
            value = self.operate(op, tensor[index], value)
        try:
            result = tensor.clone()
            result[index] = value
        except RuntimeError as error:
            if "vmap" not in str(error):
                raise
            # A value for each example, one tensor for all: give each its own tensor.
            result = tensor - torch.zeros_like(value).sum().to(tensor.dtype)
            result[index] = value
        return result

    def operate(self, op: str, old: Any, value: Any) -> Any:
        """Combine old values with new ones."""
        if op in OPS:
            return OPS[op](old, value)
        return torch.minimum(old, value) if op == "min" else torch.maximum(old, value)

    def integers(self, index: Any, size: int, tensor: Any) -> Any:
        """Return the index as long integers that count from 0."""
        if isinstance(index, np.ndarray):
            return torch.as_tensor(index, device=tensor.device)
        index = index.to(torch.int64)
        return torch.where(index < 0, index + size, index)

    def take(self, flat: Any, positions: Any) -> Any:
        """Read at positions."""
        return flat[self._long(positions, flat)]

    def put(self, flat: Any, positions: Any, values: Any) -> Any:
        """Write at positions of a copy."""
        return flat.index_put((self._long(positions, flat),), values)

    def last_writers(self, positions: Any, size: int) -> Any:
        """Return the last writer of each entry, or -1."""
        order = torch.arange(positions.shape[0], device=positions.device)
        none = torch.full((size,), -1, device=positions.device)
        return none.scatter_reduce(0, positions, order, "amax")

    def where(self, mask: Any, yes: Any, no: Any) -> Any:
        """Choose entry by entry."""
        return torch.where(mask, yes, no)

    def count_up(self, mask: Any, most: int) -> Any:
        """Return how many true entries lie before each entry."""
        return (mask.to(torch.int64).cumsum(0) - 1).clamp(0, most - 1)

    def reshape(self, tensor: Any, shape: tuple[int, ...]) -> Any:
        """Give another shape."""
        return tensor.reshape(shape)

    def broadcast(self, tensor: Any, shape: tuple[int, ...]) -> Any:
        """Repeat to a larger shape."""
        return tensor.expand(shape)

    def reshape_index(self, positions: Any, shape: tuple[int, ...]) -> Any:
        """Give positions another shape."""
        return positions.reshape(shape)

    def _long(self, positions: Any, tensor: Any) -> Any:
        if isinstance(positions, torch.Tensor):
            return positions
        return torch.as_tensor(np.array(positions), device=tensor.device)


def _kind(tensor: Any) -> str:
    if tensor.is_floating_point():
        return "f"
    return "c" if tensor.is_complex() else "b" if tensor.dtype == torch.bool else "i"


def _runs_backwards(index: Any) -> bool:
    for item in index if type(index) is tuple else (index,):
        if type(item) is slice and item.step is not None and item.step < 0:
            return True
    return False


def _forwards(index: Any, shape: Any) -> tuple[Any, list[int]]:
    """Return the index with its slices running forwards, and the result's dimensions to flip."""
    items = list(index) if type(index) is tuple else [index]
    taken = sum(item is not None and item is not Ellipsis for item in items)
    if Ellipsis not in items:
        items.append(Ellipsis)
    made: list[Any] = []
    flipped: list[int] = []
    axis = dimension = 0
    for item in items:
        made.append(item)
        if item is Ellipsis:
            axis += len(shape) - taken
            dimension += len(shape) - taken
        elif item is None:
            dimension += 1
        elif type(item) is slice:
            steps = range(*item.indices(shape[axis]))
            if steps.step < 0:
                made[-1] = slice(steps[-1], steps[0] + 1, -steps.step) if steps else slice(0, 0)
                flipped.append(dimension)
            axis += 1
            dimension += 1
        else:
            axis += 1
    return tuple(made), flipped


UPDATES = TorchUpdates()
