"""Modules, optimizers and classes of the file: how they are made and what they do."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from gradsan.ops.table import Layer, find, torch_modules
from gradsan.static.arguments import Arguments, is_true
from gradsan.static.machine import Machine, Writing
from gradsan.static.values import (
    NONE,
    UNKNOWN,
    Class,
    Function,
    Needs,
    Number,
    Object,
    Parts,
    Ref,
    Storage,
    Tensor,
    Value,
)
from gradsan.static.writing import write_with

_CHAINS = frozenset({"Sequential", "ModuleList"})
_SAME_OBJECT = frozenset({"train", "eval", "to", "cuda", "cpu", "float", "requires_grad_"})


def make_layer(m: Machine, name: str, args: Arguments) -> Value:
    """Make a module of torch.nn."""
    parts = Parts(cls=Ref(f"torch.nn.{name}"))
    if name in _CHAINS:
        items = args.positional
        if name == "ModuleList" and items and isinstance(items[0], Object):
            items = m.state.objects[items[0].id].items or []
        parts.items = list(items)
    elif layer := torch_modules().get(name):
        for attribute in layer.attributes:
            weight = Storage(Needs.YES, is_leaf=True, is_float=True)
            parts.attributes[attribute] = m.new_tensor(weight)
        if layer.inplace_at is not None:
            parts.attributes["inplace"] = args.flag("inplace", layer.inplace_at)
    return m.new_object(parts)


def make_instance(m: Machine, node: ast.Call, cls: Class, args: Arguments) -> Value:
    """Make an instance of a class of the file, through its `__init__`."""
    instance = m.new_object(Parts(cls=cls))
    if init := find_method(cls, "__init__"):
        m.enter(m, node, Function(init, f"{cls.name}.__init__", cls.frames, instance), args)
    return instance


def make_optimizer(m: Machine, name: str, args: Arguments) -> Value:
    """Make an optimizer; it holds the parameters it was given."""
    handed = args.flag("params", 0)
    return m.new_object(Parts(Ref(f"torch.optim.{name}"), {"params": handed}))


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


def is_module(cls: Class | Ref | None) -> bool:
    """Tell whether a class is an nn.Module, as far as the file says."""
    if isinstance(cls, Ref):
        return cls.name.startswith("torch.nn.") or cls.name.endswith(".nn.Module")
    if isinstance(cls, Class):
        return any(is_module(base) for base in cls.bases if isinstance(base, (Class, Ref)))
    return False


# -- calls ---------------------------------------------------------------------------------


def call_object(m: Machine, node: ast.Call, function: Object, args: Arguments) -> Value:
    """Call a module: its forward, its op, or the modules of a Sequential in turn."""
    parts = m.state.objects[function.id]
    if isinstance(parts.cls, Class):
        for name in ("forward", "__call__"):
            if method := find_method(parts.cls, name):
                title = f"{parts.cls.name}.{name}"
                return m.enter(m, node, Function(method, title, parts.cls.frames, function), args)
        return m.lose(args.all())
    if not isinstance(parts.cls, Ref) or not args.positional:
        return m.lose(args.all())
    name = parts.cls.name.rpartition(".")[2]
    if name == "Sequential" and parts.items is not None:
        return _call_chain(m, node, list(parts.items), args)
    layer = torch_modules().get(name)
    if layer is None:
        return m.apply_unknown(args.all(), Needs.MAYBE)
    return _call_layer(m, node, parts, layer, args)


def _call_chain(m: Machine, node: ast.Call, layers: list[Value], args: Arguments) -> Value:
    value: Value = args.positional[0]
    for layer in layers:
        value = m.call(m, node, layer, Arguments([value], nodes=args.nodes[:1]))
    return value


def _call_layer(m: Machine, node: ast.Call, parts: Parts, layer: Layer, args: Arguments) -> Value:
    value = args.positional[0]
    op = find(layer.op, len(args.positional))
    writes = parts.attributes.get("inplace", NONE)
    if is_true(writes) and isinstance(value, Tensor):
        target = args.nodes[0] if args.nodes else node.func
        how = Writing(node, target, f"{layer.name}(inplace=True)", "function")
        write_with(m, value, how, op, {op.parameters[0]: value} if op else {}, [])
        return value
    if not isinstance(writes, Number):
        return UNKNOWN  # it may write or not
    if op is None:
        return m.apply_unknown(args.all())
    weights = {name: parts.attributes[name] for name in layer.attributes if name in op.parameters}
    bound = dict(zip(op.parameters, args.positional, strict=False)) | weights
    return m.apply(op, bound, node, shown=layer.name)


def call_method(m: Machine, node: ast.Call, owner: Object, name: str, args: Arguments) -> Value:
    """Call a method of a module or optimizer that the framework defines."""
    parts = m.state.objects[owner.id]
    if isinstance(parts.cls, Ref) and parts.cls.name.startswith("torch.optim."):
        return _call_optimizer(m, node, parts, name)
    if not is_module(parts.cls):
        return m.lose([owner, *args.all()])
    if name == "parameters":
        return m.new_object(Parts(items=list(parameters(m, owner))))
    if name in _SAME_OBJECT:
        return owner
    if name == "register_buffer" and len(args.positional) > 1:
        key = args.positional[0]
        if isinstance(key, Number) and isinstance(key.value, str):
            parts.attributes[key.value] = args.positional[1]
        return NONE
    if name in ("zero_grad", "__init__"):
        return NONE
    return m.lose([owner, *args.all()])


def _call_optimizer(m: Machine, node: ast.Call, parts: Parts, name: str) -> Value:
    if name == "step" and isinstance(node.func, ast.Attribute) and isinstance(parts.cls, Ref):
        op = parts.cls.name.rpartition(".")[2]
        how = Writing(node, node.func.value, op, "function", through="optimizer")
        for tensor in m.tensors(parts.attributes["params"]):
            m.write(tensor, how)
    return NONE if name in ("step", "zero_grad") else UNKNOWN


def parameters(m: Machine, owner: Value, seen: frozenset[int] = frozenset()) -> Iterator[Tensor]:
    """Yield the weights of a module and of the modules in it."""
    if not isinstance(owner, Object) or owner.id in seen:
        return
    parts = m.state.objects[owner.id]
    for value in (*parts.attributes.values(), *(parts.items or ())):
        if isinstance(value, Tensor):
            storage = m.storage(value)
            if storage.is_leaf and storage.needs == Needs.YES:
                yield value
        else:
            yield from parameters(m, value, seen | {owner.id})
