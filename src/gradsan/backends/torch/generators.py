"""The random generators of Python and NumPy, which checkpoint does not put back.

torch's own is put back unless `preserve_rng_state=False`. NumPy is asked only if it is loaded.
"""

from __future__ import annotations

import random
import sys
from dataclasses import dataclass
from typing import Any

import torch

TORCH, PYTHON, NUMPY = "torch's generator", "the module random", "numpy.random"


@dataclass(frozen=True, slots=True)
class States:
    """Where the generators stood."""

    torch: Any
    python: Any
    numpy: Any  # None: not loaded

    @classmethod
    def now(cls) -> States:
        """Ask them."""
        numpy = sys.modules.get("numpy")
        loaded = getattr(numpy, "random", None)
        state = loaded.get_state(legacy=False) if loaded is not None else None
        return cls(torch.get_rng_state(), random.getstate(), state)

    def moved(self, later: States, *, is_torch_kept: bool = False) -> str:
        """Name a generator that numbers were drawn from meanwhile; empty if none was."""
        if not is_torch_kept and not torch.equal(self.torch, later.torch):
            return TORCH
        if self.python != later.python:
            return PYTHON
        return "" if _plain(self.numpy) == _plain(later.numpy) else NUMPY

    def put_back(self) -> None:
        """Let Python's and NumPy's stand there again."""
        random.setstate(self.python)
        if self.numpy is not None:
            sys.modules["numpy"].random.set_state(self.numpy)


def _plain(state: Any) -> Any:
    """Make a state comparable: a dict of dicts, numbers and arrays, as its generator has it."""
    if isinstance(state, dict):
        return {key: _plain(value) for key, value in state.items()}
    return state.tobytes() if hasattr(state, "tobytes") else state
