"""What the forward of a custom Function leaves on its class, and its backward reads there.

The class has one place for all calls; the next call replaces it. So what a forward has put
there is remembered with its ctx and stands there again while the backward of that call runs.
Only names that backward reads and does not set are meant.
"""

from __future__ import annotations

import dis
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import CodeType, FunctionType
from typing import Any

_LEFT = "_left_on_class_by_gradsan"
_NOTHING: Any = object()


def names_read(cls: type, backward: Callable[..., Any] | None) -> tuple[str, ...]:
    """Return the attributes of the class that its backward reads and does not set."""
    if not isinstance(backward, FunctionType):
        return ()
    read: set[str] = set()
    written: set[str] = set()
    for code in _codes(backward.__code__):
        for step in dis.get_instructions(code):
            if step.opname in ("STORE_ATTR", "DELETE_ATTR"):
                written.add(step.argval)
            elif step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
                read.add(step.argval)
    functions = {name for name, value in cls.__dict__.items() if hasattr(type(value), "__get__")}
    return tuple(sorted(read - written - functions))


def names_kept(cls: type) -> tuple[str, ...]:
    """Return the attributes of the class that forward sets for backward, and does not count on.

    What forward reads as well may be a counter, or something else that is one for all calls.
    """
    forward = vars(cls).get("forward")
    code = getattr(getattr(forward, "__func__", forward), "__code__", None)
    if code is None:
        return ()
    steps = [step for one in _codes(code) for step in dis.get_instructions(one)]
    written = {step.argval for step in steps if step.opname == "STORE_ATTR"}
    read = {step.argval for step in steps if step.opname in ("LOAD_ATTR", "LOAD_METHOD")}
    backward = getattr(cls, "backward", None)
    return tuple(name for name in names_read(cls, backward) if name in written - read)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def standing(cls: type, names: tuple[str, ...]) -> dict[str, Any]:
    """Return what stands on the class under these names."""
    return {name: cls.__dict__[name] for name in names if name in cls.__dict__}


def remember(ctx: Any, cls: type, before: dict[str, Any], names: tuple[str, ...], out: Any) -> None:
    """Remember with ctx what a forward has put on the class.

    Not what it returns: ctx would hold its own output, and neither would ever go.
    """
    if left := left_there(cls, before, names, out):
        ctx.__dict__[_LEFT] = left


def left_there(
    cls: type, before: dict[str, Any], names: tuple[str, ...], out: Any
) -> dict[str, Any]:
    """Return what a forward has put on the class, but for what it returns."""
    outputs = {id(one) for one in (out if isinstance(out, tuple) else (out,))}
    return {
        name: value
        for name, value in standing(cls, names).items()
        if value is not before.get(name, _NOTHING) and id(value) not in outputs
    }


@contextmanager
def as_left(ctx: Any, cls: type, told: Callable[[type], None]) -> Iterator[None]:
    """Let the class hold what the forward of this ctx left there."""
    left = ctx.__dict__.get(_LEFT, {})
    replaced = {
        name: cls.__dict__.get(name, _NOTHING)
        for name, value in left.items()
        if cls.__dict__.get(name, _NOTHING) is not value
    }
    if not replaced:
        yield
        return
    for name in replaced:
        setattr(cls, name, left[name])
    told(cls)
    try:
        yield
    finally:
        for name, value in replaced.items():
            if value is _NOTHING:
                delattr(cls, name)
            else:
                setattr(cls, name, value)
