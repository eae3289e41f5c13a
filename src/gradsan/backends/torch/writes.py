"""Hear every write: one light log entry per tensor, after the call came back.

What comes in is told by the stand-ins of `write_doors`. A call that raised is no write.
Nothing here changes what torch computes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from sys import _getframe as getframe
from threading import get_ident
from typing import Any, TypeAlias

from torch import Tensor
from torch.nn import Parameter

from gradsan.backends.host import Entry, Host
from gradsan.backends.torch import private
from gradsan.backends.torch.careful import careful
from gradsan.backends.torch.memory import PLAIN, address, is_addressable, strided
from gradsan.backends.torch.names import name_of
from gradsan.backends.torch.refusals import TOLD, kind_of
from gradsan.backends.torch.seam import Seam
from gradsan.backends.torch.twins import Access
from gradsan.backends.torch.unseen import Move, Unseen
from gradsan.model.event import UNCOUNTED, Mishap, Save, Stack

# These raise the version and leave the bytes alone (set_ and resize_ look elsewhere).
METADATA = frozenset(
    {
        "_mkldnn_transpose_",
        "_resize_output_",
        "as_strided_",
        "resize_",
        "resize_as_",
        "resize_as_sparse_",
        "set_",
        "sparse_resize_",
        "squeeze_",
        "swapaxes_",
        "swapdims_",
        "t_",
        "transpose_",
        "unsqueeze_",
    }
)

EVERYTHING = 1 << 40  # bytes

Began: TypeAlias = tuple[int, int]  # the time, and the number of the next node


class Ears:
    """Write log entries for the calls that the doors let through."""

    def __init__(self, host: Host, seam: Seam, unseen: Unseen) -> None:
        self.seam = seam
        self.unseen = unseen
        self.peek = private.next_sequence_number()
        self.make = seam.make
        self.host = host
        self.ticks = host.ticks
        self.capture = host.capture_write
        self.add = host.log.add
        self.switch = host.switch
        self.overrides = private.is_overridden()
        self.any_overrides = private.has_torch_function()
        self.quiet: set[int] = set()  # threads whose writes are noted when they are done
        self.note = self._make_note()

    def began(self, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Began:
        """Be told what is about to be written; return the time."""
        if self.seam.before_write or self.unseen.aliased:
            self.about_to_write(written(args, kwargs), op)
        return next(self.ticks), self.peek()

    def about_to_write(self, tensors: Sequence[Any], op: str) -> None:
        """Let the seam know, and look at memory that has several counters."""
        if self.seam.before_write:
            self.seam.warn(tensors, op)
        if self.unseen.aliased:
            self.look(tensors)

    @careful
    def look(self, tensors: Sequence[Any]) -> None:
        """Look at small memory that has several counters, before it is written."""
        if self.switch.repairs or not self.switch.on or self.any_overrides(tensors):
            return
        for tensor in tensors:
            if tensor is not None:
                self.unseen.look(tensor, next(self.ticks))

    def failed(
        self, error: RuntimeError, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Look at the error of a function that writes its first argument."""
        self.refused(error, next(iter(written(args, kwargs)), None), op)

    @careful
    def refused(self, error: RuntimeError, tensor: Any, op: str) -> None:
        """Look at the error of a write: a leaf or a restricted view may be behind it."""
        kind = kind_of(error)
        if not kind or not self.switch.on or hasattr(error, TOLD):
            return
        setattr(error, TOLD, True)  # calls nest: the same error passes several doors
        stack, _ = self.capture()
        at: Stack = stack
        needed: Stack = ()
        if kind == "split-base-write":
            writes = self.host.log.writes_to(address(tensor))
            at, needed = (writes[-1].stack, stack) if writes else (stack, ())
        called = name_of(tensor, self.host.variables())
        event = Mishap(kind, at, detail=op, needed=needed, raised=True, called=called)
        self.host.mishap(event, error)

    def _make_note(self) -> Callable[..., None]:
        """Make the function that every write calls; its names are bound once, for speed."""
        overrides, switch, capture = self.overrides, self.switch, self.capture
        add, ticks, peek, log = self.add, self.ticks, self.peek, self.host.log
        unseen, aliased, failed = self.unseen, self.unseen.aliased, self.host.failed
        steps, known = self.host.steps, self.host.known
        note_empty = self._note_empty
        twins, absorb = unseen.twins.by_storage, unseen.twins.absorb

        def note(tensor: Any, op: str, began: int, number: int, index: object = None) -> None:
            """Log that a tensor, or its item at a basic index, was written."""
            kind = type(tensor)
            if overrides(tensor):
                # A subclass or a mode would hear our questions about the tensor.
                with private.no_overrides():
                    return note(tensor, op, began, number, index)
            if kind is not Tensor and kind is not Parameter and not is_addressable(tensor):
                return None
            try:
                if not switch.on:
                    return None
                storage = pointer = tensor.data_ptr()
                if not pointer:
                    return note_empty(tensor, op, (began, number))
                if offset := tensor.storage_offset():
                    storage -= offset * tensor.element_size()
                if twins and storage in twins:
                    absorb(storage)
                try:
                    frame = getframe(2)
                    stack = known.get(id(frame.f_code) + frame.f_lasti)
                except ValueError:
                    stack = None  # a thread of the engine has called
                if stack is None or steps:  # not the user's own line, a new one, or a step's
                    stack, optimizer = capture(3)
                else:
                    optimizer = ""
                after, door = peek(), ""
                if optimizer:
                    if is_noted(log.last.get(storage), stack, after):
                        return None
                    op, door = optimizer, "optimizer"
                if index is None and tensor.is_contiguous():
                    layout = tensor.nbytes
                else:
                    layout = strided(tensor, index)
                add((
                    began, next(ticks), storage, pointer, layout, op, tensor._version, door,
                    stack, number, after, get_ident(),
                ))  # fmt: skip
                if aliased and storage in aliased:
                    unseen.written(after)
                    unseen.counters.heard(storage, began)
            except (RuntimeError, NotImplementedError):
                return None  # no storage or no version: functorch, sparse, inference tensors
            except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
                failed(failure)
            return None

        return note

    def _note_empty(self, tensor: Any, op: str, began: Began) -> None:
        """Log a write to a view without elements: the version of its memory is raised."""
        if not tensor.is_meta:
            self.note_bump(tensor.untyped_storage().data_ptr(), tensor, op, began)

    @careful
    def note_many(self, tensors: Sequence[Any], op: str, began: Began, door: str = "") -> None:
        """Log that every tensor of a list was written by one call."""
        if self.any_overrides(tensors):
            with private.no_overrides():
                return self.note_many(tensors, op, began, door)
        if not self.switch.on:
            return None
        twins = self.unseen.twins
        if twins.by_storage or op in UNCOUNTED:
            for storage in map(address, tensors):
                twins.absorb(storage)
                if op in UNCOUNTED:
                    self.unseen.share(storage)
        if tensors and not tensors[0].requires_grad and self.host.is_stepping(2):
            return None  # its lists go side by side: the first tells for all
        stack, optimizer = self.capture(2)
        is_unseen = bool(door)
        last, after = self.host.log.last, self.peek()
        if optimizer:
            op, door = optimizer, "optimizer"
            if not is_unseen and _are_noted(tensors, last, stack, after):
                return None
        self._log_all(tensors, (op, door, stack), began, after)
        if is_unseen:
            self.unseen.written(after)
        return None

    @careful
    def note_step(self, weights: Sequence[Any], began: Began) -> None:
        """Log that an optimizer has stepped these weights, plain tensors all."""
        if self.switch.on:
            stack, optimizer = self.host.step_under_way()
            if not stack:  # the loop was called by itself
                stack, optimizer = self.capture(2)
            self._log_all(weights, (optimizer or "step", "optimizer", stack), began, self.peek())

    def _log_all(
        self, tensors: Sequence[Any], deed: tuple[str, str, Stack], began: Began, after: int
    ) -> None:
        """Log what one call wrote: its op, its door and its place, what it wrote, when."""
        (op, door, stack), (begin, number) = deed, began
        order, thread, aliased, is_aliased = (
            next(self.ticks),
            get_ident(),
            self.unseen.aliased,
            False,
        )
        add, plain = self.add, PLAIN
        for tensor in tensors:
            if type(tensor) not in plain and not is_addressable(tensor):
                continue
            try:
                storage = pointer = tensor.data_ptr()
                if offset := tensor.storage_offset():
                    storage -= offset * tensor.element_size()
                layout = tensor.nbytes if tensor.is_contiguous() else strided(tensor, None)
                add((
                    begin, order, storage, pointer, layout, op, tensor._version, door, stack,
                    number, after, thread,
                ))  # fmt: skip
            except (RuntimeError, NotImplementedError):
                continue
            if storage in aliased:
                is_aliased = True
                self.unseen.counters.heard(storage, begin)
        if is_aliased:
            self.unseen.written(after)

    @careful
    def note_bump(self, storage: int, tensor: Any, op: str, began: Began) -> None:
        """Log that the version was raised and no byte of `storage` changed."""
        if not storage or not self.switch.on:
            return
        self.unseen.twins.absorb(storage)
        stack, _ = self.capture()
        try:
            with private.no_overrides():
                version = tensor._version
        except RuntimeError:
            return
        begin, number = began
        self.unseen.counters.heard(storage, begin)
        times = (number, self.peek(), get_ident())
        self.add((begin, next(self.ticks), storage, storage, None, op, version, "", stack, *times))

    @careful
    def asked_for(self, depth: int) -> None:
        """Be told that a method that writes was taken from the class, to be called unheard."""
        self.find_unheard()
        access = (next(self.ticks), self.peek(), get_ident(), self.host.capture(depth))
        self.unseen.twins.access = Access(*access)

    @careful
    def find_unheard(self) -> None:
        """Log what was written through `.data` by such a method.

        When it was called is not known. What was saved before the method was taken is certainly
        older than the write.
        """
        if self.host.switch.repairs:
            return  # it looks for itself
        for storage in self.unseen.twins.moved():
            if access := self.unseen.twins.access:
                self._log_unheard(storage, access)

    @careful
    def note_unheard(self, storage: int) -> None:
        """Log a write through `.data` that was found out; the line is that of its method."""
        access = self.unseen.twins.access
        stack = access.stack if access else ()
        self._log_unheard(storage, Access(next(self.ticks), self.peek(), get_ident(), stack))

    @careful
    def blame(self, save: Save) -> None:
        """Log that a method taken from the class has changed a value, if nobody else did."""
        access = self.unseen.twins.access
        if access is None or access.order < save.order:
            return
        if not any(entry[1] > save.order for entry in self.host.log.entries_to(save.storage)):
            self._log_unheard(save.storage, access)

    def _log_unheard(self, storage: int, access: Access) -> None:
        order, number, thread, stack = access
        what = (EVERYTHING, "a write", 0, "data", stack)
        self.host.log.add_late((order, order, storage, storage, *what, number, number, thread))
        self.unseen.written(number)

    @careful
    def note_move(self, tensor: Any, left: tuple[int, int, int], size: int, began: Began) -> None:
        """Log that a tensor left an address for another: `x.data = other`.

        `left` is its pointer, its storage and the fingerprint of its numbers before.
        """
        stack, _ = self.capture()
        begin, number = began
        version, order, after = tensor._version, next(self.ticks), self.peek()
        key, times = -left[0], (number, after, get_ident())
        self.add((begin, order, key, key, size, "data =", version, "data", stack, *times))
        self.unseen.moved(tensor, Move(order, after, *left, address(tensor)))

    @careful
    def note_arrival(self, tensor: Any, left: int, storage: int) -> None:
        """Remember that a tensor left memory for other memory: `x.set_(other)`."""
        if self.switch.on:
            self.unseen.came(tensor, left, storage)

    def heard(self, op: str, began: Began, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Log a call of a function that writes its first argument."""
        first = args[0] if args else next(iter(kwargs.values()), None)
        if isinstance(first, (list, tuple)):
            self.note_many(first, op, began, "fused" if op.startswith("_fused_") else "")
        elif op in METADATA:
            self.note_bump(address(first), first, op, began)
        else:
            self.note(first, op, *began)


def is_noted(entry: Entry | None, stack: Stack, number: int) -> bool:
    """Tell whether a step that writes a weight again has been logged: no node came between."""
    return entry is not None and entry[8] is stack and entry[10] == number


def _are_noted(tensors: Sequence[Any], last: dict[int, Entry], stack: Stack, number: int) -> bool:
    """Tell the same of a list: a step hands the same lists to each of its calls."""
    ends = [address(tensor) for tensor in (*tensors[:1], *tensors[-1:])]
    return bool(ends) and all(is_noted(last.get(storage), stack, number) for storage in ends)


def written(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Sequence[Any]:
    """Return the tensors that a mutating function writes: its first argument."""
    first = args[0] if args else next(iter(kwargs.values()), None)
    return first if isinstance(first, (list, tuple)) else (first,)
