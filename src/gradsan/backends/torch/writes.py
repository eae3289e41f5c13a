"""Hear every write: stand-ins for the names of torch that change memory.

What comes in is a call of `h.add_(x)`, `h += x`, `h[i] = x`, `torch.relu_(h)`,
`torch._foreach_add_([h], x)`; what goes out is one light log entry per tensor, after the
call came back. A call that raised is no write. Nothing here changes what torch computes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import EllipsisType, NoneType
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.host import Host, Layout
from gradsan.backends.torch import private
from gradsan.backends.torch.doors import FunctionDoor, MethodDoor, OverridableDoor, Patch

# The user's words for the operators.
OPERATORS = {
    "__iadd__": "+=",
    "__isub__": "-=",
    "__imul__": "*=",
    "__itruediv__": "/=",
    "__idiv__": "/=",
    "__ifloordiv__": "//=",
    "__imod__": "%=",
    "__ipow__": "**=",
    "__iand__": "&=",
    "__ior__": "|=",
    "__ixor__": "^=",
    "__ilshift__": "<<=",
    "__irshift__": ">>=",
    "__setitem__": "[]=",
}

# These end in an underscore but touch neither bytes nor the version.
NO_WRITES = frozenset({"requires_grad_", "share_memory_", "rename_", "_coalesced_", "detach_"})

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

_PLAIN = frozenset({torch.Tensor, torch.nn.Parameter})
_tracing = private.tracing_state()
_BASIC = frozenset({int, NoneType, EllipsisType})


class Ears:
    """Write log entries for the calls that the doors let through."""

    def __init__(self, host: Host) -> None:
        self.ticks = host.ticks
        self.capture = host.capture_write
        self.add = host.log.add
        self.switch = host.switch
        self.overrides = private.is_overridden()
        self.note = self._make_note()

    def began(self) -> int:
        """Return the tick at which a call begins."""
        return next(self.ticks)

    def _make_note(self) -> Callable[..., None]:
        """Make the function that every write calls; its names are bound once, for speed."""
        overrides, switch, capture = self.overrides, self.switch, self.capture
        add, ticks = self.add, self.ticks

        def note(tensor: Any, op: str, began: int, index: object = None) -> None:
            """Log that a tensor, or its item at a basic index, was written."""
            if overrides(tensor):
                # A subclass or a mode would hear our questions about the tensor.
                with private.no_overrides():
                    return note(tensor, op, began, index)
            if type(tensor) not in _PLAIN and not is_addressable(tensor):
                return None
            try:
                storage = pointer = tensor.data_ptr()
                if not pointer or not switch.on:
                    return None
                if offset := tensor.storage_offset():
                    storage -= offset * tensor.element_size()
                if index is None and tensor.is_contiguous():
                    layout = tensor.nbytes
                else:
                    layout = strided(tensor, index)
                stack, optimizer = capture()
                door = ""
                if optimizer:
                    op, door = optimizer, "optimizer"
                version = tensor._version
                add((began, next(ticks), storage, pointer, layout, op, version, door, stack))
            except (RuntimeError, NotImplementedError):
                return None  # no storage or no version: functorch, sparse, inference tensors
            return None

        return note

    def note_many(self, tensors: Sequence[Any], op: str, began: int, door: str = "") -> None:
        """Log that every tensor of a list was written by one call."""
        if any(map(self.overrides, tensors)):
            with private.no_overrides():
                return self.note_many(tensors, op, began, door)
        if not self.switch.on:
            return None
        stack, optimizer = self.capture()
        if optimizer:
            op, door = optimizer, "optimizer"
        order = next(self.ticks)
        for tensor in tensors:
            if type(tensor) not in _PLAIN and not is_addressable(tensor):
                continue
            try:
                storage = pointer = tensor.data_ptr()
                if offset := tensor.storage_offset():
                    storage -= offset * tensor.element_size()
                layout = tensor.nbytes if tensor.is_contiguous() else strided(tensor, None)
                version = tensor._version
                self.add((began, order, storage, pointer, layout, op, version, door, stack))
            except (RuntimeError, NotImplementedError):
                continue
        return None

    def note_bump(self, storage: int, tensor: Any, op: str, began: int) -> None:
        """Log that the version was raised and no byte of `storage` changed."""
        if not storage or not self.switch.on:
            return
        stack, _ = self.capture()
        try:
            with private.no_overrides():
                version = tensor._version
        except RuntimeError:
            return
        self.add((began, next(self.ticks), storage, storage, None, op, version, "", stack))

    def heard(self, op: str, began: int, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Log a call of a function that writes its first argument."""
        first = args[0] if args else next(iter(kwargs.values()), None)
        if isinstance(first, (list, tuple)):
            self.note_many(first, op, began, "fused" if op.startswith("_fused_") else "")
        elif op in METADATA:
            self.note_bump(address(first), first, op, began)
        else:
            self.note(first, op, began)


