"""Hear every save: a pair of saved-tensor hooks that keep the place beside the value.

The pair is pushed per thread. It makes the version check that torch makes without hooks, and
steps aside where torch forbids hooks (torch.func) or somebody else's pair is innermost.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from sys import _getframe as getframe
from threading import get_ident
from typing import Any, Protocol, TypeAlias

import torch

from gradsan.backends.host import Entry, Host, Lines
from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.exports import DOOR, Export, Exports, fingerprint
from gradsan.backends.torch.memory import PLAIN, address, dense_part, extent_of, pointer_of
from gradsan.backends.torch.own_results import is_own_result, keeps_results
from gradsan.backends.torch.places import BITS, MASK, NodePlaces
from gradsan.backends.torch.seam import Seam
from gradsan.backends.torch.staleness import detached_error
from gradsan.backends.torch.swaps import Swaps
from gradsan.backends.torch.unseen import Unseen
from gradsan.model.event import Extent, Save, Stack, TensorFacts

# (value, version, order, stack, output number or None if the value is the tensor itself,
# pointer of a value without a graph, 0, or minus the pointer that it has left since)
Record: TypeAlias = tuple[Any, int, int, Stack, int | None, int]

NOWHERE: Stack = ()
overrides = private.is_overridden()


class Judge(Protocol):
    """Who decides about a value that backward reads."""

    def refuse(self, record: Record) -> Exception:
        """Make the error for a record whose version is no longer what it was."""
        ...

    def suspect(self, record: Record) -> None:
        """Look at a record that may have been changed unseen."""
        ...

    def written_outside(self, record: Record, export: Export) -> None:
        """Tell a record in memory that was handed out and has been changed there."""
        ...

    def place(self) -> Stack:
        """Return the place of the backward pass under way, for saves without a frame."""
        ...


class _ThreadState(threading.local):
    """Per thread: how many guards it entered, and where our pair is."""

    depth = 0
    is_pushed = False
    suspended = 0
    pair: private.HookPair = (id, id)  # the one that was pushed


class Saves:
    """The pair of hooks, and what it knows."""

    def __init__(
        self,
        host: Host,
        judge: Judge,
        seam: Seam,
        unseen: Unseen,
    ) -> None:
        self.exports = Exports(host, unseen)
        self.exports.on_first = self.renew
        self.swaps = Swaps(host.ticks)
        self.seam = seam
        self.places = NodePlaces(_lines(host))
        self.here = _ThreadState()
        self.can_lend = private.hooks_are_visible()  # else it might hide somebody else's
        self.collectors: dict[int, list[Record]] = {}  # by thread: who reads to compare
        self.pair: private.HookPair = (
            self._make_pack(host, judge.place),
            self._make_unpack(host, judge),
        )
        self.patches = [
            *self._switch_patches(),
            *self.exports.patches,
            *self.swaps.patches(),
        ]

    def _make_pack(self, host: Host, place: Callable[[], Stack]) -> Callable[[Any], Record]:
        ticks, capture, peek = host.ticks, host.capture, private.next_sequence_number()
        known, last = host.known.get, (0, 0)
        laps, stacks = self.places.laps, self.places.stacks
        exports, exported, failed = self.exports, self.exports.by_storage, host.failed

        # Between two ops every cache is cold: what is touched counts, not what is computed.
        def pack(tensor: Any) -> Record:
            if type(tensor) not in PLAIN and overrides(tensor):
                with private.no_overrides():
                    return pack(tensor)
            try:
                frame = getframe(1)
                stack = known(at := id(frame.f_code) + frame.f_lasti)
            except ValueError:
                at, stack = 0, None  # a thread of the engine saves
            node, number, order = tensor.grad_fn, peek() - 1, next(ticks)
            if stack is None:
                stack = walked(at, number)  # not the user's own line, or a new one
            slot = number & MASK
            laps[slot], stacks[slot] = number >> BITS, stack
            if exported:
                note_exported(tensor, order)
            # Keep the tensor itself, as torch does without hooks, unless it is the result of
            # the node that saves it: node -> record -> tensor -> node would never be freed.
            # Such a node is of few kinds; others can be met if it was numbered last.
            if node is None:
                try:
                    pointer = tensor.data_ptr()
                except (RuntimeError, NotImplementedError):
                    pointer = 0
                return (tensor, tensor._version, order, stack, None, pointer)
            if node._sequence_nr() < number and not keeps_results[type(node)]:
                return (tensor, tensor._version, order, stack, None, 0)
            try:
                is_own = is_own_result(node, number)
            except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
                failed(failure)
                is_own = True  # an alias is always freed
            if not is_own:
                return (tensor, tensor._version, order, stack, None, 0)
            return (tensor.detach(), tensor._version, order, stack, tensor.output_nr, 0)

        def walked(at: int, number: int) -> Stack:
            """Return the place of a save that the user's own line has not made itself."""
            nonlocal last
            try:
                slot, here = number & MASK, (at, get_ident())
                if laps[slot] == number >> BITS and last == here:
                    return stacks[slot]  # one op saves several values: the walk has been made
                stack, last = capture(3) or place(), here
            except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
                failed(failure)
                return NOWHERE
            return stack

        def note_exported(tensor: Any, order: int) -> None:
            try:
                exports.saved(tensor, order)
            except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
                failed(failure)

        return pack

    def _make_unpack(self, host: Host, judge: Judge) -> Callable[[Record], Any]:
        collectors, log, unseen = self.collectors, host.log, self.exports.unseen
        exports = self.exports
        swaps, swapped = self.swaps, self.swaps.by_id

        def is_doubtful(record: Record) -> bool:
            try:
                return is_suspect(record, log.last, unseen)
            except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
                host.failed(failure)
            return False

        def unpack(record: Record) -> Any:
            if swapped or collectors or unseen.newest >= 0:
                return unpack_with_care(record)
            value = record[0]
            if value._version != record[1]:
                raise judge.refuse(record)
            return value

        def unpack_with_care(record: Record) -> Any:
            """Do the same where something was done to tensors that no version tells of."""
            value = record[0]
            if swapped:
                value = swaps.body_of(value, record[2])
                record = (value, *record[1:])
                if is_detached(record):
                    raise detached_error()
            if (records := collectors.get(get_ident())) is not None:
                records.append(record)
            elif value._version != record[1]:
                raise judge.refuse(record)
            elif log.newest > record[2] and is_doubtful(record):
                judge.suspect(record)
            elif export := exports.changed(value, record[2]):
                judge.written_outside(record, export)
            return value

        return unpack

    @contextmanager
    def collecting(self) -> Iterator[list[Record]]:
        """Hand over the records that are read in this thread instead of judging them."""
        records: list[Record] = []
        self.collectors[get_ident()] = records
        try:
            yield records
        finally:
            del self.collectors[get_ident()]

    def enter(self) -> None:
        """Push the pair in this thread if it is needed."""
        self.here.depth += 1
        if self.here.depth == 1:
            self._push_if_needed()
            self.places.learned.begin()

    def leave(self) -> None:
        """Take the pair of this thread away, from under those of others if need be."""
        self.here.depth -= 1
        if self.here.depth == 0:
            self.here.suspended = 0
            if self._is_innermost():
                self._pop()
            elif self.here.is_pushed:
                self._withdraw()

    def _withdraw(self) -> None:
        """Pop the pair from under hooks that were pushed since: a generator ends when it will."""
        above: list[Any] = []
        while (top := private.innermost_hooks()) is not None and not self._is_innermost():
            above.append(top)
            private.pop_hooks()
        if top is not None:
            self._pop()
        for pair in reversed(above):
            private.push_hooks(pair)

    def renew(self) -> None:
        """Push the pair that is needed now in place of the one of this thread."""
        if not self.here.depth:
            return
        is_ours = self._is_innermost()
        if is_ours and self._is_needed() and self.here.pair is (self.seam.hooks or self.pair):
            return
        if is_ours:
            self._pop()
        self._push_if_needed()

    def lend(self) -> bool:
        """Push the pair for one call, where no hook is: what is saved there cannot be read later.

        Tell whether it was done; then `take_back` must follow.
        """
        if not self.can_lend or not private.hooks_are_enabled():
            return False
        if private.innermost_hooks() is not None:
            return False
        self._push()
        return True

    def take_back(self) -> None:
        """Pop the pair after that call, unless it is needed by now."""
        if self._is_innermost() and not (self.here.depth and self._is_needed()):
            self._pop()

    def _is_needed(self) -> bool:
        """Tell whether a hook must be there when a value is saved.

        Where lines are heard, or have been learned, only what others can write must be looked at
        when it is saved.
        """
        if self.seam.hooks is not None or self.exports.by_storage:
            return True
        return not (self.places.has_lines or self.places.learned.rests_here())

    def _push_if_needed(self) -> None:
        """Push the pair, unless hooks are forbidden or in other hands."""
        if self._is_needed() and private.hooks_are_enabled() and private.innermost_hooks() is None:
            self._push()

    def _push(self) -> None:
        self.here.pair = pair = self.seam.hooks or self.pair
        private.push_hooks(pair)
        self.here.is_pushed = True

    def _pop(self) -> None:
        private.pop_hooks()
        self.here.is_pushed = False

    def _is_innermost(self) -> bool:
        if not private.hooks_are_visible():
            return self.here.is_pushed
        top = private.innermost_hooks()
        return top is not None and top[0] is self.here.pair[0]

    def _switch_patches(self) -> list[Patch]:
        """Step aside while hooks are forbidden: torch refuses to forbid them otherwise."""
        disable, enable = private.hook_switches()

        def disable_hooks(message: str, fail_if_non_empty: bool = True) -> None:
            if fail_if_non_empty and self._is_innermost():
                self._pop()
                self.here.suspended += 1
            if fail_if_non_empty:
                disable(message)
            else:
                disable(message, False)

        def enable_hooks() -> None:
            enable()
            if self.here.suspended:
                self.here.suspended -= 1
                if self.here.depth:
                    self._push()

        home = private.hook_switch_home()
        return [
            Patch(home, disable.__name__, disable_hooks),
            Patch(home, enable.__name__, enable_hooks),
        ]


