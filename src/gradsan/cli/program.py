"""Run somebody's program in this process as if the interpreter had started it.

It is a real `__main__`: `sys.argv`, `sys.path[0]`, `__file__`, `__spec__` are what they would
be, classes of it can be pickled, and what it raises is printed without our frames.
"""

from __future__ import annotations

import builtins
import importlib.util
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType, TracebackType

import gradsan
from gradsan.cli.entry import UsageError

INTERRUPTED = 130

_OWN = f"{Path(gradsan.__file__).parent}{os.sep}"
_kept: list[ModuleType] = []  # the command's own __main__; its globals must not be cleared


@dataclass(frozen=True, slots=True)
class Program:
    """What to run: a script, or a module by name."""

    name: str
    arguments: tuple[str, ...]
    is_module: bool
    shown: str  # for the commands that a report proposes


def script_program(path: str, arguments: Sequence[str]) -> Program:
    """Make a program of a script."""
    return Program(os.path.join(os.getcwd(), path), tuple(arguments), False, path)  # noqa: PTH109, PTH118 (as the interpreter does: `./` stays)


def module_program(name: str, arguments: Sequence[str]) -> Program:
    """Make a program of a module, as `python -m` takes it."""
    return Program(name, tuple(arguments), True, f"-m {name}")


def run_program(program: Program, uncaught: Callable[[BaseException], None]) -> int:
    """Run it to its end and return its exit status; say what ended it before it is printed."""
    try:
        code, main = _load_module(program) if program.is_module else _load_script(program)
        _kept.append(sys.modules["__main__"])
        sys.modules["__main__"] = main
        exec(code, main.__dict__)
    except SystemExit as error:
        return _status_of(error)
    except UsageError:
        raise
    except BaseException as error:  # noqa: BLE001 (whatever it is, it is the program's)
        uncaught(error)
        _print(error)
        return INTERRUPTED if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _load_script(program: Program) -> tuple[CodeType, ModuleType]:
    sys.argv = [program.shown, *program.arguments]
    _set_first_path(str(Path(program.name).resolve().parent))
    main = _new_main()
    main.__file__ = program.name
    main.__loader__ = SourceFileLoader("__main__", program.name)
    main.__dict__["__cached__"] = None
    return compile(Path(program.name).read_bytes(), program.name, "exec", dont_inherit=True), main


def _load_module(program: Program) -> tuple[CodeType, ModuleType]:
    _set_first_path(str(Path.cwd()))
    sys.argv = ["-m", *program.arguments]
    spec = _find(program.name)
    loader = spec.loader
    get_code = getattr(loader, "get_code", None)  # those of frozen modules are plain classes
    code = get_code(spec.name) if get_code else None
    if code is None:
        raise UsageError(f"no code to run in module {spec.name}")
    sys.argv[0] = spec.origin or program.name
    main = _new_main()
    main.__spec__ = spec
    main.__loader__ = loader
    main.__package__ = spec.parent
    main.__file__ = spec.origin
    main.__dict__["__cached__"] = spec.cached
    return code, main


def _set_first_path(folder: str) -> None:
    if not sys.flags.safe_path:  # python -P puts no folder there
        sys.path[0] = folder


def _find(name: str) -> ModuleSpec:
    try:
        spec = importlib.util.find_spec(name)
    except ModuleNotFoundError as error:
        raise UsageError(f"no module named {error.name}") from None
    if spec is None:
        raise UsageError(f"no module named {name}")
    if spec.submodule_search_locations is not None:
        return _find(f"{name}.__main__")
    return spec


def _new_main() -> ModuleType:
    main = ModuleType("__main__")
    main.__dict__.update(__builtins__=builtins, __annotations__={})
    return main


def _status_of(error: SystemExit) -> int:
    match error.code:
        case None:
            return 0
        case int(status):
            return status
    print(error.code, file=sys.stderr)  # noqa: T201
    return 1


def _print(error: BaseException) -> None:
    """Print a traceback as the interpreter does, without the frames of gradsan."""
    strip_frames(error)
    sys.excepthook(type(error), error, error.__traceback__)


def strip_frames(error: BaseException) -> None:
    """Take our frames out of an error, its causes and its contexts."""
    seen: set[int] = set()
    queue: list[BaseException | None] = [error]
    while queue:
        one = queue.pop()
        if one is None or id(one) in seen:
            continue
        seen.add(id(one))
        one.__traceback__ = _stripped(one.__traceback__)
        queue += [one.__cause__, one.__context__]
        if isinstance(one, BaseExceptionGroup):
            queue += one.exceptions


def _stripped(traceback: TracebackType | None) -> TracebackType | None:
    """Return the same chain without our links. A loop: a RecursionError has a thousand."""
    links = []
    while traceback is not None:
        links.append(traceback)
        traceback = traceback.tb_next
    rest: TracebackType | None = None
    for link in reversed(links):
        if not link.tb_frame.f_code.co_filename.startswith(_OWN):
            link.tb_next = rest
            rest = link
    return rest