def strided(tensor: Any, index: object) -> Layout:
    """Return how a tensor lies in memory where that takes more than a number of bytes."""
    if _tracing() is not None:
        return int(tensor.nbytes)  # torch.jit.trace would record the question for its shape
    return tensor.shape, tensor.stride(), tensor.element_size(), index


def is_addressable(tensor: Any) -> bool:
    """Tell whether a tensor subclass has memory of its own that may be asked for.

    Wrapper subclasses (fake, functional, DTensor) answer through `__torch_dispatch__`.
    """
    if not isinstance(tensor, torch.Tensor):
        return False
    dispatch: object = type(tensor).__torch_dispatch__
    return dispatch is torch.Tensor.__torch_dispatch__


def address(tensor: Any) -> int:
    """Return where the storage of a tensor begins; 0 if it has none."""
    if type(tensor) not in _PLAIN and not is_addressable(tensor):
        return 0
    try:
        with private.no_overrides():
            pointer: int = tensor.data_ptr()
            start: int = pointer - tensor.storage_offset() * tensor.element_size()
    except (RuntimeError, NotImplementedError):
        return 0
    return start if pointer else 0


def patches(host: Host) -> list[Patch]:
    """Make the stand-ins for every mutating name of this torch."""
    ears = Ears(host)
    return [*_method_patches(ears), *_function_patches(ears)]


def _method_patches(ears: Ears) -> Iterable[Patch]:
    names = [name for name in dir(private.tensor_base()) if _is_in_place(name)]
    for name in [*names, *OPERATORS]:
        original = getattr(torch.Tensor, name, None)
        if original is not None and name not in NO_WRITES:
            function = _method(ears, name, original)
            function.__name__ = name
            function.__qualname__ = getattr(original, "__qualname__", name)
            function.__doc__ = original.__doc__
            yield Patch(torch.Tensor, name, MethodDoor(original, function))


def _is_in_place(name: str) -> bool:
    return name.endswith("_") and not name.endswith("__")


def _method(ears: Ears, name: str, original: Any) -> Callable[..., Any]:
    if name == "__setitem__":
        return _item_method(ears, original)
    if name in METADATA:
        return _metadata_method(ears, name, original)
    note, ticks, op = ears.note, ears.ticks, OPERATORS.get(name, name)

    def method(*args: Any, **kwargs: Any) -> Any:
        if is_dynamo_compiling():
            return original(*args, **kwargs)
        began = next(ticks)
        result = original(*args, **kwargs)
        if result is not NotImplemented:
            note(args[0], op, began)
        return result

    return method


def _item_method(ears: Ears, original: Any) -> Callable[..., Any]:
    note, ticks = ears.note, ears.ticks

    def method(self: Any, index: Any, value: Any) -> Any:
        if is_dynamo_compiling():
            return original(self, index, value)
        began = next(ticks)
        result = original(self, index, value)
        note(self, "[]=", began, basic(index))
        return result

    return method


def _metadata_method(ears: Ears, name: str, original: Any) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        if is_dynamo_compiling():
            return original(self, *args, **kwargs)
        # set_ and resize_ may leave this storage for another: ask before.
        storage, began = address(self), ears.began()
        result = original(self, *args, **kwargs)
        ears.note_bump(storage, self, name, began)
        return result

    return method


def _function_patches(ears: Ears) -> Iterable[Patch]:
    table, nn_functions, facade = private.function_homes()
    doors: dict[int, FunctionDoor] = {}
    for name in filter(_is_write, dir(table)):
        original = getattr(table, name)
        doors[id(original)] = door = FunctionDoor(original, ears.began, ears.heard)
        yield Patch(facade, name, door)
    for name in filter(_is_write, dir(nn_functions)):
        original = getattr(nn_functions, name)
        doors[id(original)] = door = OverridableDoor(original, ears.began, ears.heard)
        yield Patch(nn_functions, name, door)
    # The same objects under further names: torch.relu_, F.threshold_.
    for home in (torch, torch.nn.functional):
        for name, value in list(vars(home).items()):
            if _is_in_place(name) and id(value) in doors:
                yield Patch(home, name, doors[id(value)])


def _is_write(name: str) -> bool:
    return _is_in_place(name) and name not in NO_WRITES


def basic(index: Any) -> object:
    """Return the index if bytes can be computed from it without a tensor, else None.

    None also means the whole tensor.
    """
    parts = index if type(index) is tuple else (index,)
    return index if all(_is_basic(part) for part in parts) else None


def _is_basic(part: Any) -> bool:
    if type(part) is slice:
        return (
            type(part.start) in _BASIC and type(part.stop) in _BASIC and (type(part.step) in _BASIC)
        )
    return type(part) in _BASIC
