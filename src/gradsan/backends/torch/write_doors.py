"""Stand-ins for every name of torch that changes memory.

`h.add_(x)`, `h += x`, `h[i] = x`, `torch.relu_(h)`, `torch._foreach_add_([h], x)`: each tells
the ears before it begins and after it came back, and does nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from sys import _getframe as getframe
from threading import get_ident
from types import MethodType
from typing import Any

import torch
from torch import is_grad_enabled
from torch.compiler import is_dynamo_compiling

from gradsan.backends.torch import private
from gradsan.backends.torch.doors import (
    FunctionDoor,
    MethodDoor,
    OverridableDoor,
    Patch,
    is_about_to_call,
)
from gradsan.backends.torch.memory import PLAIN, address, basic, is_onto_itself, pointer_of
from gradsan.backends.torch.view_writes import is_plain_view
from gradsan.backends.torch.writes import METADATA, Ears
from gradsan.model.event import UNCOUNTED

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


def patches(ears: Ears) -> list[Patch]:
    """Make the stand-ins for every mutating name of this torch."""
    return [*_method_patches(ears), *_function_patches(ears)]


def _method_patches(ears: Ears) -> Iterable[Patch]:
    names = [name for name in dir(private.tensor_base()) if is_in_place(name)]
    is_own = _make_is_own(ears)
    for name in [*names, *OPERATORS]:
        original = getattr(torch.Tensor, name, None)
        if original is not None and name not in NO_WRITES:
            function = _method(ears, name, original)
            function.__name__ = name
            function.__qualname__ = getattr(original, "__qualname__", name)
            function.__doc__ = original.__doc__
            yield Patch(torch.Tensor, name, WriteDoor(original, function, ears, is_own))


class WriteDoor(MethodDoor):
    """A method door that an optimizer passes unheard to what it keeps for itself.

    That is in no graph, and most writes of a training are of this kind.
    """

    __slots__ = ("ears", "is_own", "quiet", "steps")

    def __init__(
        self, original: Any, function: Callable[..., Any], ears: Ears, is_own: Callable[[Any], bool]
    ) -> None:
        super().__init__(original, function)
        self.ears = ears
        self.steps = ears.host.steps
        self.quiet = ears.quiet
        self.is_own = is_own

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self._unbound()
        if self.steps:
            quiet = self.quiet
            if (quiet and get_ident() in quiet) or self.is_own(instance):
                return MethodType(self.original, instance)
        return MethodType(self.function, instance)

    def _unbound(self) -> Any:
        """Return what the class shows: the original, but to a line of the user's that calls it."""
        ears = self.ears
        try:
            frame = getframe(2)
        except ValueError:
            return self.original  # a thread of the engine has called
        if not ears.host.is_users(frame.f_code.co_filename) or is_dynamo_compiling():
            return self.original
        if is_about_to_call(frame):
            return _given_a_tensor(self.function, self.original)
        ears.asked_for(1)
        return self.original


def _given_a_tensor(function: Callable[..., Any], original: Any) -> Callable[..., Any]:
    """Hand what is no tensor to the original, which refuses it in its own words."""

    def unbound(*args: Any, **kwargs: Any) -> Any:
        is_tensor = bool(args) and isinstance(args[0], torch.Tensor)
        return (function if is_tensor else original)(*args, **kwargs)

    return unbound


def _make_is_own(ears: Ears) -> Callable[[Any], bool]:
    """Make the question whether a step asks for a method of what the optimizer keeps for itself."""
    overrides, step_files = ears.overrides, ears.host.step_files
    seam, before = ears.seam, ears.seam.before_write

    def is_own(tensor: Any) -> bool:
        if overrides(tensor) or tensor.requires_grad or is_grad_enabled():
            return False
        if before or (seam.around is not None and not seam.spares(tensor)):
            return False
        try:
            caller = getframe(2).f_code
        except ValueError:
            return False  # a thread of the engine has called
        return step_files[caller.co_filename] and caller.co_name != "zero_grad"

    return is_own


def is_in_place(name: str) -> bool:
    """Tell whether a name is that of an op that writes."""
    return name.endswith("_") and not name.endswith("__")


def _method(ears: Ears, name: str, original: Any) -> Callable[..., Any]:
    if name == "__setitem__":
        return _item_method(ears, original)
    if name in METADATA:
        return _metadata_method(ears, name, original)
    if name in UNCOUNTED:
        return _uncounted_method(ears, name, original)
    note, ticks, peek, op = ears.note, ears.ticks, ears.peek, OPERATORS.get(name, name)
    before, seam, refused = ears.seam.before_write, ears.seam, ears.refused
    is_copy, overrides = name == "copy_", ears.overrides
    aliased = ears.unseen.aliased

    def method(*args: Any, **kwargs: Any) -> Any:
        if is_dynamo_compiling():
            return original(*args, **kwargs)
        target = args[0]
        if before:
            seam.warn((target,), op)
        if aliased:
            ears.look((target,))
        began, number = next(ticks), peek()
        try:
            if seam.around is None and not overrides(target) and not is_plain_view(target):
                result = original(*args, **kwargs) if kwargs else original(*args)
            else:
                result = seam.make(original, op, args, kwargs)
        except RuntimeError as error:
            refused(error, target, op)
            raise
        if result is NotImplemented:
            return result
        if is_copy and is_onto_itself(args):
            ears.note_bump(address(target), target, op, (began, number))
        else:
            note(target, op, began, number)
        return result

    return method


