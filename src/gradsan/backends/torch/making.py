"""Tensors out of arrays."""

from __future__ import annotations

from typing import Any

import torch


def make(array: Any, dtype: str, device: str = "") -> Any:
    """Return an array as a tensor."""
    return torch.tensor(array, dtype=getattr(torch, dtype), device=device or None)
