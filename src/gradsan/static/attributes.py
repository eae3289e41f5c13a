"""What `owner.name` gives: attributes of objects, tensors, classes and modules."""

from __future__ import annotations

import ast
from functools import lru_cache

from gradsan.static.arguments import Arguments
from gradsan.static.classes import find_method, is_module
from gradsan.static.functions import is_function
from gradsan.static.links import link
from gradsan.static.literals import TEXT_QUESTIONS
from gradsan.static.machine import Machine
from gradsan.static.nodes import children
from gradsan.static.plain_numbers import BACKWARD
from gradsan.static.tensors import tensor_attribute
from gradsan.static.values import (
    NUMBER,
    UNKNOWN,
    Class,
    Function,
    Method,
    Number,
    Object,
    Ref,
    Tensor,
    Unknown,
    Value,
)


def get_attribute(m: Machine, owner: Value, name: str, node: ast.expr) -> Value:
    """Return an attribute of a value."""
    match owner:
        case Unknown():
            return UNKNOWN
        case Object():
            return _object_attribute(m, owner, name, node)
        case Tensor():
            return tensor_attribute(m, owner, name, node)
        case Ref(base):
            return _outside_attribute(base, name)
        case Class() if name == "apply" and is_function(owner):
            return Method(owner, name)
        case Number(value=str()) if owner.known and name in TEXT_QUESTIONS:
            return Method(owner, name)
        case Number() if name == BACKWARD and owner.cuts:
            return Method(owner, name)
        case Class() if method := find_method(owner, name):
            bound = owner if "classmethod" in _words(method) else None
            return Function(method, f"{owner.name}.{name}", owner.frames, bound)
        case Class():
            found = _of_class(m, owner, name)
            return UNKNOWN if found is None else found
        case _:
            return UNKNOWN


def _object_attribute(m: Machine, owner: Object, name: str, node: ast.expr) -> Value:
    parts = m.state.objects[owner.id]
    if name in parts.attributes:
        return parts.attributes[name]
    if (layer := link(parts, name)) is not None:
        return layer
    if isinstance(parts.cls, Class) and (method := find_method(parts.cls, name)):
        return _bound(m, owner, parts.cls, method, node)
    if (found := _of_class(m, parts.cls, name)) is not None:
        return found
    if name == "training" and is_module(parts.cls):
        return Number(True, known=not m.root)
    return Method(owner, name)


@lru_cache(maxsize=4096)
def _outside_attribute(base: str, name: str) -> Value:
    if base in ("math", "numpy", "torch"):
        if name == "inf":
            return Number(float("inf"), known=True)
        if name in ("pi", "e", "nan", "tau"):
            return NUMBER
    return Ref(f"{base}.{name}")


def _of_class(m: Machine, cls: Class | Ref | None, name: str) -> Value | None:
    """Return what the body of a class, or of one of its bases, binds to a name."""
    if not isinstance(cls, Class) or cls.frame is None:
        return None
    if name in (known := m.state.frames.get(cls.frame, {})):
        return known[name]
    found = (_of_class(m, base, name) for base in cls.bases if isinstance(base, Class))
    return next((value for value in found if value is not None), None)


def _bound(m: Machine, owner: Object, cls: Class, method: ast.FunctionDef, node: ast.expr) -> Value:
    """Bind a method to its object; a property is read at once."""
    words = _words(method)
    first: Value | None = cls if "classmethod" in words else owner
    if "staticmethod" in words:
        first = None
    function = Function(method, f"{cls.name}.{method.name}", cls.frames, first)
    if not words & {"property", "cached_property"}:
        return function
    value: Value = m.enter(m, node, function, Arguments())
    if "cached_property" in words:
        parts = m.own(owner)
        parts.attributes[method.name] = value
        kept = next((item for item in children(method) if isinstance(item, ast.Return)), method)
        parts.puts[method.name] = m.spot(kept)
    return value


def _words(method: ast.FunctionDef) -> set[str]:
    """Return the names of its decorators."""
    return {
        item.id if isinstance(item, ast.Name) else getattr(item, "attr", "")
        for item in method.decorator_list
    }