def _item_method(ears: Ears, original: Any) -> Callable[..., Any]:
    note, ticks, peek = ears.note, ears.ticks, ears.peek
    before, seam, refused = ears.seam.before_write, ears.seam, ears.refused
    aliased = ears.unseen.aliased

    def method(self: Any, index: Any, value: Any) -> Any:
        if is_dynamo_compiling():
            return original(self, index, value)
        if before:
            seam.warn((self,), "[]=")
        if aliased:
            ears.look((self,))
        began, number = next(ticks), peek()
        try:
            result = seam.make(original, "[]=", (self, index, value), {})
        except RuntimeError as error:
            refused(error, self, "[]=")
            raise
        note(self, "[]=", began, number, basic(index))
        return result

    return method


def _uncounted_method(ears: Ears, name: str, original: Any) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        if is_dynamo_compiling():
            return original(self, *args, **kwargs)
        ears.unseen.share(address(self))  # torch will not see it, so we must look
        began = ears.began(name, (self,), kwargs)
        result = ears.seam.make(original, name, (self, *args), kwargs)
        ears.note(self, name, *began)
        return result

    return method


def _metadata_method(ears: Ears, name: str, original: Any) -> Callable[..., Any]:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        if is_dynamo_compiling():
            return original(self, *args, **kwargs)
        # set_ and resize_ may leave this storage for another: ask before.
        storage, began = address(self), ears.began(name, (self,), kwargs)
        pointer = pointer_of(self) if storage else 0
        try:
            result = ears.seam.make(original, name, (self, *args), kwargs)
        except RuntimeError as error:
            ears.refused(error, self, name)
            raise
        ears.note_bump(storage, self, name, began)
        if (now := address(self)) != storage:
            # What was saved as this tensor is asked for by the memory it has now, or by what it
            # has left (see data_door).
            ears.note_bump(now, self, name, began)
            ears.note_bump(-pointer, self, name, began)
            ears.note_arrival(self, storage, now)
        ears.unseen.share(now)  # set_ gives two tensors one memory
        return result

    return method


def _function_patches(ears: Ears) -> Iterable[Patch]:
    table, nn_functions, facade = private.function_homes()
    doors: dict[int, FunctionDoor] = {}
    for name in filter(_is_write, dir(table)):
        original = getattr(table, name)
        kind = _DropoutDoor if name.endswith("dropout_") else _FunctionDoor
        doors[id(original)] = door = kind(original, ears)
        yield Patch(facade, name, door)
    for name in filter(_is_write, dir(nn_functions)):
        original = getattr(nn_functions, name)
        doors[id(original)] = door = _OverridableDoor(original, ears)
        yield Patch(nn_functions, name, door)
    # The same objects under further names: torch.relu_, F.threshold_.
    for home in (torch, torch.nn.functional):
        for name, value in list(vars(home).items()):
            if is_in_place(name) and id(value) in doors:
                yield Patch(home, name, doors[id(value)])


class _FunctionDoor(FunctionDoor):
    """A function door that is as light as a method's where one plain tensor is written.

    An optimizer passes it unheard.
    """

    def __init__(self, original: Any, ears: Ears) -> None:
        super().__init__(original, ears)
        name = self.__name__
        self.method = None if name in METADATA else _method(ears, name, original)
        self.quiet = ears.quiet

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the original and say so, unless a loop of an optimizer is heard as one write."""
        if self.quiet and get_ident() in self.quiet:
            return self.original(*args, **kwargs)
        return super().__call__(*args, **kwargs)

    def _listen(
        self, call: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        if args and type(args[0]) in PLAIN and self.method and call is self.original:
            return self.method(*args, **kwargs)
        return super()._listen(call, args, kwargs)


class _DropoutDoor(_FunctionDoor):
    """A function door for dropout in place, which writes nothing where nothing is to be dropped."""

    def _listen(
        self, call: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        share, is_training = _dropout_terms(*args, **kwargs)
        if not share or not is_training:
            return call(*args, **kwargs)
        return super()._listen(call, args, kwargs)


def _dropout_terms(input: Any = None, p: Any = 1.0, train: Any = True) -> tuple[Any, Any]:  # noqa: A002
    """Read the arguments as torch names them."""
    return p, train


class _OverridableDoor(OverridableDoor, _FunctionDoor):
    """The same for functions that hand themselves to `__torch_function__`."""


def _is_write(name: str) -> bool:
    return is_in_place(name) and name not in NO_WRITES
