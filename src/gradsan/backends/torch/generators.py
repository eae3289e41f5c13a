"""The random generators of Python and NumPy, which checkpoint does not put back.

torch's own is put back unless `preserve_rng_state=False`. NumPy is asked only if it is loaded.
Generators that a program made for itself, and small arrays, are pieces of its Python state.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import torch

SMALL = 1 << 12  # bytes of an array that is copied
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


class OwnNumbers:
    """A generator of random numbers, or a small array, with its numbers."""

    __slots__ = ("held", "was")

    def __init__(self, held: Any) -> None:
        self.held = held
        self.was = _numbers(held)

    def has_changed(self) -> bool:
        """Tell whether it stands otherwise now."""
        now, was = _numbers(self.held), self.was
        if isinstance(was, torch.Tensor):
            return not torch.equal(now, was)
        return bool(_plain(now) != _plain(was))

    def is_whole(self) -> bool:
        """Tell whether all of it can still be had."""
        return True

    def values(self) -> Iterable[Any]:
        """Return what it held; twins for what moves."""
        return ()

    def again(self, *, is_weak: bool) -> OwnNumbers:
        """Remember how it stands now."""
        return OwnNumbers(self.held)

    def put_back(self) -> None:
        """Make it stand as it stood."""
        held, was = self.held, self.was
        if isinstance(held, torch.Generator):
            held.set_state(was)
        elif isinstance(held, random.Random):
            held.setstate(was)
        elif hasattr(held, "bit_generator"):
            held.bit_generator.state = was
        elif hasattr(held, "set_state"):
            held.set_state(was)
        else:
            held[...] = was


def _numbers(held: Any) -> Any:
    if isinstance(held, torch.Generator):
        return held.get_state()
    if isinstance(held, random.Random):
        return held.getstate()
    if hasattr(held, "bit_generator"):
        return held.bit_generator.state
    return held.get_state(legacy=False) if hasattr(held, "get_state") else held.copy()


def has_numbers(value: Any) -> bool:
    """Tell whether a value is a generator of random numbers, or a small array."""
    if isinstance(value, (torch.Generator, random.Random)):
        return True
    numpy: Any = sys.modules.get("numpy")
    if numpy is None or not hasattr(numpy, "random"):
        return False
    if isinstance(value, numpy.ndarray):
        return bool(value.nbytes <= SMALL and value.dtype != object and value.flags.writeable)
    return isinstance(value, (numpy.random.Generator, numpy.random.RandomState))
