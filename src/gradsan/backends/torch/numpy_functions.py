"""NumPy's functions over PyTorch.

`torch._numpy` holds them; it is what torch.compile puts in the place of NumPy. It is private,
so it is touched in `_twins` only. Tested with torch 2.13.0; where it is missing, every
function is «not covered».
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import Any

import numpy as np
import torch

from gradsan.backends.numpy_calls import nearest


@cache
def _twins() -> Any:
    try:
        return import_module("torch._numpy")
    except ImportError:
        return None


def _bare(value: Any) -> Any:
    """Take tensors out of the arrays that torch._numpy returns."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(_bare, value))
    if isinstance(value, list | tuple):
        return type(value)(map(_bare, value))
    return getattr(value, "tensor", value)


class TorchNumpyCalls:
    """PyTorch, speaking NumPy."""

    def find(self, name: str) -> Callable[..., Any] | None:
        """Return the function of torch._numpy."""
        if (own := _OWN.get(name)) is not None:
            return own
        twin = _twins()
        for step in name.split("."):
            twin = getattr(twin, step, None)
        if twin is None:
            return None
        found: Callable[..., Any] = twin
        return lambda *args, **kwargs: _bare(found(*args, **kwargs))

    def native(self, name: str) -> str:
        """Name torch's own function."""
        return nearest(torch, "torch", name)

    def number(self, value: Any, tensor: Any) -> Any:
        """Return the number in the tensor's dtype, as a number beside a tensor has."""
        if isinstance(value, bool | np.bool_):
            return torch.tensor(bool(value), device=tensor.device)
        if isinstance(value, complex) or not (tensor.is_floating_point() or tensor.is_complex()):
            return torch.tensor(value, device=tensor.device)
        return torch.tensor(value, dtype=tensor.dtype, device=tensor.device)

    def operand(self, value: Any, tensor: Any) -> Any:
        """Return the array as a tensor on the same device."""
        return torch.as_tensor(value, device=tensor.device)

    def dtype(self, tensor: Any) -> Any:
        """Return NumPy's dtype."""
        return np.dtype(str(tensor.dtype).removeprefix("torch."))

    def cast(self, tensor: Any, dtype: Any) -> Any:
        """Return the tensor in another dtype."""
        return tensor.to(getattr(torch, np.dtype(dtype).name))

    def is_cut(self, results: Any, tensors: Any) -> bool:
        """Tell whether no result is in the graph of a tensor that requires a gradient."""
        if not torch.is_grad_enabled() or not any(t.requires_grad for t in tensors):
            return False
        made = [r for r in results if isinstance(r, torch.Tensor)]
        return not any(r.requires_grad for r in made)


def _ptp(x: Any, axis: Any = None) -> Any:
    if axis is None:
        return x.max() - x.min()
    return x.amax(axis) - x.amin(axis)


def _norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:  # noqa: A002
    return torch.linalg.norm(x, ord, axis, keepdims)


def _cross(x: Any, y: Any, axis: int = -1) -> Any:
    return torch.linalg.cross(x, y, dim=axis)  # torch._numpy's writes into its argument


def _quantile(
    a: Any, q: Any, axis: Any = None, method: str = "linear", keepdims: bool = False
) -> Any:
    axes = range(a.ndim) if axis is None else (axis if isinstance(axis, list | tuple) else (axis,))
    gone = sorted(one % a.ndim for one in axes)
    left = [one for one in range(a.ndim) if one not in gone]
    flat = a.permute([*gone, *left]).reshape(-1, *(a.shape[one] for one in left))
    where = torch.as_tensor(q, dtype=a.dtype, device=a.device)
    result = torch.quantile(flat, where.reshape(-1), 0, interpolation=method)
    shape = [1 if one in gone else a.shape[one] for one in range(a.ndim)]
    kept = shape if keepdims else [a.shape[one] for one in left]
    return result.reshape([*where.shape, *kept])


def _percentile(a: Any, q: Any, axis: Any = None, **options: Any) -> Any:
    return _quantile(a, torch.as_tensor(q, dtype=a.dtype, device=a.device) / 100, axis, **options)


def _convolve(a: Any, v: Any, mode: str = "full") -> Any:
    long, short = (a, v) if a.shape[0] >= v.shape[0] else (v, a)
    size = short.shape[0]
    around = {"full": (size - 1, size - 1), "same": (size // 2, (size - 1) // 2), "valid": (0, 0)}
    if mode not in around:
        raise ValueError("mode must be 'full', 'same' or 'valid'")
    signal = torch.nn.functional.pad(long, around[mode])[None, None]
    return torch.nn.functional.conv1d(signal, short.flip(0)[None, None])[0, 0]


_OWN: dict[str, Callable[..., Any]] = {
    "ptp": _ptp,
    "quantile": _quantile,
    "percentile": _percentile,
    "median": lambda a, axis=None, keepdims=False: _quantile(a, 0.5, axis, keepdims=keepdims),
    "convolve": _convolve,
    "outer": lambda x, y: torch.outer(x.reshape(-1), y.reshape(-1)),
    "cross": _cross,
    "linalg.norm": _norm,
    "conjugate": torch.conj,
    "reshape": lambda x, shape, order="C", copy=None: x.reshape(shape),
}

CALLS = TorchNumpyCalls()
