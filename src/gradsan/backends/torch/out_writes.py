"""Writes by `out=` and by batch norm: functions that write what is not their first argument."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.torch import private
from gradsan.backends.torch.doors import FunctionDoor, Patch

# (tensors about to be written, op, what writes) -> what that returns
Writing: TypeAlias = Callable[[Sequence[Any], str, Callable[[], Any]], Any]
STATISTICS = {"batch_norm": (3, 4, 5), "instance_norm": (3, 4, 5)}  # mean, variance, training
UNDIFFERENTIATED = "don't support automatic differentiation"


class _Silent:
    """An ear for doors that only want to look like their original."""

    def began(self, *_: Any) -> int:
        return 0

    def make(self, call: Any, op: str, args: Any, kwargs: Any) -> Any:
        return call(*args, **kwargs)

    heard = failed = lambda self, *_: None


class OutDoor(FunctionDoor):
    """Stand in for a function that takes `out=`."""

    def __init__(self, original: Any, writing: Writing) -> None:
        super().__init__(original, _Silent())
        self.writing = writing

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the original, after what lies in `out` was copied."""
        out = kwargs.get("out")
        if out is None or is_dynamo_compiling():
            return self.original(*args, **kwargs)
        tensors = out if isinstance(out, (tuple, list)) else (out,)
        try:
            return self.writing(tensors, self.__name__, lambda: self.original(*args, **kwargs))
        except RuntimeError as error:
            if UNDIFFERENTIATED not in str(error) or not isinstance(out, torch.Tensor):
                raise
            kwargs.pop("out")
            return self._copied(out, self.original(*args, **kwargs), error)

    def _copied(self, out: Any, result: Any, error: RuntimeError) -> Any:
        """Compute out of place and copy, which autograd knows how to differentiate."""
        if result.shape != out.shape or result.dtype != out.dtype:
            raise error
        return out.copy_(result)


class StatisticsDoor(FunctionDoor):
    """Stand in for a norm that updates running statistics without raising their version."""

    def __init__(self, original: Any, writing: Writing, ignoring: set[int]) -> None:
        super().__init__(original, _Silent())
        self.writing = writing
        self.ignoring = ignoring

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the original, after the statistics were copied if it will update them."""
        places = STATISTICS[self.__name__]
        if is_dynamo_compiling() or kwargs or len(args) <= max(places) or not args[places[2]]:
            return self.original(*args, **kwargs)
        held = [args[place] for place in places[:2] if isinstance(args[place], torch.Tensor)]
        storages = {one.untyped_storage().data_ptr() for one in held}
        # In training its own backward does not read the statistics that it saves.
        self.ignoring |= storages
        try:
            return self.writing(held, self.__name__, lambda: self.original(*args))
        finally:
            self.ignoring -= storages


def patches(writing: Writing, ignoring: set[int]) -> Iterator[Patch]:
    """Make the stand-ins for all names of torch that take `out=`, and for the norms."""
    table, _, _ = private.function_homes()
    for name in dir(table):
        original = getattr(torch, name, None)
        if name in STATISTICS:
            yield Patch(torch, name, StatisticsDoor(original, writing, ignoring))
        elif original is getattr(table, name) and _takes_out(name):
            yield Patch(torch, name, OutDoor(original, writing))
    for home in (torch.linalg, torch.special, torch.fft):
        for name, original in list(vars(home).items()):
            if callable(original) and _takes_out(f"{home.__name__[6:]}_{name}"):
                yield Patch(home, name, OutDoor(original, writing))


def _takes_out(name: str) -> bool:
    packet = getattr(torch.ops.aten, name, None)
    return packet is not None and any("out" in overload for overload in packet.overloads())
