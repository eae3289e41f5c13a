"""Take the user's place out of the running stack, cheaply.

A place is the innermost frame outside the frameworks, the standard library and gradsan. If
that frame is in an installed package, the nearest frame outside is kept too. Kept are code
objects and instruction offsets, never frames: a frame holds every local, GPU memory included.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from threading import get_ident
from types import CodeType
from typing import Any, Final

import gradsan
from gradsan.model.event import Stack

FRAMEWORKS = ("torch", "functorch", "torchgen", "jax", "jaxlib", "tensorflow")

USER: Final = 0
PACKAGE: Final = 1  # installed, not a framework
LIBRARY: Final = 2  # framework, standard library
OPTIMIZER: Final = 3  # the part of a framework whose writes are called a step
OWN: Final = 4  # gradsan

KNOWN_LIMIT = 65_536

_getframe: Any = sys._getframe

# Names in angle brackets that are the user's own text; all others are generated code.
_TYPED_IN = ("<stdin>", "<string>", "<ipython-input", "<console>", "<doctest")
_INSTALLED = (f"{os.sep}site-packages{os.sep}", f"{os.sep}dist-packages{os.sep}")


class _Kinds(dict[str, int]):
    """Kind of code by the name of its file; each name is looked at once."""

    def __missing__(self, filename: str) -> int:
        self[filename] = kind = classify(filename)
        if kind == USER:
            for hear in new_files:
                hear(filename)
        return kind


new_files: list[Callable[[str], None]] = []  # called when a file of the user's is first met


def classify(filename: str) -> int:
    """Tell whose code a file is.

    >>> classify("<stdin>") == USER, classify(os.__file__) == LIBRARY
    (True, True)
    """
    if filename.startswith("<"):
        return USER if filename.startswith(_TYPED_IN) else LIBRARY
    if filename.startswith(_OWN):
        return OWN
    for name in FRAMEWORKS:
        module = sys.modules.get(name)
        home = getattr(module, "__file__", None)
        if home and filename.startswith(f"{Path(home).parent}{os.sep}"):
            return OPTIMIZER if _is_optimizer(filename) else LIBRARY
    if any(part in filename for part in _INSTALLED):
        return PACKAGE
    return LIBRARY if filename.startswith(_STANDARD) else USER


def _is_optimizer(filename: str) -> bool:
    folder, _, name = filename.rpartition(os.sep)
    return folder.endswith(f"torch{os.sep}optim") and name != "swa_utils.py"


_OWN = f"{Path(gradsan.__file__).parent}{os.sep}"
_STANDARD = tuple(sysconfig.get_paths()[name] + os.sep for name in ("stdlib", "platstdlib"))
kinds = _Kinds()


class _StepFiles(dict[str, bool]):
    """Whether a file is an optimizer's, by its name."""

    def __missing__(self, filename: str) -> bool:
        self[filename] = answer = kinds[filename] == OPTIMIZER
        return answer


step_files = _StepFiles()


def is_users(filename: str) -> bool:
    """Tell whether a file is the user's own."""
    return kinds[filename] == USER


def capture(depth: int = 1) -> Stack:
    """Return the user's frames, innermost first: one, or two if the first is a package's.

    `depth` frames are not looked at: a caller that is no user's own saves time.
    """
    try:
        frame: Any = _getframe(depth)
    except ValueError:
        return ()  # a thread of the engine has called
    if (stack := known.get(id(frame.f_code) + frame.f_lasti)) is not None:
        return stack  # the user's own line, and not a new one
    while frame is not None:
        code = frame.f_code
        kind = kinds[code.co_filename]
        if kind == USER:
            return known.get(id(code) + frame.f_lasti) or _remember(code, frame.f_lasti)
        if kind == PACKAGE:
            return ((code, frame.f_lasti), *outside(frame.f_back))
        frame = frame.f_back
    return ()


# One stack per place, so that a million saves on one line hold one object. An instruction
# lies inside its code object, so its address names both; the value keeps the code alive.
known: dict[int, Stack] = {}


def _remember(code: CodeType, last: int) -> Stack:
    if len(known) > KNOWN_LIMIT:
        known.clear()
        _optimizers.clear()
    stack = known[id(code) + last] = ((code, last),)
    return stack


def forget() -> None:
    """Forget every place that was met: a new guard begins."""
    known.clear()
    _optimizers.clear()


