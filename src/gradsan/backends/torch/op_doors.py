"""Hear writes of ops that are called by their registered names: `torch.ops.aten.add_(h, 1)`.

Which arguments an op writes its schema says; so ops of other libraries are heard, too. The
stand-ins are placed only when a file that speaks of `torch.ops` is met.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from torch.compiler import is_dynamo_compiling

from gradsan.backends.torch import private_ops
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.writes import Ears


def patches(ears: Ears) -> Iterator[Patch]:
    """Make the stand-ins for the call of an op and of one of its overloads."""
    for kind in private_ops.registered_ops():
        yield Patch(kind, "__call__", _call(ears, kind.__call__))


def _call(ears: Ears, original: Any) -> Any:
    targets: dict[Any, tuple[tuple[int, str], ...]] = {}  # by op: place and name of what it writes

    def __call__(self: Any, /, *args: Any, **kwargs: Any) -> Any:  # noqa: N807
        if is_dynamo_compiling() or not ears.switch.on:
            return original(self, *args, **kwargs)
        if (places := targets.get(self)) is None:
            targets[self] = places = tuple(_written(private_ops.schema_of(self)))
        written = [args[n] if n < len(args) else kwargs.get(name) for n, name in places]
        if not written or written[0] is None:
            return original(self, *args, **kwargs)
        op, first = self.__name__.partition(".")[0], tuple(written[:1])
        began = ears.began(op, first, {})
        result = ears.make(partial(original, self), op, args, kwargs)
        for one in written:
            ears.heard(op, began, (one,), {})
        return result

    return __call__


def _written(schema: Any) -> Iterator[tuple[int, str]]:
    for place, argument in enumerate(schema.arguments if schema else ()):
        if argument.alias_info is not None and argument.alias_info.is_write:
            yield place, argument.name
