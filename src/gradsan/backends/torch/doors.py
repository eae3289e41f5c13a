"""Stand-ins for torch's mutating names, and how they are put in place and taken away.

A method door answers only on instances: `torch.Tensor.add_` stays the original object, so
`__torch_function__`, torch.jit, torch.fx, torch.compile and pickle meet what they know. A
function door cannot hide like that; it equals its original, hashes like it and pickles as it.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterable
from dis import opmap
from functools import partial
from types import FrameType, FunctionType, MethodType
from typing import Any, Protocol

from torch.compiler import is_dynamo_compiling
from torch.overrides import handle_torch_function

from gradsan.backends.torch import private

_MISSING: Any = object()
_LOAD_METHOD, _LOAD_ATTR = opmap.get("LOAD_METHOD", -1), opmap["LOAD_ATTR"]
_IS_FLAGGED = sys.version_info >= (3, 12)  # then the lowest bit says that a call follows


class Ear(Protocol):
    """Who is told of the calls that go through a door."""

    def began(self, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Hear that a call begins; return the time."""
        ...

    def make(
        self, call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Make the call."""
        ...

    def heard(self, op: str, began: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Hear that a call came back."""
        ...

    def failed(
        self, error: RuntimeError, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Hear that a call raised."""
        ...


class Bystander:
    """An ear that lets a call be and hears nothing, but for what a subclass hears."""

    def began(self, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Take no time."""
        return 0

    def make(
        self, call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Make the call as it is."""
        return call(*args, **kwargs)

    def heard(self, op: str, began: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Hear nothing."""

    def failed(
        self, error: RuntimeError, op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> None:
        """Hear nothing."""


class MethodDoor:
    """Stand in for a method: the original on the class, `function` on instances."""

    __slots__ = ("function", "original")

    def __init__(self, original: Any, function: Callable[..., Any]) -> None:
        self.original = original
        self.function = function

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        if instance is None:
            return self.original
        return MethodType(self.function, instance)


class FunctionDoor:
    """Stand in for a function of a module; `ear` is told what is called."""

    def __init__(self, original: Any, ear: Ear) -> None:
        self.original = original
        self.ear = ear
        self.__name__ = original.__name__
        self.__qualname__ = original.__qualname__
        self.__module__ = original.__module__
        self.__doc__ = original.__doc__
        private.teach_script(self, original)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the original and say so."""
        if is_dynamo_compiling():
            return self.original(*args, **kwargs)
        return self._listen(self.original, args, kwargs)

    def _listen(
        self, call: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        ear = self.ear
        began: Any = ear.began(self.__name__, args, kwargs)
        try:
            result = ear.make(call, self.__name__, args, kwargs)
        except RuntimeError as error:
            ear.failed(error, self.__name__, args, kwargs)
            raise
        ear.heard(self.__name__, began, args, kwargs)
        return result

    def __eq__(self, other: object) -> bool:
        return other is self or other is self.original

    def __hash__(self) -> int:
        return hash(self.original)

    def __repr__(self) -> str:
        return repr(self.original)

    def __reduce__(self) -> Any:
        return self.original.__reduce__()

    def __copy__(self) -> FunctionDoor:
        return self

    def __deepcopy__(self, memo: Any) -> FunctionDoor:
        return self


class OverridableDoor(FunctionDoor):
    """A function door that hands the original to `__torch_function__` itself.

    For the functions of torch._C._nn C code looks the function up in that very module, where
    it would find the door.
    """

    overrides = staticmethod(private.has_torch_function())

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the original and say so."""
        if is_dynamo_compiling():
            return self.original(*args, **kwargs)
        if not self.overrides(args):
            return super().__call__(*args, **kwargs)
        dispatch = partial(handle_torch_function, self.original, args)
        return self._listen(dispatch, args, kwargs)


def is_about_to_call(frame: FrameType) -> bool:
    """Tell whether a frame asks for an attribute that nobody sees: it is called at once."""
    code, at = frame.f_code.co_code, frame.f_lasti
    if at < 0:
        return False
    if code[at] == _LOAD_METHOD:
        return True
    return _IS_FLAGGED and code[at] == _LOAD_ATTR and code[at + 1] & 1 == 1


def call_as(frame: FrameType, function: Any, args: tuple[Any, ...], kwargs: Any) -> Any:
    """Call a function from the very line that a frame stands on.

    Warnings of C code are told and counted where the innermost frame stands.
    """
    code = _call.__code__.replace(
        co_filename=frame.f_code.co_filename,
        co_name=frame.f_code.co_name,
        co_firstlineno=frame.f_lineno or frame.f_code.co_firstlineno,
    )
    try:
        return FunctionType(code, frame.f_globals)(function, args, kwargs)
    except Exception as error:  # noqa: BLE001 (raised again)
        # What the user reads shall not show a frame that is not in the source.
        at = error.__traceback__
        below = at.tb_next.tb_next if at is not None and at.tb_next is not None else None
        raise error.with_traceback(below)  # noqa: B904 (the same error)


_call = lambda function, args, kwargs: function(*args, **kwargs)  # noqa: E731 (one line, no def)


def at_home(stand_in: Any, original: Any) -> Any:
    """Let a function pass for the one it stands in for; it may use no global name.

    torch.jit.script compiles the text of the original, in the globals of what it was given.
    """
    code, cells = stand_in.__code__, stand_in.__closure__
    made = FunctionType(code, original.__globals__, original.__name__, None, cells)
    return functools.update_wrapper(made, original)


class Patch:
    """One attribute that can be replaced and given back."""

    __slots__ = ("before", "name", "owner", "value")

    def __init__(self, owner: Any, name: str, value: Any) -> None:
        self.owner = owner
        self.name = name
        self.value = value
        self.before: Any = _MISSING

    def place(self) -> None:
        """Put the value in place."""
        self.before = vars(self.owner).get(self.name, _MISSING)
        setattr(self.owner, self.name, self.value)

    def lift(self) -> None:
        """Give back what was there, unless somebody has put a third thing on top."""
        if vars(self.owner).get(self.name) is not self.value:
            return
        if self.before is _MISSING:
            delattr(self.owner, self.name)
        else:
            setattr(self.owner, self.name, self.before)


class ItemPatch:
    """One item of a dict that can be replaced and given back."""

    __slots__ = ("before", "key", "table", "value")

    def __init__(self, table: dict[str, Any], key: str, value: Any) -> None:
        self.table = table
        self.key = key
        self.value = value
        self.before: Any = _MISSING

    def place(self) -> None:
        """Put the value in place."""
        self.before = self.table[self.key]
        self.table[self.key] = self.value

    def lift(self) -> None:
        """Give back what was there, unless somebody has put a third thing on top."""
        if self.table.get(self.key) is self.value:
            self.table[self.key] = self.before


def place_all(patches: Iterable[Patch | ItemPatch]) -> None:
    """Put every patch in place."""
    for patch in patches:
        patch.place()


def lift_all(patches: Iterable[Patch | ItemPatch]) -> None:
    """Give back every attribute that is still ours."""
    for patch in patches:
        patch.lift()
