"""Repair on torch: saved values are kept, writes that torch forbids are made possible.

Sits on the seam of the guard. Every write goes through `around`: what it will touch is copied
first, then the call is made; if torch refuses it, `forbidden.py` may cure the reason, and the
call is made again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from sys import _getframe as getframe
from threading import get_ident
from typing import Any
from weakref import ref

import torch

from gradsan.backends.host import Host
from gradsan.backends.torch import holders, one_by_one, out_writes, private
from gradsan.backends.torch.backward import Backward
from gradsan.backends.torch.doors import Patch, lift_all, place_all
from gradsan.backends.torch.drawn import DRAWS, drawing_alike
from gradsan.backends.torch.expanded import UNREFUSED, fails_in_backward, narrowed_call, when_needed
from gradsan.backends.torch.exported import Exported, is_changed
from gradsan.backends.torch.forbidden import Cures
from gradsan.backends.torch.kept import Kept, Prepared, Shelves, after_write, mark_raised, region_of
from gradsan.backends.torch.kept_sparse import keep_sparse
from gradsan.backends.torch.left_memory import LeftMemory
from gradsan.backends.torch.memory import PLAIN, is_addressable, storage_of
from gradsan.backends.torch.mended_functions import Functions
from gradsan.backends.torch.mended_regions import Checkpoints
from gradsan.backends.torch.out_writes import OutWrites
from gradsan.backends.torch.overlapping import refuse_shared
from gradsan.backends.torch.repaired import Repaired
from gradsan.backends.torch.saves import overrides
from gradsan.backends.torch.seam import Seam
from gradsan.backends.torch.shared import Shared
from gradsan.backends.torch.spared import Spared
from gradsan.backends.torch.touched import written
from gradsan.backends.torch.writes import METADATA
from gradsan.model.event import Stack

STRIDED = torch.strided
UNKNOWN = -1  # a version that no value has
ATTEMPTS = 4  # a write may be refused for one reason after another


class TorchRepair:
    """What repair puts into the seam, and takes out again."""

    def __init__(self, host: Host, backward: Backward, seam: Seam) -> None:
        self.host = host
        self.backward = backward
        self.seam = seam
        self.shelves = Shelves()
        self.twins = backward.unseen.twins
        self.writing: dict[int, tuple[Any, int]] = {}  # by storage: what is written, its version
        self.shared = Shared()
        self.repaired = Repaired(host, backward)
        self.cures = Cures(host, self.shelves, lambda *write: self.around(*write))
        self.exported = Exported(self.shelves)
        unheard = self.twins, self._look
        self.functions = Functions(host, self.shelves, self.cures, self.exported, unheard)
        self.functions.copied = backward.returned.copied
        self.checkpoints = Checkpoints(host, self.shelves, self.exported, self.writing)
        self.left_memory = LeftMemory(self.shelves, backward.unseen)
        self.ignoring: set[int] = set()  # statistics that a norm saves and never reads
        self.pair: private.HookPair = (self._make_pack(), self._make_unpack())
        self.around = self._make_around()
        self.out_writes = OutWrites(host, self.cures.restricted, self.writing_to)
        self.spared = Spared(
            host,
            self.shelves,
            self.functions.incoming.by_storage,
            self.checkpoints.open,
            self.cures.restricted.by_storage,
            self.twins.by_storage,
        )
        self.patches = self._make_patches()

    def _make_patches(self) -> list[Patch]:
        leaves = self.cures.leaves
        return [
            *holders.patches(),
            *leaves.patches(),
            *self.exported.patches(),
            *self.cures.restricted.patches(),
            *out_writes.patches(self.writing_to, self.ignoring),
            *self.functions.patches(),
            *self.left_memory.patches(),
            *self.checkpoints.patches(),
        ]

    def begin(self) -> None:
        """Take hold of the seam."""
        holders.forget()
        self.seam.around = self.around
        self.seam.spares, self.seam.spares_all = self.spared.one, self.spared.all_of
        self.seam.around_out = self.out_writes.around
        self.backward.saves.exports.also.append(self.exported.hand_out)
        self.twins.is_on = self.host.switch.repairs = True
        place_all(self.patches)

    def end(self) -> None:
        """Let go of the seam; values that were saved stay kept."""
        self.seam.around = self.seam.around_out = None
        self.backward.saves.exports.also.clear()
        self.host.switch.repairs = False
        self.exported.forget()
        lift_all(reversed(self.patches))

    # -- saves --------------------------------------------------------------------------------

    def _make_pack(self) -> Callable[[Any], Kept]:
        tick, capture, place = self.host.ticks.__next__, self.host.capture, self.backward.place
        known = self.host.known.get
        peek, lines = private.next_sequence_number(), self.backward.saves.places.lines
        shelves, arrive, thin_at = self.shelves, self.shelves.arrivals.append, 0
        writing, ignoring = self.writing, self.ignoring
        handed_out, keep_copy = self.exported.storages, self.exported.keep
        twins, look = self.twins.by_storage, self._look
        shared, new = self.shared, object.__new__
        last: tuple[int, int, int, Stack] = (-1, 0, 0, ())  # node, frame, thread, its place

        def pack(tensor: Any) -> Kept:
            nonlocal thin_at
            if type(tensor) not in PLAIN and overrides(tensor):
                with private.no_overrides():
                    return pack(tensor)
            value = tensor.detach()
            stack: Stack = ()
            number = peek() - 1
            if lines is None or not lines.is_on:
                try:
                    frame = getframe(1)
                    at = id(frame.f_code) + frame.f_lasti
                except ValueError:
                    at = 0  # a thread of the engine saves
                stack = known(at) or walked(at, number)
            kept = new(Kept)  # and what __init__ does, without a call of Python's
            kept.value, kept.version, kept.storage = value, tensor._version, 0
            kept.order, kept.stack, kept.number = (order := tick()), stack, number
            kept.has_history = False
            try:
                memory = value.untyped_storage()
                is_ours = memory.resizable()
                if is_ours and not (handed_out or writing or ignoring or twins):
                    arrive(ref(kept))
                    if order > thin_at:
                        thin_at = shelves.thin(order)
                    return kept
                storage = memory.data_ptr()
            except (RuntimeError, NotImplementedError):
                if value.layout is not STRIDED:
                    keep_sparse(kept, self.shelves, self.exported)
                return kept  # sparse, functorch, fake
            if storage in twins and storage not in writing:
                look(storage)
            if storage in handed_out or not is_ours:
                keep_copy(kept, storage)
            elif storage:
                if shared.wholes and (copy := shared.copy_for(tensor)) is not None:
                    kept.value, kept.version = copy, copy._version
                    storage = copy.untyped_storage().data_ptr()
                shelves.put(storage, kept)
                if storage in ignoring:
                    kept.inert = True
                elif storage in writing:
                    self._save_inside_write(kept, storage)
            return kept

        def walked(at: int, number: int) -> Stack:
            """Return the place of a save that the user's own line has not made itself."""
            nonlocal last
            if last[0] == number and last[1:3] == (at, get_ident()):
                return last[3]  # one op saves several values: the walk has been made
            stack = (capture(3) if at else ()) or place()
            last = (number, at, get_ident(), stack)
            return stack

        return pack

    def _save_inside_write(self, kept: Kept, storage: int) -> None:
        """Copy what an op saves and is about to overwrite; what it saves after is its result.

        The saved tensor may have another counter than the written one, so that one is asked.
        """
        target, version = self.writing[storage]
        if target._version == version:
            for origin, _ in self.shelves.move(storage, [kept]):
                origin.is_told_by_torch = origin.version == version

    def _look(self, storage: int) -> None:
        """Give up the values of a storage that was written through `.data` and nobody heard."""
        if self.twins.has_moved(storage):
            self.backward.note_unheard(storage)
            for kept in self.shelves.on(storage):
                kept.version = UNKNOWN

    def _make_unpack(self) -> Callable[[Kept], Any]:
        collectors, repaired = self.backward.saves.collectors, self.repaired
        twins, look = self.twins.by_storage, self._look

        def unpack(kept: Kept) -> Any:
            value = kept.value
            if twins and (storage := storage_of(value)) in twins:
                look(storage)
            if collectors and (records := collectors.get(get_ident())) is not None:
                records.append(repaired.record(kept))
            elif value._version != kept.version and value.numel():  # an empty one is as it was
                raise self.backward.refuse(repaired.record(kept))
            elif kept.has_history:
                tell(kept)
            return value

        def tell(kept: Kept) -> None:
            if kept.origin is not None:
                repaired.tell(kept)
            elif kept.source is not None and is_changed(kept):
                self.host.cured("GS202", "a write from outside", repaired.place(kept))
                kept.source = None

        return unpack

    # -- writes -------------------------------------------------------------------------------

    def _make_around(self) -> Callable[..., Any]:
        by_storage, writing = self.shelves.by_storage, self.writing
        arrivals, shelve = self.shelves.arrivals, self.shelves.shelve
        restricted = self.cures.restricted.by_storage
        incoming, regions = self.functions.incoming.by_storage, self.checkpoints.open
        shared, take_whole = self.shared, self.shelves.take_whole
        twins, look = self.twins.by_storage, self._look
        copied_from, ticks = self.shelves.copied_from, self.host.ticks

        def around(
            call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
        ) -> Any:
            target: Any = args[0] if args else next(iter(kwargs.values()), None)
            if type(target) not in PLAIN:
                return self._around_others(call, op, args, kwargs)
            try:
                storage, version = target.untyped_storage().data_ptr(), target._version
            except (RuntimeError, NotImplementedError):  # sparse, functorch, fake, inference
                return self.writing_to(
                    (private.unwrapped(target),), op, partial(call, *args, **kwargs)
                )
            if incoming and storage in incoming:
                self.functions.incoming.part(storage, target)
                storage, version = storage_of(target), target._version
            if op in DRAWS:
                call = drawing_alike(call, target)
            if op in UNREFUSED and fails_in_backward(op, target, args[1:], kwargs):
                narrowed = narrowed_call(call, op, args, kwargs)
                if narrowed is not None:
                    around(*narrowed)
                    stack = self.host.capture()
                    when_needed(target, lambda: self.host.cured("GS306", op, stack))
                    return target
            if target._is_view() or not target.is_contiguous():
                refuse_shared(op, target, args[1:], kwargs)
            if twins and storage in twins:
                look(storage)
            if regions:
                regions[-1].see(target, is_target=True)
            prepared, constants = None, None
            if restricted and storage in restricted:
                args, constants = self.cures.free(storage, op, args)
            if arrivals:
                shelve()
            shelf = by_storage.get(storage)
            # Memory is used again: most often the one value on its shelf is gone.
            if shelf is not None and (type(shelf) is list or shelf() is not None):
                prepared = self.shelves.before_write(storage, target, written(op, args))
                if (whole := take_whole(target)) is not None:
                    shared.begin(storage, target, whole)
            outer = writing.get(storage)
            writing[storage] = (target, version)
            try:
                result = call(*args, **kwargs)
            except RuntimeError as error:
                result = self._call_again(error, call, op, args, kwargs)
            finally:
                shared.wholes.pop(storage, None)
                if outer is None:
                    writing.pop(storage, None)
                else:
                    writing[storage] = outer
            if op == "copy_" and len(args) > 1:
                copied_from.note(storage, target, args[1], next(ticks))
            if prepared is not None:
                if op in METADATA:
                    mark_raised(prepared, storage)
                after_write(prepared)
                if op in METADATA and storage_of(target) != storage:
                    self.left_memory.part(storage, prepared[0])
            if constants:
                self.cures.restricted.renew(storage, constants)
            return result

        return around

    def _call_again(
        self,
        error: RuntimeError,
        call: Callable[..., Any],
        op: str,
        args: tuple[Any, ...],
        kwargs: dict[str, Any],
    ) -> Any:
        """Make a call that torch refused, as often as its reason can be cured."""
        args, kwargs = self.cures.as_read(error, args, kwargs)
        for _ in range(ATTEMPTS):
            cured = self.cures.cure(error, call, op, args, kwargs)
            if cured is None:
                raise error
            try:
                return cured()
            except RuntimeError as another:
                if str(another) == str(error):
                    raise
                error = another
        raise error

    def _around_others(
        self, call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """The same for lists of tensors and for subclasses."""
        first = args[0] if args else next(iter(kwargs.values()), None)
        tensors: Sequence[Any] = first if isinstance(first, (list, tuple)) else (first,)
        if not torch.is_grad_enabled() and not (tensors := self.spared.known(tensors, op)):
            return call(*args, **kwargs)
        for tensor in tensors:
            if isinstance(tensor, torch.Tensor):
                refuse_shared(op, tensor, args[1:], kwargs)
        if one_by_one.needs_care(op, tensors):
            writes = one_by_one.apart(op, tensors, args[1:], kwargs)
            if writes is not None:
                for write in writes:
                    self.around(*write)
                return None
        return self.writing_to(tensors, op, lambda: call(*args, **kwargs))

    def writing_to(self, tensors: Sequence[Any], op: str, call: Callable[[], Any]) -> Any:
        """Make a call that writes these tensors."""
        with private.no_overrides():
            prepared, marked = self._prepare(tensors, op)
        try:
            return call()
        finally:
            for storage in marked:
                self.writing.pop(storage, None)
            for one in prepared:
                after_write(one)

    def _prepare(self, tensors: Sequence[Any], op: str) -> tuple[list[Prepared], list[int]]:
        prepared: list[Prepared] = []
        marked: list[int] = []
        self.shelves.shelve()
        for tensor in tensors:
            if not is_addressable(tensor) or not (storage := storage_of(tensor)):
                continue
            if storage in self.functions.incoming.by_storage:
                self.functions.incoming.part(storage, tensor)
                storage = storage_of(tensor)
            if storage in self.twins.by_storage:
                self._look(storage)
            if storage in self.cures.restricted.by_storage:
                left = self.cures.restricted.free(storage, tensor, ())
                self.cures.restricted.renew(storage, left)
            if op in out_writes.STATISTICS:
                self.checkpoints.ignore(storage)
            if storage in self.shelves.by_storage:
                region = None if op in METADATA else region_of(tensor)
                prepared.append(self.shelves.before_write(storage, tensor, region))
                self.shelves.whole = None  # several are written: no clone is shared
            if storage not in self.writing and not tensor.is_inference():
                self.writing[storage] = (tensor, tensor._version)
                marked.append(storage)
        return prepared, marked
