"""Which framework do values belong to, and where is our part for it.

A framework is looked for only in `sys.modules`: a value of it cannot exist before it was
imported. Plain Python and NumPy values belong to none and go along with the others.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

# The framework and the class that its tensors are instances of, tracers included.
_TENSORS = {"torch": ("Tensor",), "jax": ("Array",), "tensorflow": ("Tensor", "Variable")}
FRAMEWORKS = tuple(_TENSORS)
PLAIN = "plain"  # NumPy itself

_by_type: dict[type, str] = {}


class MixedFrameworksError(TypeError):
    """Values of two frameworks where one is needed."""


def framework_of(*values: Any) -> str:
    """Name the framework of the values; "plain" if there is no tensor among them.

    >>> framework_of(1.0, [2, 3])
    'plain'
    """
    found = PLAIN
    for value in values:
        kind = type(value)
        name = _by_type.get(kind) or _look_up(kind, value)
        if name in (PLAIN, found):
            continue
        if found != PLAIN:
            raise MixedFrameworksError(f"a {found} tensor and a {name} tensor in one operation")
        found = name
    return found


def _look_up(kind: type, value: Any) -> str:
    name = PLAIN
    for framework, classes in _TENSORS.items():
        module = sys.modules.get(framework)
        if module is None:
            continue
        # jax.Array is abstract: only isinstance of a value knows the tracers.
        if any(isinstance(value, getattr(module, item, ())) for item in classes):
            name = framework
    if kind.__module__ != "builtins":
        _by_type[kind] = name
    return name


def part(framework: str, name: str) -> Any:
    """Return our module of this name for a framework.

    >>> part("plain", "updates").NAME
    'plain'
    """
    return import_module(f"gradsan.backends.{framework}.{name}")
