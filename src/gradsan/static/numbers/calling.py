"""Calls: functions and classes of the script, layers, methods and functions of libraries."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from gradsan.ops.table import find
from gradsan.static.numbers.arrays import MAX_ENTRIES, Array, Point, Unclear, Vague, made
from gradsan.static.numbers.indexing import integers, take
from gradsan.static.numbers.ops import run_op
from gradsan.static.numbers.script import MAX_DEPTH, Script, require_grad
from gradsan.static.numbers.things import UNKNOWN, Bound, Class, Dotted, Frame, Function, Instance

_LIBRARY = ("torch.nn.functional.", "torch.special.", "torch.linalg.", "torch.")
_HARMLESS = frozenset({"print", "str", "isinstance", "round"})
_ACTIVATIONS = {
    "ReLU": "relu", "Sigmoid": "sigmoid", "Tanh": "tanh", "Softplus": "softplus", "GELU": "gelu",
    "SiLU": "silu", "Identity": "contiguous",
}  # fmt: skip
_LOSSES = {"MSELoss": "mse_loss", "L1Loss": "l1_loss"}
_DOES_NOTHING = frozenset({"manual_seed", "set_printoptions", "set_num_threads", "register_buffer"})


@dataclass(slots=True, eq=False)
class Layer:
    """A layer of the library."""

    kind: str
    args: list[object]
    weight: Array | None = None
    bias: Array | None = None


def call(script: Script, node: ast.Call, frame: Frame) -> object:
    """Call whatever it is."""
    target = script.value(node.func, frame)
    args: list[object] = []
    for item in node.args:
        if isinstance(item, ast.Starred):
            args += script.items(script.value(item.value, frame))
        else:
            args.append(script.value(item, frame))
    named = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise Unclear
        named[keyword.arg] = script.value(keyword.value, frame)
    match target:
        case Function():
            return enter(script, target, args, named)
        case Class():
            return _construct(script, target, args, named)
        case Instance():
            method = script.attribute(target, "forward" if target.cls.is_module else "__call__")
            if not isinstance(method, Function):
                raise Unclear
            return enter(script, method, args, named)
        case Bound(Array() as owner, name):
            return _method(script, node, owner, name, args, named)
        case Bound(Vague() as owner, name):
            if name == "backward":
                script.found |= owner.points
                return None
            return vague(script, name, [owner, *args])
        case Bound(owner, name):
            return _plain_method(script, owner, name, args)
        case Layer():
            return _run_layer(script, node, target, args)
        case Dotted(name):
            return _library(script, node, name, args, named)
    script.lend([*args, *named.values()])
    script.forget_lent()
    return UNKNOWN


def enter(
    script: Script, function: Function, args: list[object], named: Mapping[str, object]
) -> object:
    """Run a function of the script."""
    node = function.node
    if script.depth >= MAX_DEPTH or any(
        isinstance(i, (ast.Yield, ast.YieldFrom)) for i in ast.walk(node)
    ):
        raise Unclear
    given = [function.owner, *args] if function.owner is not None else list(args)
    frame = Frame(_bound(script, function, given, named), function.frame)
    before, script.depth = script.bench.function, script.depth + 1
    script.bench.function = function.name
    try:
        return script.returned(node, frame)
    finally:
        script.bench.function, script.depth = before, script.depth - 1


def _bound(
    script: Script, function: Function, given: list[object], named: Mapping[str, object]
) -> dict[str, object]:
    spec = function.node.args
    names = [item.arg for item in (*spec.posonlyargs, *spec.args)]
    if spec.kwarg or (spec.vararg is None and len(given) > len(names)):
        raise Unclear
    bound: dict[str, object] = dict(zip(names, given, strict=False))
    if spec.vararg:
        bound[spec.vararg.arg] = tuple(given[len(names) :])
    bound |= named
    for name, default in zip(reversed(names), reversed(spec.defaults), strict=False):
        if name not in bound:
            bound[name] = script.value(default, function.frame)
    for item, default_or_none in zip(spec.kwonlyargs, spec.kw_defaults, strict=True):
        if item.arg not in bound and default_or_none is not None:
            bound[item.arg] = script.value(default_or_none, function.frame)
    wanted = {*names, *(item.arg for item in spec.kwonlyargs)}
    if wanted - set(bound) or set(named) - wanted:
        raise Unclear
    return bound


def _construct(
    script: Script, cls: Class, args: list[object], named: Mapping[str, object]
) -> Instance:
    made_one = Instance(cls)
    if "__init__" in cls.methods:
        init = Function(cls.methods["__init__"], f"{cls.name}.__init__", cls.frame, made_one)
        enter(script, init, args, named)
    elif args or named:
        raise Unclear
    return made_one


def _method(
    script: Script,
    node: ast.Call,
    owner: Array,
    name: str,
    args: list[object],
    named: dict[str, object],
) -> object:
    match name:
        case "backward":
            script.found |= owner.points
            return None
        case "requires_grad_":
            require_grad(owner, not args or args[0] is True)
            return owner
        case "item" | "tolist":
            return _number(owner) if name == "item" else UNKNOWN
        case "size":
            return owner.shape[args[0]] if args and isinstance(args[0], int) else owner.shape
        case "dim":
            return len(owner.shape)
        case "numel":
            return len(owner.at)
        case "numpy" | "register_hook" | "retain_grad":
            return UNKNOWN
    if name.endswith("_") and not name.endswith("__"):
        script.bench.node = node
        try:
            got = run_op(script.bench, name[:-1], [owner, *args], named)
        except Unclear:
            script.forget(owner)
            return owner
        if not isinstance(got, Array):
            raise Unclear
        script.write(owner, got)
        return owner
    return _run(script, node, name, [owner, *args], named)


def _run(
    script: Script, node: ast.Call, name: str, args: list[object], named: dict[str, object]
) -> object:
    """Run an op of the library; of one that is not worked out only the points are known."""
    script.bench.node = node
    values = (*args, *named.values())
    if not any(value is UNKNOWN or isinstance(value, Vague) for value in values):
        try:
            return run_op(script.bench, name, args, named)
        except Unclear:
            pass
    return vague(script, name, values)


def vague(script: Script, name: str, values: Iterable[object]) -> object:
    """Return what comes out of an op of which not more is known than that it has a gradient."""
    op = find(name, ["tensor"], is_open=True)
    if op is None or not op.is_differentiable or op.gives_integers or not script.bench.grad_on:
        return UNKNOWN
    return Vague(points_of(values))


def points_of(values: Iterable[object]) -> frozenset[Point]:
    """Return the singular points behind the tensors among values."""
    found: frozenset[Point] = frozenset()
    for value in values:
        if isinstance(value, (Array, Vague)):
            found |= value.points
        elif isinstance(value, (list, tuple)):
            found |= points_of(value)
    return found


def _number(array: Array) -> object:
    cell = array.one()
    return cell.value if cell.exact else UNKNOWN


def _plain_method(script: Script, owner: object, name: str, args: list[object]) -> object:
    match owner, name, args:
        case list(), "append", [item]:
            owner.append(item)
            return None
        case dict(), "items", []:
            return list(owner.items())
        case dict(), "values", []:
            return list(owner.values())
        case dict(), "keys", []:
            return list(owner)
        case Instance(), "register_buffer", [str() as key, value, *_]:
            owner.parts[key] = value
            return None
        case Instance(), "parameters" | "train" | "eval" | "to" | "zero_grad", _:
            return owner
    script.lend([owner, *args])
    script.forget_lent()
    return UNKNOWN


def _library(
    script: Script, node: ast.Call, name: str, args: list[object], named: dict[str, object]
) -> object:
    head, _, last = name.rpartition(".")
    if head == "builtins":
        return _builtin(script, last, args)
    if head == "math" and len(args) == 1 and isinstance(args[0], (int, float)):
        return getattr(math, last)(args[0]) if hasattr(math, last) else UNKNOWN
    if name.startswith("torch.nn.") and last[:1].isupper():
        return _make_layer(script, last, args, named)
    if last in _DOES_NOTHING:
        return None
    if name == "torch.autograd.grad" and args and isinstance(args[0], (Array, Vague)):
        script.found |= args[0].points
        return UNKNOWN
    if head == "torch.optim":
        script.lend([*args, *named.values()])
        return UNKNOWN
    for prefix in _LIBRARY:
        if name.startswith(prefix):
            plain = {
                key: value.name if isinstance(value, Dotted) else value
                for key, value in named.items()
            }
            return _run(script, node, name.removeprefix(prefix), args, plain)
    script.lend([*args, *named.values()])
    script.forget_lent()
    return UNKNOWN


def _builtin(script: Script, name: str, args: list[object]) -> object:
    match name, args:
        case "range", [*_]:
            return range(*[number for number in args if isinstance(number, int)])
        case "len", [Array() as array]:
            return array.shape[0]
        case "len", [list() | tuple() | dict() as items]:
            return len(items)
        case "zip", _:
            return list(zip(*(script.items(item) for item in args), strict=False))
        case "enumerate", [items]:
            return list(enumerate(script.items(items)))
        case "list" | "tuple" | "reversed", [items]:
            found = list(script.items(items))
            return found[::-1] if name == "reversed" else found
        case "float" | "int", [Array() as array]:
            return _number(array)
        case "float" | "int", [int() | float() | str() as number]:
            return float(number) if name == "float" else int(number)
        case "abs", [int() | float() as number]:
            return abs(number)
        case "abs", [Array() as array]:
            return run_op(script.bench, "abs", [array], {})
        case "sum", [items]:
            total: object = 0
            for item in script.items(items):
                total = script.operate(script.bench.node, ast.Add, total, item)
            return total
        case "super", []:
            return Dotted("builtins.super()")
        case "max" | "min", [int() | float() as a, int() | float() as b]:
            return max(a, b) if name == "max" else min(a, b)
    return None if name in _HARMLESS else UNKNOWN


# -- layers --------------------------------------------------------------------------------


def _make_layer(
    script: Script, kind: str, args: list[object], named: Mapping[str, object]
) -> object:
    if kind == "Parameter" and args and isinstance(args[0], Array):
        copied = made(args[0].shape, [cell.with_life(True) for cell in args[0].cells])
        if named.get("requires_grad", True) is not True:
            require_grad(copied, False)
        return copied
    if kind in ("Embedding", "EmbeddingBag") and len(args) == 2 and not named:
        count, width = args
        if not isinstance(count, int) or not isinstance(width, int):
            raise Unclear
        return Layer(kind, args, _drawn(script, count, width))
    if kind == "Linear" and len(args) == 2 and not set(named) - {"bias"}:
        wide, high = args
        if not isinstance(wide, int) or not isinstance(high, int):
            raise Unclear
        bias = named.get("bias", True)
        return Layer(kind, args, _drawn(script, high, wide), _drawn(script, high) if bias else None)
    if (kind in _ACTIVATIONS or kind in _LOSSES) and not args and not set(named) - {"inplace"}:
        return Layer(kind, args)
    if kind == "Sequential" and not named and all(isinstance(item, Layer) for item in args):
        return Layer(kind, args)
    script.lend([*args, *named.values()])
    return UNKNOWN


def _drawn(script: Script, *shape: int) -> Array:
    """Return weights as a layer draws them."""
    count = math.prod(shape)
    if count > MAX_ENTRIES:
        raise Unclear
    return made(shape, [script.bench.algebra.symbol(live=True) for _ in range(count)])


def _run_layer(script: Script, node: ast.Call, layer: Layer, args: list[object]) -> object:
    if args and isinstance(args[0], Vague):
        return Vague(points_of(args))
    if not args or not isinstance(args[0], Array):
        return UNKNOWN
    array = args[0]
    script.bench.node = node
    if layer.kind == "Sequential":
        result: object = array
        for item in layer.args:
            if isinstance(item, Layer):
                result = _run_layer(script, node, item, [result])
        return result
    if layer.kind in _ACTIVATIONS or layer.kind in _LOSSES:
        name = _ACTIVATIONS.get(layer.kind) or _LOSSES[layer.kind]
        return run_op(script.bench, name, args, {})
    if layer.weight is None:
        raise Unclear
    if layer.kind == "Linear":
        weights = [item for item in (layer.weight, layer.bias) if item is not None]
        return run_op(script.bench, "linear", [array, *weights], {})
    chosen = integers(array)
    rows = take(layer.weight, 0, chosen)
    shape = (*array.shape, layer.weight.shape[1])
    whole = script.bench.result(shape, rows.cells, [layer.weight])
    if layer.kind == "Embedding":
        return whole
    return run_op(script.bench, "mean", [whole, -2], {})
