"""Keep what was saved before it is written, and show in numbers what the write did.

Asked for (`proof=True`): each saved value that is about to be written is copied first. A pass
that would read a changed one unseen runs as ever; after the node that read it, the same node
is asked again with the copy, and the two gradients are compared. Nothing of the first answer
is touched, and no hook of the user runs twice.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.autograd.function import BackwardCFunction

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.careful import careful
from gradsan.backends.torch.exports import Exports
from gradsan.backends.torch.graph import nodes_from
from gradsan.backends.torch.kept import copy_of
from gradsan.backends.torch.memory import PLAIN, address, extent_of
from gradsan.backends.torch.private import HookPair
from gradsan.backends.torch.saves import Record, save_of
from gradsan.backends.torch.words import op_of
from gradsan.model.event import Difference, Proof, Save, Stack, Use

LARGEST = 65_536  # storages that are remembered


class Held:
    """A saved value, and the copy that was made before it was written."""

    __slots__ = ("__weakref__", "copy", "is_watched", "packed", "record")

    def __init__(self, packed: Any, record: Record) -> None:
        self.packed = packed  # what the pair below made of it
        self.record = record
        self.copy: Any = None
        self.is_watched = False  # its node has a hook that will tell


class _ThreadState(threading.local):
    """Per thread: whether values are answered with their copies."""

    gives_copies = False


class Prover:
    """What living graphs have saved, by storage, with copies of what was written."""

    def __init__(
        self, host: Host, below: HookPair, exports: Exports, place: Callable[[], Stack]
    ) -> None:
        self.host = host
        self.exports = exports
        self.place = place  # of the backward pass under way
        self._pack_below, self._unpack_below = below
        self._held: dict[int, list[weakref.ref[Held]]] = {}
        self._by_node: dict[int, list[weakref.ref[Held]]] = {}
        self._next_number = private.next_sequence_number()
        self._here = _ThreadState()

    def hooks(self) -> HookPair:
        """Return the pair that goes around the one below."""
        return self._pack, self._unpack

    def _pack(self, tensor: Any) -> Held:
        packed: Any = self._pack_below(tensor)
        held = self.hold(packed, getattr(packed, "record", packed))
        if len(self._by_node) > LARGEST:
            self._by_node.clear()
        self._by_node.setdefault(self._next_number() - 1, []).append(weakref.ref(held))
        return held

    def hold(self, packed: Any, record: Record) -> Held:
        """Remember a saved value as long as somebody holds what is returned."""
        held = Held(packed, record)
        if storage := address(record[0]):
            if len(self._held) > LARGEST:
                self._held.clear()
            living = [ref for ref in self._held.get(storage, ()) if ref() is not None]
            self._held[storage] = [*living, weakref.ref(held)]
            if storage in self.exports.by_storage:
                self._copy(held)
        return held

    def _unpack(self, held: Held) -> Any:
        if self._here.gives_copies and held.copy is not None:
            return held.copy
        value = self._unpack_below(held.packed)
        if not held.is_watched and self.host.switch.on:
            try:
                if self._is_changed(held):
                    self._tell_read(held, private.current_node(), None)
            except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
                self.host.failed(failure)
        return value

    @careful
    def before_write(self, tensors: Sequence[Any], op: str) -> None:
        """Copy what a write will touch, once."""
        if not self.host.switch.on:
            return
        for tensor in tensors:
            for ref in self._held.get(address(tensor), ()):
                held = ref()
                if held is not None and held.copy is None and _overlap(held.record[0], tensor):
                    self._copy(held)

    def _copy(self, held: Held) -> None:
        with private.no_tracking():
            held.copy = copy_of(held.record[0])

    # -- backward -------------------------------------------------------------------------------

    def watch(self, roots: tuple[Any, ...]) -> list[Any]:
        """Put a hook on every node that will read a changed value; return the handles.

        What a node saved is known by its number. Asking the node itself would run the hooks it
        was saved under, and those of a checkpoint run the block again.
        """
        handles = []
        for node in nodes_from(roots):
            numbered = self._by_node.get(node._sequence_nr(), ())
            read = [held for ref in numbered if (held := ref()) is not None]
            stale = [held for held in read if self._is_changed(held)]
            if stale and not isinstance(node, BackwardCFunction):  # not the user's code again
                for held in stale:
                    held.is_watched = True
                handles.append(node.register_hook(self._hook(node, stale)))
        return handles

    def _is_changed(self, held: Held) -> bool:
        value = held.record[0]
        if held.copy is None and type(value) in PLAIN:
            held.copy = self.exports.before(value, held.record[2])
        if held.copy is None or private.version_of(value) != held.record[1]:
            return False  # torch itself will raise
        with private.no_tracking():
            return held.copy.shape == value.shape and not torch.equal(held.copy, value)

    def _hook(self, node: Any, stale: list[Held]) -> Callable[[Any, Any], None]:
        def show(grad_inputs: Any, grad_outputs: Any) -> None:
            if not self.host.switch.on:
                return
            try:
                self._show(node, stale, grad_inputs, grad_outputs)
            except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
                self.host.failed(failure)

        return show

    def _show(self, node: Any, stale: list[Held], as_run: Any, incoming: Any) -> None:
        right = self._ask_again(node, incoming)
        gradient = max(
            (found for pair in zip(as_run, right, strict=False) if (found := _compare(*pair))),
            key=lambda found: found.largest,
            default=None,
        )
        for held in stale:
            held.is_watched = False
            self._tell_read(held, node, gradient)

    def _tell_read(self, held: Held, node: Any, gradient: Difference | None) -> None:
        name = node.name() if node is not None else ""
        save = save_of(held.record, op_of(name))
        stack = self.place() or self.host.capture()
        use = Use(next(self.host.ticks), save.id, name, save.version, False, stack)
        self.tell(held, save, use, gradient)

    def _ask_again(self, node: Any, incoming: Any) -> tuple[Any, ...]:
        self._here.gives_copies = True
        try:
            with private.no_tracking():
                result = node(*incoming)
        finally:
            self._here.gives_copies = False
        return result if isinstance(result, tuple) else (result,)

    def tell(self, held: Held, save: Save, use: Use, gradient: Difference | None = None) -> None:
        """Show what was saved and what was read, if they differ."""
        if held.copy is not None and (values := _compare(held.record[0], held.copy)):
            self.host.shown(save, use, Proof(values, gradient))


def _overlap(value: Any, written: Any) -> bool:
    try:
        return extent_of(value).overlaps(extent_of(written))
    except (RuntimeError, NotImplementedError):
        return False  # no memory of its own: sparse, functorch


def _compare(now: Any, before: Any) -> Difference | None:
    """Return where two tensors differ most; None if they do not, or cannot be compared."""
    if type(now) not in PLAIN or type(before) not in PLAIN or now.shape != before.shape:
        return None
    if now.layout is not torch.strided or before.layout is not torch.strided or not now.numel():
        return None
    with private.no_tracking():
        kind = torch.complex128 if now.is_complex() else torch.float64
        one, other = now.to(kind).reshape(-1), before.to(kind).reshape(-1)
        distance = (one - other).abs().nan_to_num(nan=torch.inf)
        distance[(one == other) | (one.isnan() & other.isnan())] = 0.0
        count = int((distance > 0).sum())
        if not count:
            return None
        worst = int(distance.argmax())
        index = tuple(int(i) for i in torch.unravel_index(torch.tensor(worst), now.shape))
        pair = one[worst].item(), other[worst].item()
        return Difference(index, *pair, count, now.numel(), float(distance[worst]))
