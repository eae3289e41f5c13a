"""Checkpoints: recomputation sees the values that forward saw.

What a checkpointed region reads from outside is kept like a saved value. If it is written
before the recomputation, its memory gets the old numbers while that runs; what the
recomputation saves of such memory is copied. The state of the random generator is always
kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling
from torch.overrides import TorchFunctionMode
from torch.utils import checkpoint

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.kept import Kept, Shelves, after_write, region_of
from gradsan.backends.torch.memory import PLAIN


class _Reading(TorchFunctionMode):  # type: ignore[misc]
    """Note every tensor that a region reads and did not make."""

    def __init__(self) -> None:
        super().__init__()
        self.made: set[int] = set()
        self.read: dict[Any, Any] = {}

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        for one in tensors_in((*args, *(kwargs or {}).values())):
            storage = one.untyped_storage().data_ptr()
            if storage not in self.made:
                key = (storage, one.storage_offset(), one.shape, one.stride(), one.dtype)
                self.read.setdefault(key, one)
        result = func(*args, **(kwargs or {}))
        outside = {key[0] for key in self.read}
        for one in tensors_in((result,)):
            storage = one.untyped_storage().data_ptr()
            if storage not in outside:
                self.made.add(storage)
        return result


def tensors_in(values: Any) -> Iterator[Any]:
    """Yield the plain tensors among values, and in lists and tuples among them."""
    for value in values:
        if type(value) in PLAIN:
            if value.layout == torch.strided and value.numel():
                yield value
        elif isinstance(value, (list, tuple)):
            yield from tensors_in(value)


class Region:
    """A checkpointed stretch: what it read, kept until it is recomputed for the last time."""

    def __init__(self, host: Host, checkpoints: Checkpoints) -> None:
        self.host = host
        self.checkpoints = checkpoints
        self.kept: list[tuple[Kept, Any]] = []  # with an alias of the memory itself

    @contextmanager
    def reading(self) -> Iterator[None]:
        """Note what is read inside, and keep it."""
        mode = _Reading()
        with mode:
            yield
        stack = self.host.capture()
        with private.no_tracking():
            for (storage, *_), one in mode.read.items():
                alias = one.detach()
                kept = Kept(alias, one._version, next(self.host.ticks), stack)
                self.checkpoints.shelves.put(storage, kept)
                self.kept.append((kept, alias))

    def again(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function, which then sees what it saw the first time."""

        def recompute(*args: Any, **kwargs: Any) -> Any:
            with self._as_it_was():
                return function(*args, **kwargs)

        return recompute

    @contextmanager
    def _as_it_was(self) -> Iterator[None]:
        moved = [(kept, alias) for kept, alias in self.kept if kept.origin is not None]
        if unseen := [k for k, _ in self.kept if k.origin is None and not k.is_unchanged]:
            raise RuntimeError(
                f"gradsan: {len(unseen)} values that a checkpointed region reads were changed "
                "unseen before it was recomputed; its gradient would be wrong"
            )
        storages = {alias.untyped_storage().data_ptr() for _, alias in moved}
        with private.no_tracking():
            now = [alias.clone() for _, alias in moved]
            for kept, alias in moved:
                _put(alias, kept.value)
        self.checkpoints.restored |= storages
        for kept, _ in moved:
            self.host.cured("GS205", "checkpoint", kept.stack)
        try:
            yield
        finally:
            self.checkpoints.restored -= storages
            with private.no_tracking():
                for (_, alias), numbers in zip(moved, now, strict=True):
                    self.checkpoints.put_back(alias, numbers)


class Checkpoints:
    """The stand-ins for the two kinds of checkpoint."""

    def __init__(self, host: Host, shelves: Shelves) -> None:
        self.host = host
        self.shelves = shelves
        self.restored: set[int] = set()  # storages that hold old numbers just now

    def put_back(self, alias: Any, numbers: Any) -> None:
        """Put the new numbers back, after what was saved of the old ones was copied."""
        storage = alias.untyped_storage().data_ptr()
        prepared = self.shelves.before_write(storage, alias, region_of(alias))
        _put(alias, numbers)
        after_write(prepared)

    def patches(self) -> Iterator[Patch]:
        """Make the stand-ins."""
        generator = getattr(checkpoint, "_checkpoint_without_reentrant_generator", None)
        hook = getattr(checkpoint, "_recomputation_hook", None)
        if generator is not None and hook is not None:
            yield Patch(checkpoint, generator.__name__, self._generator(generator))
            yield Patch(hook, "__init__", self._hook(hook.__init__))
        forward = checkpoint.CheckpointFunction.forward
        yield Patch(checkpoint.CheckpointFunction, "forward", staticmethod(self._forward(forward)))

    def _generator(self, original: Any) -> Any:
        def generate(function: Any, preserve: bool = True, *args: Any, **kwargs: Any) -> Any:
            if is_dynamo_compiling() or not torch.is_grad_enabled():
                yield from original(function, preserve, *args, **kwargs)
                return
            region = Region(self.host, self)
            with region.reading():
                yield from original(region.again(function), True, *args, **kwargs)

        return generate

    def _forward(self, original: Any) -> Any:
        def forward(ctx: Any, function: Any, preserve: bool, *args: Any) -> Any:
            region = Region(self.host, self)
            is_first = [True]
            again = region.again(function)

            def run(*inputs: Any) -> Any:
                if not is_first:
                    return again(*inputs)
                is_first.clear()
                with region.reading():
                    return function(*inputs)

            return original(ctx, run, True, *args)

        return forward

    def _hook(self, original: Any) -> Any:
        def __init__(hook: Any, *args: Any, **kwargs: Any) -> None:  # noqa: N807
            original(hook, *args, **kwargs)
            pack = hook.pack_hook

            def pack_copy(tensor: Any) -> Any:
                if self.restored and tensor.untyped_storage().data_ptr() in self.restored:
                    with private.no_tracking():
                        return pack(tensor.detach().clone())
                return pack(tensor)

            hook.pack_hook = pack_copy

        return __init__


def _put(alias: Any, numbers: Any) -> None:
    """Write behind every counter and door."""
    torch.Tensor.copy_(alias.data, numbers)
