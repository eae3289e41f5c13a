"""What an edit does to training: the same model on the original code and on the edited code.

Edited code takes the place of the original inside the live functions of the package, however
these were wrapped or imported, and the model is built anew.
"""

from __future__ import annotations

import gc
import importlib
import inspect
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from seeded_mutations import FUNCTIONALS
from seeded_training import ROUNDING, Answer, Model, distance, train

DIFFERENT = 1e-3  # relative error of a gradient; what lies between this and rounding is not counted
AUTOGRAD = re.compile(
    r"modified by an inplace operation|in-place operation|modified inplace|modified in-place"
    r"|through the graph a second time"
)
Key = tuple[str, int]  # qualified name and first line


def outcome(recipe: str, path: Path, edited: str, *, kind: str, site: Path) -> Answer:
    """Tell whether training raises, differs or is fine; `invalid` is not to be counted."""
    right = train(recipe)
    importlib.import_module(".".join(path.relative_to(site).with_suffix("").parts))
    before: set[str] = set()
    if kind == "module":
        train(recipe, lambda model: before.update(_inplace_modules(model)))
    if not replace_code(path, edited):
        return {"outcome": "invalid", "error": "no live function holds the statement"}
    called: set[str] = set()
    watch = None
    if kind == "module":
        watch = _watch_modules(before, called)
    elif kind == "functional":
        _watch_functionals(path, called)
    try:
        other = train(recipe, watch)
    except RuntimeError as error:
        if not AUTOGRAD.search(str(error)):
            raise
        return {"outcome": "raises", "error": _short(error), "saved": _saved_at(recipe, site)}
    if kind in {"module", "functional"} and not called:
        return {"outcome": "invalid", "error": "nothing is written: not called, or p = 0"}
    if distance(right, other, floor=ROUNDING) <= ROUNDING:
        return {"outcome": "fine"}
    if distance(right, other, floor=DIFFERENT) < DIFFERENT:
        return {"outcome": "invalid", "error": "unclear"}
    is_same = abs(right.loss - other.loss) <= ROUNDING * abs(right.loss)
    return {"outcome": "differs", "loss": "same" if is_same else "differs"}


def replace_code(path: Path, edited: str) -> int:
    """Give every live function of a file its edited code; return how many changed."""
    old = dict(_functions(compile(path.read_bytes(), str(path), "exec")))
    new = dict(_functions(compile(edited, str(path), "exec")))
    changed = {key: code for key, code in new.items() if old.get(key) != code}
    count = 0
    for function in gc.get_objects():
        if not isinstance(function, FunctionType):
            continue
        code = function.__code__
        if code.co_filename == str(path):
            replacement = changed.get((code.co_qualname, code.co_firstlineno))
            if replacement:
                function.__code__ = replacement
                count += 1
    return count


def _functions(code: CodeType) -> Iterator[tuple[Key, CodeType]]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield (constant.co_qualname, constant.co_firstlineno), constant
            yield from _functions(constant)


def _inplace_modules(model: Model) -> Iterator[str]:
    return (name for name, module in model.named_modules() if getattr(module, "inplace", False))


def _watch_modules(before: set[str], called: set[str]) -> Callable[[Model], None]:
    """Note which of the modules that the edit made in place are called, with an effect."""
    import torch

    def watch(model: Model) -> None:
        for name in set(_inplace_modules(model)) - before:
            module = model.get_submodule(name)

            def note(module: Any, inputs: Any, *, name: str = name) -> None:
                if torch.is_grad_enabled() and getattr(module, "p", 1):
                    called.add(name)

            module.register_forward_pre_hook(note)

    return watch


def _watch_functionals(path: Path, called: set[str]) -> None:
    """Note which functions the file calls in place, with an effect."""
    import torch

    functional = torch.nn.functional
    for name in FUNCTIONALS:
        function = getattr(functional, name)

        def noting(*arguments: Any, function: Any = function, **options: Any) -> Any:
            given = inspect.signature(function).bind(*arguments, **options).arguments
            is_here = sys._getframe(1).f_code.co_filename == str(path)
            has_effect = given.get("p", 1) and given.get("training", True)
            if is_here and has_effect and given.get("inplace"):
                called.add(function.__name__)
            return function(*arguments, **options)

        setattr(functional, name, noting)


def _short(error: Exception) -> str:
    return str(error).split(" Hint:")[0][:240]


def _saved_at(recipe: str, site: Path) -> list[str]:
    """Run again in anomaly mode; return the frames of the op whose saved value was changed."""
    import torch

    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        try:
            with torch.autograd.set_detect_anomaly(True, check_nan=False):
                train(recipe)
        except RuntimeError:
            pass
    text = "".join(str(item.message) for item in told if "Error detected in" in str(item.message))
    frames = re.findall(r'File "([^"]+)", line (\d+)', text)
    return [
        f"{name.removeprefix(f'{site}/')}:{line}"
        for name, line in frames
        if name.startswith(f"{site}/") and not name.startswith(f"{site}/torch/")
    ][-4:]
