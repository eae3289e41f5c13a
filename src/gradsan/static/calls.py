"""What a call does: torch functions, tensor methods, modules, and functions of the file.

Arguments come in as values; syntax stays outside, but for the node that gives the place.
What is not known gives `Unknown` back, and what was handed to it has escaped.
"""

from __future__ import annotations

import ast
from collections.abc import Container
from dataclasses import dataclass, field, replace

from gradsan.ops.table import Op, find, torch_modules
from gradsan.static.machine import Machine, Writing
from gradsan.static.values import (
    NONE,
    NUMBER,
    UNKNOWN,
    Class,
    Function,
    Method,
    Needs,
    Number,
    Object,
    Parts,
    Ref,
    Storage,
    Tensor,
    Unknown,
    Value,
)

_OP_HOMES = ("torch", "torch.nn.functional", "torch.Tensor", "torch.special", "torch.linalg")
_FACTORIES = frozenset(
    ["zeros", "ones", "empty", "full", "rand", "randn", "linspace", "eye", "tensor", "as_tensor"]
    + ["zeros_like", "ones_like", "empty_like", "full_like", "rand_like", "randn_like"]
)
_INTEGER_FACTORIES = frozenset({"randint", "arange", "randperm"})
_NOT_WRITES = frozenset({"requires_grad_", "retain_grad_", "detach_", "share_memory_", "rename_"})
_NUMBERS = frozenset({"item", "size", "dim", "numel", "tolist", "ndimension", "stride"})
_GRAD_SWITCHES = {"torch.no_grad": False, "torch.inference_mode": False, "torch.enable_grad": True}


@dataclass(slots=True)
class Arguments:
    """The arguments of a call, evaluated."""

    positional: list[Value] = field(default_factory=list)
    named: dict[str, Value] = field(default_factory=dict)
    nodes: list[ast.expr] = field(default_factory=list)  # of the positional ones
    has_star: bool = False

    def all(self) -> list[Value]:
        """Return every value that is handed over."""
        return [*self.positional, *self.named.values()]

    def flag(self, name: str, position: int | None = None) -> Value:
        """Return an argument by name or position; `NONE` if it is not given."""
        if name in self.named:
            return self.named[name]
        if position is not None and position < len(self.positional):
            return self.positional[position]
        return NONE


def call(m: Machine, node: ast.Call, function: Value, args: Arguments) -> Value:
    """Call a value."""
    match function:
        case Ref(name):
            return _call_outside(m, node, name, args)
        case Method(owner=Tensor() as tensor, name=name):
            return _call_method(m, node, tensor, name, args)
        case Method(owner=Object(), name="append" | "extend" | "insert"):
            return _append(m, function.owner, args)
        case Function():
            return m.enter(m, node, function, args)
        case Class():
            return make_instance(m, node, function, args)
        case Object():
            return call_object(m, node, function, args)
        case _:
            return _call_unknown(m, args)


def _call_unknown(m: Machine, args: Arguments) -> Value:
    for value in args.all():
        m.escape(value)
    return UNKNOWN


def grad_switch(value: Value) -> bool | None:
    """Return what a context manager or decorator sets grad mode to, if it does.

    >>> grad_switch(Ref("torch.no_grad")), grad_switch(Ref("torch.nn.Linear"))
    (False, None)
    """
    return _GRAD_SWITCHES.get(value.name) if isinstance(value, Ref) else None


# -- torch ---------------------------------------------------------------------------------


