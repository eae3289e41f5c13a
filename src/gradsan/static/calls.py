"""What a call does: torch functions, tensor methods, modules, and functions of the file.

Arguments come in as values; syntax stays outside, but for the node that gives the place.
What is not known gives `Unknown` back, and what was handed to it has escaped.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from gradsan.ops.table import Op
from gradsan.static.arguments import Arguments, bind, find_op, is_true, without
from gradsan.static.machine import Machine
from gradsan.static.modules import (
    call_method,
    call_object,
    make_instance,
    make_layer,
    make_optimizer,
)
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
    Ref,
    Storage,
    Tensor,
    Value,
)
from gradsan.static.writing import write_op

_OP_HOMES = ("torch", "torch.nn.functional", "torch.Tensor", "torch.special", "torch.linalg")
_FACTORIES = frozenset(
    "zeros ones empty full rand randn linspace eye tensor as_tensor "  # noqa: SIM905
    "zeros_like ones_like empty_like full_like rand_like randn_like".split()
)
_INTEGER_FACTORIES = frozenset({"randint", "arange", "randperm"})
_NOT_WRITES = frozenset({"requires_grad_", "retain_grad_", "detach_", "share_memory_", "rename_"})
_NUMBERS = frozenset({"item", "size", "dim", "numel", "tolist", "ndimension", "stride"})
_GRAD_SWITCHES = {"torch.no_grad": False, "torch.inference_mode": False, "torch.enable_grad": True}


def call(m: Machine, node: ast.Call, function: Value, args: Arguments) -> Value:
    """Call a value."""
    match function:
        case Ref(name):
            return _call_outside(m, node, name, args)
        case Method(owner=Tensor() as tensor, name=name):
            return _call_method(m, node, tensor, name, args)
        case Method(owner=Object(), name="append" | "extend" | "insert"):
            return _append(m, function.owner, args)
        case Method(owner=Object() as owner, name=name):
            return call_method(m, node, owner, name, args)
        case Function():
            return m.enter(m, node, function, args)
        case Class():
            return make_instance(m, node, function, args)
        case Object():
            return call_object(m, node, function, args)
        case _:
            return m.lose(args.all())


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
    if home == "torch.optim":
        return make_optimizer(m, last, args)
    if not home:
        return NUMBER  # the builtins that `lookup` knows: float, len, range and the like
    return m.lose(args.all())


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
        return m.lose(args.all())
    if is_true(args.flag("inplace")) and positional and isinstance(positional[0], Tensor):
        rest = Arguments(positional[1:], without(args.named, "inplace"), nodes[1:])
        return write_op(m, node, positional[0], nodes[0], f"{name}_", rest, shown=name)
    if "out" in args.named:
        return m.lose(args.all())
    op = find_op(name, args)
    if op is None:
        return m.apply_unknown(args.all())
    return m.apply(op, bind(op, args), node)


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
        return m.apply_unknown([owner, *args.all()])
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


def _backward(m: Machine, node: ast.Call, loss: Value) -> Value:
    m.use(loss, node, "backward()", Needs.YES)
    return NONE


def _append(m: Machine, owner: Value, args: Arguments) -> Value:
    if isinstance(owner, Object) and args.positional:
        parts = m.state.objects[owner.id]
        if parts.items is not None:
            parts.items.append(args.positional[-1])
    return NONE
