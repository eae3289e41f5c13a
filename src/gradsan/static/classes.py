"""Classes of the file and of torch.nn: methods, bases, fields."""

from __future__ import annotations

import ast

from gradsan.ops.table import Layer, torch_modules
from gradsan.static.machine import Machine
from gradsan.static.values import Class, Function, Object, Ref, Value


def fields_of(cls: Class) -> list[str]:
    """Return the fields of a dataclass or NamedTuple, in order."""
    inherited = [name for base in cls.bases if isinstance(base, Class) for name in fields_of(base)]
    own = cls.node.body if cls.node is not None else []
    names = [
        item.target.id
        for item in own
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    ]
    return [*inherited, *names]


def base_layer(cls: Class | Ref | None) -> Layer | None:
    """Return the module of torch.nn that a class of the file derives from."""
    if isinstance(cls, Ref):
        home, _, name = cls.name.rpartition(".")
        return torch_modules().get(name) if home == "torch.nn" else None
    found = (
        (base_layer(base) for base in cls.bases if isinstance(base, (Class, Ref))) if cls else ()
    )
    return next((layer for layer in found if layer), None)


def find_method(cls: Class, name: str) -> ast.FunctionDef | None:
    """Return a method of a class or of its bases in the file."""
    if cls.node is not None:
        for statement in cls.node.body:
            if isinstance(statement, ast.FunctionDef) and statement.name == name:
                return statement
    for base in cls.bases:
        if isinstance(base, Class) and (found := find_method(base, name)):
            return found
    return None


def find_setter(cls: Class, name: str) -> ast.FunctionDef | None:
    """Return what runs when a property of a class, or of its bases in the file, is set."""
    for statement in cls.node.body if cls.node is not None else ():
        if isinstance(statement, ast.FunctionDef) and statement.name == name:
            marks = {ast.unparse(mark) for mark in statement.decorator_list}
            if f"{name}.setter" in marks:
                return statement
    found = (find_setter(base, name) for base in cls.bases if isinstance(base, Class))
    return next((setter for setter in found if setter is not None), None)


def special_method(m: Machine, owner: Value, name: str) -> Function | None:
    """Return a method such as `__iter__` that a class of the file defines."""
    cls = m.state.objects[owner.id].cls if isinstance(owner, Object) else None
    method = find_method(cls, name) if isinstance(cls, Class) else None
    if method is None or not isinstance(cls, Class):
        return None
    return Function(method, f"{cls.name}.{name}", cls.frames, owner)


def is_a(cls: Class | Ref | None, *names: str) -> bool:
    """Tell whether a class has one of these among its bases, as far as the file says."""
    if isinstance(cls, Ref):
        return cls.name in names
    if isinstance(cls, Class):
        return any(is_a(base, *names) for base in cls.bases if isinstance(base, (Class, Ref)))
    return False


def is_mapping(cls: Class | Ref | None) -> bool:
    """Tell whether a class of the file is a dict."""
    return is_a(cls, "dict", "collections.OrderedDict", "collections.UserDict")


def is_module(cls: Class | Ref | None) -> bool:
    """Tell whether a class is an nn.Module, as far as the file says."""
    if isinstance(cls, Ref):
        return cls.name.startswith("torch.nn.")
    return is_a(cls, "torch.nn.Module", "torch.nn.modules.Module") or (
        isinstance(cls, Class)
        and any(is_module(base) for base in cls.bases if isinstance(base, (Class, Ref)))
    )
