"""Find the function that a command line names: `pkg.mod:fn` or `path/file.py:fn`."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from difflib import get_close_matches
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any

from gradsan.backends.choice import FRAMEWORKS, PLAIN
from gradsan.backends.functions import framework_of_function
from gradsan.cli.entry import UsageError, nearest_path

_numbers = count()


def load_target(text: str) -> Any:
    """Import the module and return what it holds under the name."""
    return _inside(_module(_split(text)[0]), text)


def load_again(text: str) -> Any | None:
    """Run the module once more under another name; its function has not been called yet."""
    module = _module(_split(text)[0])
    file = getattr(module, "__file__", None)
    if not file or not file.endswith(".py"):
        return None
    try:
        return _inside(_from_file(Path(file), f"_gradsan_fresh_{next(_numbers)}"), text)
    except Exception:  # noqa: BLE001 (a module that can be run only once)
        return None


def framework_for(fn: Any, named: str | None) -> str:
    """Return the framework that was named, or the one the function uses."""
    name = named or framework_of_function(fn)
    if name == PLAIN:
        raise UsageError(f"which framework? (--framework {{{','.join(FRAMEWORKS)}}})")
    return name


def _split(text: str) -> tuple[str, str]:
    module, colon, name = text.rpartition(":")
    if not colon or not module or not name:
        raise UsageError(f'"{text}" names no function; write package.module:function')
    return module, name


def _module(name: str) -> ModuleType:
    if str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))
    if name.endswith(".py"):
        path = Path(name)
        if not path.is_file():
            raise UsageError(f"no such file: {path}{nearest_path(path)}")
        known = sys.modules.get(path.stem)
        if known is not None and getattr(known, "__file__", None) == str(path.absolute()):
            return known
        return _from_file(path, path.stem)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        raise UsageError(f"no module named {error.name}") from None


def _from_file(path: Path, name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path.absolute())
    if spec is None or spec.loader is None:
        raise UsageError(f"cannot import {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _inside(module: ModuleType, text: str) -> Any:
    value: Any = module
    for step in _split(text)[1].split("."):
        if not hasattr(value, step):
            near = get_close_matches(step, dir(value), n=1)
            meant = f"; did you mean {near[0]}?" if near else ""
            raise UsageError(f'{_split(text)[0]} has no "{step}"{meant}')
        value = getattr(value, step)
    if not callable(value):
        raise UsageError(f"{text} is not a function")
    return value
