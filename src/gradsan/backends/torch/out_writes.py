"""Writes by `out=` and by batch norm: functions that write what is not their first argument."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.host import Host
from gradsan.backends.torch.doors import FunctionDoor, Patch
from gradsan.backends.torch.restricted import Restricted

# (tensors about to be written, op, what writes) -> what that returns
Writing: TypeAlias = Callable[[Sequence[Any], str, Callable[[], Any]], Any]
STATISTICS = {"batch_norm": (3, 4, 5), "instance_norm": (3, 4, 5)}  # mean, variance, training
# What torch says to `out=` and not to the same call without, of which the result can be copied.
APART = (
    "don't support automatic differentiation",
    "some elements of the input tensor and the written-to tensor refer to a single memory",
)


class _Silent:
    """An ear for doors that only want to look like their original."""

    def began(self, *_: Any) -> int:
        return 0

    def make(self, call: Any, op: str, args: Any, kwargs: Any) -> Any:
        return call(*args, **kwargs)

    heard = failed = lambda self, *_: None


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


class OutWrites:
    """What repair does around a call that writes what `out=` names."""

    def __init__(self, host: Host, restricted: Restricted, writing: Writing) -> None:
        self.host = host
        self.restricted = restricted
        self.writing = writing

    def around(
        self, call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Make the call, after what lies in `out` was copied."""
        out = kwargs["out"]
        tensors = out if isinstance(out, (tuple, list)) else (out,)
        if self.restricted.by_storage:  # what is a constant when this write reads it stays one
            args = tuple(map(self.restricted.as_read, args))

        def make() -> Any:
            try:
                return call(*args, **kwargs)
            except RuntimeError as error:
                words = str(error)
                if not isinstance(out, torch.Tensor) or not any(one in words for one in APART):
                    raise
                others = {name: value for name, value in kwargs.items() if name != "out"}
                result = _copied(out, call(*args, **others), error)
                code = "GS310" if APART[0] in words else "GS309"
                self.host.cured(code, op, self.host.capture())
                return result

        return self.writing(tensors, op, make)


def _copied(out: Any, result: Any, error: RuntimeError) -> Any:
    """Copy what was computed out of place, which autograd knows how to differentiate."""
    if result.shape != out.shape or result.dtype != out.dtype:
        raise error
    return out.copy_(result)


def patches(writing: Writing, ignoring: set[int]) -> Iterator[Patch]:
    """Make the stand-ins for the norms that update statistics."""
    for name in STATISTICS:
        yield Patch(torch, name, StatisticsDoor(getattr(torch, name), writing, ignoring))
