"""Memory that others can write: handed to NumPy, DLPack or by address, arrays taken from them.

Such writes pass no door of torch. So memory that was handed out is remembered, and a saved
value that lies in it is compared with what it was: by a fingerprint if it was saved after, by
a copy of the bytes if it was saved before it was handed out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from ctypes import string_at
from dataclasses import dataclass
from threading import get_ident
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling
from torch.multiprocessing.reductions import StorageWeakRef

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.careful import careful
from gradsan.backends.torch.doors import Bystander, FunctionDoor, MethodDoor, Patch
from gradsan.backends.torch.memory import PLAIN, address
from gradsan.backends.torch.orders import Mark
from gradsan.backends.torch.unseen import Unseen
from gradsan.model.event import Stack

REMEMBERED = 1024  # exports, and fingerprints
LARGEST_COPY = 1 << 20  # bytes
SAMPLE = 1 << 16  # elements
DOOR = "numpy"
NUMPY = "NumPy"

_OUT = ("numpy", "__array__", "__dlpack__")
_IN = ("from_numpy", "as_tensor", "asarray", "from_dlpack", "frombuffer")
_CAPSULE = "to_dlpack"  # the old way


@dataclass(frozen=True, slots=True)
class Export:
    """Memory that was handed out."""

    order: int
    number: int  # of the next node
    thread: int
    stack: Stack
    copy: Any  # of the whole storage as bytes; None if it is large
    storage: StorageWeakRef
    to: str = NUMPY  # in the words of the report
    version: int = 0  # of the tensor

    @property
    def mark(self) -> Mark:
        """When that was."""
        return self.order, self.order, self.number, self.number, self.thread, 1 << 62


class Exports(Bystander):
    """What was handed out, and the fingerprints of what was saved there."""

    def __init__(self, host: Host, unseen: Unseen) -> None:
        self.host = host
        self.unseen = unseen
        self.peek = private.next_sequence_number()
        self.on_first: Callable[[], None] = lambda: None  # called when there is something
        self.by_storage: OrderedDict[int, Export] = OrderedDict()
        self._prints: OrderedDict[int, int] = OrderedDict()  # by the order of the save
        self.also: list[Callable[[Any], None]] = []  # told before memory can be written
        self.patches = [*self._methods(), *self._functions()]

    def forget(self) -> None:
        """Forget what was handed out."""
        self.by_storage.clear()
        self._prints.clear()

    def _methods(self) -> Iterator[Patch]:
        for name in _OUT:
            original = getattr(torch.Tensor, name)
            yield Patch(torch.Tensor, name, MethodDoor(original, self._method(original)))

    def _method(self, original: Any) -> Callable[..., Any]:
        def method(*args: Any, **kwargs: Any) -> Any:
            result = original(*args, **kwargs)
            if not is_dynamo_compiling():
                self.note(args[0])
            return result

        method.__name__ = original.__name__
        method.__doc__ = original.__doc__
        return method

    def _functions(self) -> Iterator[Patch]:
        for name in _IN:
            yield Patch(torch, name, _TakingDoor(getattr(torch, name), self))
        capsule = _GivingDoor(getattr(torch, _CAPSULE), self)
        for home in (torch, torch.utils.dlpack):
            yield Patch(home, _CAPSULE, capsule)

    # -- what saves ask -------------------------------------------------------------------------

    @careful
    def note(self, tensor: Any, to: str = NUMPY) -> None:
        """Remember that the memory of a tensor can be written by others."""
        if type(tensor) not in PLAIN or not tensor.is_cpu or not self.host.switch.on:
            return
        storage = address(tensor)
        if not storage or private.is_overheard():
            return
        if to != NUMPY:
            if self._is_known(storage):
                return  # an address is asked for often; what can be written is the same
            for tell in self.also:
                tell(tensor)
        order, number, memory = next(self.host.ticks), self.peek(), tensor.untyped_storage()
        export = Export(
            order, number, get_ident(), self.host.capture(), _copy(tensor),
            StorageWeakRef(memory), to, 0 if tensor.is_inference() else private.version_of(tensor),
        )  # fmt: skip
        if not self._has_changed(storage, export):
            self.by_storage[storage] = export
        self.by_storage.move_to_end(storage)
        if len(self.by_storage) > REMEMBERED:
            self.by_storage.popitem(last=False)
        self.unseen.share(storage)
        self.unseen.written(number)
        self.on_first()

    def _has_changed(self, storage: int, now: Export) -> bool:
        """Tell whether memory that is handed out again was written by those who had it before.

        Then what it held before they did is worth more than what it holds now.
        """
        known = self.by_storage.get(storage)
        if known is None or known.storage.expired() or known.copy is None or now.copy is None:
            return False
        return known.version == now.version and not torch.equal(known.copy, now.copy)

    def _is_known(self, storage: int) -> bool:
        known = self.by_storage.get(storage)
        return known is not None and not known.storage.expired()

    def sweep(self) -> None:
        """Forget memory that is gone."""
        for storage, export in list(self.by_storage.items()):
            if export.storage.expired():
                del self.by_storage[storage]

    def saved(self, tensor: Any, order: int) -> None:
        """Take the fingerprint of a value that is saved in such memory."""
        if type(tensor) in PLAIN and address(tensor) in self.by_storage:
            self._prints[order] = fingerprint(tensor)
            if len(self._prints) > REMEMBERED:
                self._prints.popitem(last=False)

    def changed(self, value: Any, order: int) -> Export | None:
        """Tell whether a value saved at this time was changed since, by whom is not known."""
        if type(value) not in PLAIN or (export := self.by_storage.get(address(value))) is None:
            return None
        if self.unseen.moved_since(value, order):
            return None  # what lies there now was not there when it was saved
        if (print_ := self._prints.get(order)) is not None:
            return export if fingerprint(value) != print_ else None
        if (before := self.before(value, order)) is None:
            return None
        with torch.no_grad(), private.no_overrides():
            same = fingerprint(value) == fingerprint(before)
        return None if same else export

    def log_write(self, record: tuple[Any, ...], export: Export) -> None:
        """Put a write into the log that was seen only by what it left behind."""
        value, version, saved, *_ = record
        where = address(value), value.data_ptr(), value.nbytes
        last = self.host.log.last.get(where[0])
        if last is not None and last[1] > saved and (*last[2:5], last[7]) == (*where, DOOR):
            return  # another value in the same bytes has shown it
        order, number = next(self.host.ticks), self.peek()
        entry = (order, order, *where, export.to, version)
        self.host.log.add((*entry, DOOR, export.stack, number, number, get_ident()))

    def before(self, value: Any, order: int) -> Any:
        """Return what a value saved at this time held when its memory was handed out later."""
        export = self.by_storage.get(address(value))
        if export is None or export.order < order or export.copy is None:
            return None
        with torch.no_grad(), private.no_overrides():
            return export.copy.view(value.dtype).as_strided(
                value.shape, value.stride(), value.storage_offset()
            )


class _TakingDoor(FunctionDoor):
    """A function whose result may share memory with what it was given."""

    ear: Exports

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the original and remember the memory of its result."""
        result = self.original(*args, **kwargs)
        given = args[0] if args else next(iter(kwargs.values()), None)
        if not is_dynamo_compiling() and not isinstance(given, (torch.Tensor, int, float, list)):
            self.ear.note(result)
        return result


class _GivingDoor(FunctionDoor):
    """A function that hands out the memory of what it is given."""

    ear: Exports

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the original and remember the memory of its argument."""
        result = self.original(*args, **kwargs)
        if not is_dynamo_compiling():
            self.ear.note(args[0] if args else next(iter(kwargs.values()), None), "DLPack")
        return result


def _copy(tensor: Any) -> Any:
    storage = tensor.untyped_storage()
    if storage.nbytes() > LARGEST_COPY:
        return None
    with torch.no_grad():
        return torch.empty(0, dtype=torch.uint8).set_(storage).clone()


def fingerprint(tensor: Any) -> int:
    """Return a number that changes when the values do (of large tensors, a sample)."""
    with torch.no_grad(), private.no_overrides():
        flat = tensor.detach().reshape(-1)
        if flat.numel() > SAMPLE:
            flat = flat[:: flat.numel() // SAMPLE]
        # A single element is contiguous with any stride, and a view as bytes asks for stride 1.
        plain = flat.resolve_conj().resolve_neg().contiguous().as_strided((flat.numel(),), (1,))
        plain = plain.view(torch.uint8)
        # Not by `numpy()`, which would leave the storage unable to be resized.
        return hash(string_at(plain.data_ptr(), plain.nbytes))
