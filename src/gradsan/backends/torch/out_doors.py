"""Hear writes by `out=`: stand-ins for the functions that take it.

There are hundreds of them and they are called all the time, nearly always without `out=`. So
they are put in place only once a file of the user's has been met that speaks of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import torch

from gradsan.backends.torch import private, private_ops
from gradsan.backends.torch.doors import FunctionDoor, Patch
from gradsan.backends.torch.writes import Began, Ears

_OUT = re.compile(r"\bout\s*[=:]")  # not `layout=`
_HOMES = (torch, torch.linalg, torch.special, torch.fft)


class OutEars:
    """Tell the ears what a call writes by `out=`, and nothing else."""

    def __init__(self, ears: Ears) -> None:
        self.ears = ears

    def began(self, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Began:
        """Be told what is about to be written; return the time."""
        out = kwargs.get("out")
        if out is None:
            return 0, 0
        self.ears.about_to_write(_tensors(out), op)
        return next(self.ears.ticks), self.ears.peek()

    def make(
        self, call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Make the call, by the seam if it writes."""
        around = self.ears.seam.around_out
        if around is None or kwargs.get("out") is None:
            return call(*args, **kwargs)
        return around(call, op, args, kwargs)

    def heard(self, op: str, began: Began, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Log what was written."""
        if (out := kwargs.get("out")) is not None:
            for tensor in _tensors(out):
                self.ears.note(tensor, f"{op}(out=)", *began)

    def failed(
        self, error: RuntimeError, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Look at the error of a write."""
        if (out := kwargs.get("out")) is not None:
            self.ears.refused(error, _tensors(out)[0], f"{op}(out=)")


def _tensors(out: Any) -> tuple[Any, ...]:
    return tuple(out) if isinstance(out, (tuple, list)) else (out,)


def patches(ears: Ears) -> Iterator[Patch]:
    """Make the stand-ins for every function of torch that takes `out=`."""
    ear = OutEars(ears)
    for home in _HOMES:
        for name, value in list(vars(home).items()):
            if private.is_builtin(value) and (
                _OUT.search(value.__doc__ or "") or private_ops.takes_out(name)
            ):
                yield Patch(home, name, FunctionDoor(value, ear))