def _call_outside(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    home, _, last = name.rpartition(".")
    if name in _GRAD_SWITCHES:
        return Ref(name)
    if home == "torch" and last in _FACTORIES | _INTEGER_FACTORIES:
        return _make_factory(m, last, args)
    if name == "torch.nn.Parameter" or name == "torch.nn.parameter.Parameter":
        return m.new_tensor(Storage(Needs.YES, is_leaf=True, is_float=True))
    if name == "torch.autograd.backward" and args.positional:
        return _backward(m, node, args.positional[0])
    if name == "torch.autograd.grad" and args.positional:
        _backward(m, node, args.positional[0])
        return UNKNOWN
    if home in _OP_HOMES:
        return _call_op(m, node, last, args)
    if home in ("torch.nn", "torch.nn.modules"):
        return make_layer(m, last, args)
    if not home:
        return NUMBER  # the builtins that `lookup` knows: float, len, range and the like
    return _call_unknown(m, args)


def _make_factory(m: Machine, name: str, args: Arguments) -> Value:
    asked = args.flag("requires_grad")
    needs = Needs.NO
    if isinstance(asked, Number):
        needs = Needs.YES if asked.value is True else Needs.NO
    elif "requires_grad" in args.named:
        needs = Needs.MAYBE
    is_integer = name in _INTEGER_FACTORIES and "dtype" not in args.named and not needs
    return m.new_tensor(Storage(needs, is_leaf=True, is_float=False if is_integer else None))


def _call_op(m: Machine, node: ast.Call, name: str, args: Arguments) -> Value:
    positional, nodes = args.positional, args.nodes
    if name.endswith("_") and not name.endswith("__"):
        if positional and isinstance(positional[0], Tensor):
            rest = Arguments(positional[1:], args.named, nodes[1:])
            return write_op(m, node, positional[0], nodes[0], name, rest)
        return _call_unknown(m, args)
    if is_true(args.flag("inplace")) and positional and isinstance(positional[0], Tensor):
        rest = Arguments(positional[1:], _without(args.named, "inplace"), nodes[1:])
        return write_op(m, node, positional[0], nodes[0], f"{name}_", rest, shown=name)
    if "out" in args.named:
        return _call_unknown(m, args)
    op = find_op(name, args)
    if op is None:
        return _unknown_op(m, args)
    return m.apply(op, bind(op, args), node)


def find_op(name: str, args: Arguments, has_self: bool = False) -> Op | None:
    """Return the row for these arguments."""
    return find(name, len(args.positional) + has_self, args.named)


def bind(op: Op, args: Arguments, owner: Value | None = None) -> dict[str, Value]:
    """Give each parameter its argument."""
    values = args.positional if owner is None else [owner, *args.positional]
    bound = dict(zip(op.parameters, values, strict=False))
    bound.update({key: value for key, value in args.named.items() if key in op.parameters})
    if len(values) > len(op.parameters):
        bound["*"] = UNKNOWN if any(isinstance(v, Unknown) for v in values) else NUMBER
    return bound


def _unknown_op(m: Machine, args: Arguments) -> Value:
    """An op without a row: a new tensor that may need a gradient; nothing is known kept."""
    needs = max((m.needs(value) for value in args.all()), default=Needs.NO)
    if not any(True for value in args.all() for _ in m.tensors(value)):
        return _call_unknown(m, args)
    for value in args.all():
        m.escape(value)
    graph = m.join_graphs(args.all()) if m.state.grad_on else frozenset()
    return m.new_tensor(Storage(needs if m.state.grad_on else Needs.NO, graph, has_escaped=True))


# -- tensors -------------------------------------------------------------------------------


def _call_method(m: Machine, node: ast.Call, owner: Tensor, name: str, args: Arguments) -> Value:
    if name == "backward":
        return _backward(m, node, owner)
    if name in _NUMBERS:
        return NUMBER
    if name == "detach":
        return Tensor(owner.storage, owner.door, detached=True)
    if name == "requires_grad_":
        return _require_grad(m, owner, args)
    if name.endswith("_") and not name.endswith("__") and name not in _NOT_WRITES:
        target = node.func.value if isinstance(node.func, ast.Attribute) else node.func
        return write_op(m, node, owner, target, name, args)
    if name in ("float", "double", "half", "to", "type", "cuda", "cpu", "bfloat16"):
        return owner if name in ("to", "cuda", "cpu") else m.apply(_copy(), {"self": owner}, node)
    op = find_op(name, args, has_self=True)
    if op is None:
        return _unknown_op(m, Arguments([owner, *args.positional], args.named))
    return m.apply(op, bind(op, args, owner), node)


def _copy() -> Op:
    return Op("clone", ("self",))


def _require_grad(m: Machine, owner: Tensor, args: Arguments) -> Value:
    asked = args.flag("requires_grad", 0)
    storage = m.storage(owner)
    off = isinstance(asked, Number) and asked.known and asked.value is False
    needs = Needs.NO if off else Needs.YES
    m.state.storages[owner.storage] = replace(storage, needs=needs, is_leaf=True)
    return owner


def write_op(
    m: Machine,
    node: ast.Call,
    owner: Tensor,
    target: ast.expr,
    name: str,
    args: Arguments,
    shown: str = "",
) -> Value:
    """Run an op that writes into its first argument."""
    op = find_op(name[:-1], args, has_self=True)
    rebinds = _rebinding(m, node, target, name) if op else ""
    how = Writing(node, target, shown or name, "method" if not shown else "function", rebinds)
    write_with(m, owner, how, op, bind(op, args, owner) if op else {}, args.all())
    return owner


def write_with(
    m: Machine,
    owner: Tensor,
    how: Writing,
    op: Op | None,
    bound: dict[str, Value],
    inputs: list[Value],
) -> None:
    """Save what the op keeps of the others, write, then save what it keeps of its result."""
    flows = m.state.grad_on and not owner.detached and op is not None
    first = op.parameters[0] if op else "self"
    asked = max([m.needs(owner), *(m.needs(value) for value in inputs)])
    ids: frozenset[int] = frozenset()
    if flows and op and asked:
        ids |= _keep_only(m, op, bound.keys() - {first}, bound, how)
    m.write(owner, how, inputs)
    if flows and op and asked:
        ids |= _keep_only(m, op, {"result"}, {**bound, "result": owner}, how)
    if ids:
        storage = m.storage(owner)
        m.state.storages[owner.storage] = replace(storage, graph=storage.graph | ids)


def _keep_only(
    m: Machine, op: Op, things: Container[str], bound: dict[str, Value], how: Writing
) -> frozenset[int]:
    row = replace(op, saves=tuple(kept for kept in op.saves if kept.what in things))
    return frozenset(save.id for save in m.keep(row, bound, how.node, how.op))


def _rebinding(m: Machine, node: ast.Call, target: ast.expr, name: str) -> str:
    """Write the out-of-place statement for `y.add_(1)` standing alone."""
    statement = m.statement
    alone = isinstance(statement, ast.Expr) and statement.value is node
    if not alone or not isinstance(target, ast.Name) or not isinstance(node.func, ast.Attribute):
        return ""
    if node.func.value is not target:
        return ""
    text = m.source.text(m.source.place(node))
    head = f"{target.id}.{name}"
    if not text.startswith(head):
        return ""
    return f"{target.id} = {target.id}.{name[:-1]}{text[len(head) :]}"


def _backward(m: Machine, node: ast.Call, loss: Value) -> Value:
    m.use(loss, node, "backward()", Needs.YES)
    return NONE


def _append(m: Machine, owner: Value, args: Arguments) -> Value:
    if isinstance(owner, Object) and args.positional:
        parts = m.state.objects[owner.id]
        if parts.items is not None:
            parts.items.append(args.positional[-1])
    return NONE


# -- modules and classes -------------------------------------------------------------------


def make_layer(m: Machine, name: str, args: Arguments) -> Value:
    """Make a module of torch.nn."""
    layer = torch_modules().get(name)
    parts = Parts(cls=Ref(f"torch.nn.{name}"))
    if name in ("Sequential", "ModuleList"):
        items = args.positional
        if name == "ModuleList" and items and isinstance(items[0], Object):
            items = m.state.objects[items[0].id].items or []
        parts.items = list(items)
        return m.new_object(parts)
    if layer is None:
        return m.new_object(parts)
    for attribute in layer.attributes:
        parts.attributes[attribute] = m.new_tensor(Storage(Needs.YES, is_leaf=True, is_float=True))
    if layer.inplace_at is not None:
        parts.attributes["inplace"] = args.flag("inplace", layer.inplace_at)
    return m.new_object(parts)


def make_instance(m: Machine, node: ast.Call, cls: Class, args: Arguments) -> Value:
    """Make an instance of a class of the file, through its `__init__`."""
    instance = m.new_object(Parts(cls=cls))
    init = find_method(cls, "__init__")
    if init is not None:
        m.enter(m, node, Function(init, f"{cls.name}.__init__", cls.frames, instance), args)
    return instance


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


def call_object(m: Machine, node: ast.Call, function: Object, args: Arguments) -> Value:
    """Call a module: its forward, its op, or the modules of a Sequential in turn."""
    parts = m.state.objects[function.id]
    if isinstance(parts.cls, Class):
        for name in ("forward", "__call__"):
            if method := find_method(parts.cls, name):
                title = f"{parts.cls.name}.{name}"
                forward = Function(method, title, parts.cls.frames, function)
                return m.enter(m, node, forward, args)
        return _call_unknown(m, args)
    if not isinstance(parts.cls, Ref) or not args.positional:
        return _call_unknown(m, args)
    name = parts.cls.name.rpartition(".")[2]
    if name == "Sequential" and parts.items is not None:
        return _call_chain(m, node, list(parts.items), args)
    layer = torch_modules().get(name)
    if layer is None:
        return _unknown_module(m, args)
    value = args.positional[0]
    flag = parts.attributes.get("inplace", NONE)
    if is_true(flag) and isinstance(value, Tensor):
        target = args.nodes[0] if args.nodes else node.func
        op = find(layer.op)
        how = Writing(node, target, f"{name}(inplace=True)", "function")
        write_with(m, value, how, op, {op.parameters[0]: value} if op else {}, [])
        return value
    if layer.inplace_at is not None and not isinstance(flag, Number):
        return UNKNOWN  # it may write or not
    op = find(layer.op)
    if op is None:
        return _unknown_module(m, args)
    extra = [parts.attributes[attribute] for attribute in layer.attributes]
    bound = dict(zip(op.parameters, [value, *extra], strict=False))
    return m.apply(op, bound, node, shown=name)


def _call_chain(m: Machine, node: ast.Call, layers: list[Value], args: Arguments) -> Value:
    value: Value = args.positional[0]
    for layer in layers:
        value = call(m, node, layer, Arguments([value], nodes=args.nodes[:1]))
    return value


def _unknown_module(m: Machine, args: Arguments) -> Value:
    """A module without a row: it has weights, most likely, so its result needs a gradient."""
    result = _unknown_op(m, args)
    if isinstance(result, Tensor) and m.state.grad_on:
        storage = m.storage(result)
        needs = max(storage.needs, Needs.MAYBE)
        m.state.storages[result.storage] = Storage(needs, storage.graph, has_escaped=True)
    return result


def is_true(value: Value) -> bool:
    """Tell whether a flag is the constant True."""
    return isinstance(value, Number) and value.known and value.value is True


def _without(named: dict[str, Value], key: str) -> dict[str, Value]:
    return {name: value for name, value in named.items() if name != key}
