"""Hear every save: a pair of saved-tensor hooks that keep the place beside the value.

The pair is pushed per thread. It makes the version check that torch makes without hooks, and
steps aside where torch forbids hooks (torch.func) or somebody else's pair is innermost.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import get_ident
from typing import Any, TypeAlias

import torch
from torch.autograd.function import BackwardCFunction

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.writes import address
from gradsan.model.event import Extent, Save, Stack, TensorFacts

# (value, version, order, stack, output number or None if the value is the tensor itself)
Record: TypeAlias = tuple[Any, int, int, Stack, int | None]

_PLAIN = frozenset({torch.Tensor, torch.nn.Parameter})


class _ThreadState(threading.local):
    """Per thread: how many of our pairs are pushed and how many are out of the way."""

    depth = 0
    suspended = 0


class _CustomNodes(dict[type, bool]):
    """Whether a class of nodes belongs to a custom Function."""

    def __missing__(self, kind: type) -> bool:
        self[kind] = answer = issubclass(kind, BackwardCFunction)
        return answer


class Saves:
    """The pair of hooks, and what it knows."""

    def __init__(
        self,
        host: Host,
        stale: Callable[[Record], Exception],
        silent: Callable[[Record], None],
    ) -> None:
        self.here = _ThreadState()
        self.collectors: dict[int, list[Record]] = {}  # by thread: who reads to compare
        self.pair: private.HookPair = (
            self._make_pack(host),
            self._make_unpack(host, stale, silent),
        )
        self.patches = self._switch_patches()

    def _make_pack(self, host: Host) -> Callable[[Any], Record]:
        ticks, capture, peek = host.ticks, host.capture, private.next_sequence_number()
        is_custom = _CustomNodes()

        def pack(tensor: Any) -> Record:
            if type(tensor) not in _PLAIN:
                with private.no_overrides():
                    return (tensor.detach(), tensor._version, next(ticks), capture(), 0)
            node = tensor.grad_fn
            # Keep the tensor itself, as torch does without hooks, unless it is the result of
            # the node that saves it: node -> record -> tensor -> node would never be freed.
            # That node was numbered last. Custom Functions may number others in between.
            if node is None or (node._sequence_nr() < peek() - 1 and not is_custom[type(node)]):
                return (tensor, tensor._version, next(ticks), capture(), None)
            number = tensor.output_nr
            return (tensor.detach(), tensor._version, next(ticks), capture(), number)

        return pack

    def _make_unpack(
        self,
        host: Host,
        stale: Callable[[Record], Exception],
        silent: Callable[[Record], None],
    ) -> Callable[[Record], Any]:
        collectors, log, last_writes = self.collectors, host.log, host.log.last

        def unpack(record: Record) -> Any:
            value, version, order = record[0], record[1], record[2]
            if collectors and (records := collectors.get(get_ident())) is not None:
                records.append(record)
            elif value._version != version:
                raise stale(record)
            elif log.newest > order and type(value) in _PLAIN:
                pointer = value.data_ptr()
                if offset := value.storage_offset():
                    pointer -= offset * value.element_size()
                write = last_writes.get(pointer)
                # The question of `ledger.is_after`, asked of the last write alone: a save
                # inside it that already has its version came after it.
                if (
                    write is not None
                    and write[1] > order
                    and (write[0] > order or version < write[6])
                ):
                    silent(record)
            return value

        return unpack

    @contextmanager
    def collecting(self) -> Iterator[list[Record]]:
        """Hand over the records that are read in this thread instead of judging them."""
        self.collectors[get_ident()] = records = []
        try:
            yield records
        finally:
            del self.collectors[get_ident()]

    def enter(self) -> None:
        """Push the pair in this thread, unless hooks are forbidden or in other hands."""
        self.here.depth += 1
        if self.here.depth > 1 or not private.hooks_are_enabled():
            return
        if private.innermost_hooks() is None:
            private.push_hooks(self.pair)

    def leave(self) -> None:
        """Pop the pair in this thread if it is still the innermost."""
        self.here.depth -= 1
        if self.here.depth == 0 and self._is_innermost():
            private.pop_hooks()
            self.here.suspended = 0

    def _is_innermost(self) -> bool:
        top = private.innermost_hooks()
        return top is not None and top[0] is self.pair[0]

    def _switch_patches(self) -> list[Patch]:
        """Step aside while hooks are forbidden: torch refuses to forbid them otherwise."""
        disable, enable = private.hook_switches()
        here = self.here

        def disable_hooks(message: str, fail_if_non_empty: bool = True) -> None:
            if fail_if_non_empty and self._is_innermost():
                private.pop_hooks()
                here.suspended += 1
            disable(message, fail_if_non_empty)

        def enable_hooks() -> None:
            enable()
            if here.suspended and here.depth:
                here.suspended -= 1
                private.push_hooks(self.pair)

        home = private.hook_switch_home()
        return [
            Patch(home, disable.__name__, disable_hooks),
            Patch(home, enable.__name__, enable_hooks),
        ]


def extent_of(tensor: Any) -> Extent:
    """Return the bytes of a tensor inside its storage."""
    size = tensor.element_size()
    strides = tuple(stride * size for stride in tensor.stride())
    return Extent(tensor.storage_offset() * size, tuple(tensor.shape), strides, size)


def save_of(record: Record, op: str) -> Save:
    """Turn a record into the event that reports are made from."""
    value, version, order, stack, _ = record
    with private.no_overrides():
        facts = TensorFacts(str(value.dtype).removeprefix("torch."), tuple(value.shape))
        storage = address(value)
        extent = extent_of(value) if storage else Extent.of_range(0, 0)
    return Save(order, order, storage, extent, op, version, facts, stack)