def _lines(host: Host) -> Lines | None:
    """Make the index of lines, where both Python and torch can do without hooks."""
    if not private.can_read_saved():
        return None
    return host.index_lines(private.next_sequence_number(), torch.is_grad_enabled)


def is_suspect(record: Record, last_writes: dict[int, Entry], unseen: Unseen) -> bool:
    """Tell whether the last write to the storage of a record came after it was saved.

    The question of `ledger.is_after` for one write: a save inside it that already has its
    version came after it, if it is no operand. Which bytes were written is not looked at.
    """
    value, _, order, _, _, before = record
    if type(value) not in PLAIN:
        return False
    if move := unseen.moved_since(value, order):
        return value.is_cpu and fingerprint(value) != move.left_behind
    if not (pointer := pointer_of(value)):
        if value.layout is torch.strided:
            return False
        value, before = dense_part(value), 0
        if not (pointer := pointer_of(value)):
            return False
    if before and pointer != before:
        return False
    if offset := value.storage_offset():
        pointer -= offset * value.element_size()
    write = last_writes.get(pointer)
    if write is None or write[7] == DOOR:
        return False  # when others wrote is not known: what they changed is compared
    return is_after(write, record)


def is_after(write: Entry, record: Record) -> bool:
    """Tell whether a write came after a save: see `is_suspect`."""
    _, version, order, *_ = record
    if write[1] < order:
        return False
    return write[0] > order or version != write[6] or is_operand(record)