def user_files() -> list[str]:
    """Return the files of the user that are loaded, or were met: a notebook's cells are none."""
    names = [getattr(module, "__file__", None) for module in tuple(sys.modules.values())]
    names += list(kinds)
    return [name for name in dict.fromkeys(names) if name and kinds[name] == USER]


def known_stacks() -> tuple[Stack, ...]:
    """Return every place that was met so far."""
    return tuple(known.values())


# While a step of an optimizer is under way, by thread: what the walk from each piece of its
# code has found. It is the same for all its writes.
steps: dict[int, dict[int, tuple[Stack, str]]] = {}
HERE: Final = 0  # the step itself, in place of the id of a piece of code
NO_STEP: Final[tuple[Stack, str]] = ((), "")


def begin_step(optimizer: str) -> None:
    """Be told by a hook of torch.optim that a step begins in this thread."""
    steps[get_ident()] = {HERE: (capture(3), optimizer)}


def forget_step() -> None:
    """Be told that this thread may have left a step: one that raises has no end to be told of."""
    if (walks := steps.get(get_ident())) is not None:
        walks.pop(HERE, None)


def step_under_way() -> tuple[Stack, str]:
    """Return where the step of this thread was asked for, and of which optimizer it is."""
    walks = steps.get(get_ident())
    return walks.get(HERE, NO_STEP) if walks else NO_STEP


def end_step() -> None:
    """Be told that a step has ended in this thread."""
    steps.pop(get_ident(), None)


def capture_write(depth: int = 1) -> tuple[Stack, str]:
    """Return the user's frames and the optimizer whose step was passed on the way, if any."""
    try:
        frame: Any = _getframe(depth)
    except ValueError:
        return (), ""  # a thread of the engine has called
    if not steps or (walks := steps.get(get_ident())) is None:
        return _walk(frame)
    while (kind := kinds[(code := frame.f_code).co_filename]) == OWN:
        frame = frame.f_back
    if kind != OPTIMIZER:
        return _walk(frame)
    if (found := walks.get(id(code))) is None:
        found = walks[id(code)] = _walk(frame)
    return found


def _walk(frame: Any) -> tuple[Stack, str]:
    stepper = None
    while frame is not None:
        code = frame.f_code
        kind = kinds[code.co_filename]
        if kind == USER:
            key = id(code) + frame.f_lasti
            stack = known.get(key) or _remember(code, frame.f_lasti)
            return stack, _optimizer(stepper, key) if stepper else ""
        if kind == PACKAGE:
            return _capture_package(frame, stepper)
        if kind == OPTIMIZER and code.co_name == "step":
            stepper = frame
        frame = frame.f_back
    return (), ""


def is_stepping(depth: int) -> bool:
    """Tell whether an optimizer's step has called gradsan; `depth` frames are not looked at."""
    try:
        frame: Any = _getframe(depth)
        while (kind := kinds[frame.f_code.co_filename]) == OWN:
            frame = frame.f_back
    except (AttributeError, ValueError):
        return False  # a thread of the engine has called
    return kind == OPTIMIZER and frame.f_code.co_name != "zero_grad"


def _capture_package(frame: Any, stepper: Any) -> tuple[Stack, str]:
    """The same from inside an installed package, which may be an optimizer itself."""
    stack = ((frame.f_code, frame.f_lasti), *outside(frame.f_back))
    caller = frame.f_back
    # torch.optim wraps the step of every optimizer, also of those it does not hold.
    is_wrapped = caller is not None and kinds[caller.f_code.co_filename] == OPTIMIZER
    if stepper is None and is_wrapped and frame.f_code.co_name == "step":
        stepper = frame
    return stack, _optimizer(stepper, id(frame.f_code) + frame.f_lasti) if stepper else ""


def outside(frame: Any) -> Stack:
    """Return the nearest frame outside installed packages."""
    while frame is not None:
        if kinds[frame.f_code.co_filename] == USER:
            return ((frame.f_code, frame.f_lasti),)
        frame = frame.f_back
    return ()


# The class of the optimizer that is stepped at a place. Reading the locals of a frame is
# dear, so a place that steps several classes in turn is named after the first.
_optimizers: dict[int, str] = {}


def _optimizer(stepper: Any, place: int) -> str:
    if place not in _optimizers:
        _optimizers[place] = type(stepper.f_locals.get("self")).__name__
    return _optimizers[place]
