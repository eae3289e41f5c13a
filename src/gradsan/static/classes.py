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


def make_class(
    node: ast.ClassDef, scope: tuple[int, ...], bases: tuple[Value, ...], frame: int
) -> Class:
    """Make a class of the file; what it does not define itself comes from the first base."""
    methods: dict[str, ast.FunctionDef] = {}
    setters: dict[str, ast.FunctionDef] = {}
    for base in reversed(bases):
        if isinstance(base, Class):
            methods |= base.methods
            setters |= base.setters
    for statement in reversed(node.body):  # the first of a name counts
        if isinstance(statement, ast.FunctionDef):
            methods[statement.name] = statement
            if any(_is_setter(mark, statement.name) for mark in statement.decorator_list):
                setters[statement.name] = statement
    lineage = frozenset[str]()
    for base in bases:
        lineage |= lineage_of(base)
    return Class(node.name, node, scope, bases, frame, lineage, methods, setters)


def lineage_of(cls: Value | None) -> frozenset[str]:
    """Return the names of all classes from elsewhere that a class is one of."""
    if isinstance(cls, Ref):
        return frozenset({cls.name})
    return cls.lineage if isinstance(cls, Class) else frozenset()


def _is_setter(mark: ast.expr, name: str) -> bool:
    """Tell whether a decorator is `name.setter`."""
    match mark:
        case ast.Attribute(value=ast.Name(id=owner), attr="setter"):
            return owner == name
    return False


def find_method(cls: Class, name: str) -> ast.FunctionDef | None:
    """Return a method of a class or of its bases in the file."""
    return cls.methods.get(name)


def find_setter(cls: Class, name: str) -> ast.FunctionDef | None:
    """Return what runs when a property of a class, or of its bases in the file, is set."""
    return cls.setters.get(name)


def special_method(m: Machine, owner: Value, name: str) -> Function | None:
    """Return a method such as `__iter__` that a class of the file defines."""
    cls = m.state.objects[owner.id].cls if isinstance(owner, Object) else None
    method = find_method(cls, name) if isinstance(cls, Class) else None
    if method is None or not isinstance(cls, Class):
        return None
    return Function(method, f"{cls.name}.{name}", cls.frames, owner)


def is_a(cls: Class | Ref | None, *names: str) -> bool:
    """Tell whether a class has one of these among its bases, as far as the file says."""
    return not lineage_of(cls).isdisjoint(names)


def is_mapping(cls: Class | Ref | None) -> bool:
    """Tell whether a class of the file is a dict."""
    return is_a(cls, "dict", "collections.OrderedDict", "collections.UserDict")


def is_module(cls: Class | Ref | None) -> bool:
    """Tell whether a class is an nn.Module, as far as the file says."""
    return any(name.startswith("torch.nn.") for name in lineage_of(cls))