def is_detached(record: Record) -> bool:
    """Tell whether a value was kept as the tensor itself and has lost its graph since."""
    value, *_, number, pointer = record
    if number is not None or pointer or value.layout is not torch.strided:
        return False
    try:
        return value.grad_fn is None and pointer_of(value) != 0
    except RuntimeError:
        return False  # one of several views, and the base was written: torch says so


def is_operand(record: Record) -> bool:
    """Tell whether a value was given to the op that saved it and has no graph of its own.

    Only such a value can lie in the memory that the op writes and have another counter.
    """
    return record[4] is None and record[5] > 0


def save_of(record: Record, op: str, kept: str = "") -> Save:
    """Turn a record into the event that reports are made from."""
    value, version, order, stack, _, pointer = record
    with private.no_overrides():
        facts = TensorFacts(str(value.dtype).removeprefix("torch."), tuple(value.shape))
        value = dense_part(value)
        storage = address(value)
        extent = extent_of(value) if storage else Extent.of_range(0, 0)
        if pointer < 0 or (pointer and pointer_of(value) != pointer):  # see data_door
            storage, extent = -abs(pointer), Extent.of_range(0, value.nbytes)
    given = is_operand(record)
    return Save(order, order, storage, extent, op, version, facts, stack, kept, is_operand=given)
