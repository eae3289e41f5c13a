"""Evaluate expressions to values, one small function per kind of node."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gradsan.ops.table import Op, find, torch_ops
from gradsan.static.calls import Arguments, call, find_method
from gradsan.static.machine import Machine
from gradsan.static.values import (
    NONE,
    NUMBER,
    UNKNOWN,
    Class,
    Function,
    Method,
    Number,
    Object,
    Parts,
    Ref,
    Storage,
    Tensor,
    Value,
)

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.Pow: "pow",
    ast.MatMult: "matmul",
    ast.Mod: "remainder",
    ast.FloorDiv: "floor_divide",
}
SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
    ast.MatMult: "@",
    ast.Mod: "%",
    ast.FloorDiv: "//",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
_VIEWS = frozenset({"T", "mT", "H", "mH", "real", "imag"})
_BUILTINS = frozenset({"float", "int", "len", "bool", "str", "abs", "min", "max", "range"})


def evaluate(m: Machine, node: ast.expr | None) -> Value:
    """Evaluate an expression on this path."""
    if node is None:
        return NONE
    handler = _HANDLERS.get(type(node))
    return handler(m, node) if handler else _anything(m, node)


def _anything(m: Machine, node: ast.expr) -> Value:
    """Evaluate the parts of what is not known, for what they do."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            m.escape(evaluate(m, child))
    return UNKNOWN


def lookup(m: Machine, name: str, frames: tuple[int, ...]) -> Value:
    """Return what a name stands for, from the innermost frame outwards."""
    for frame in frames:
        if name in m.state.frames.get(frame, {}):
            return m.state.frames[frame][name]
    return Ref(name) if name in _BUILTINS else UNKNOWN


def _name(m: Machine, node: ast.Name) -> Value:
    return lookup(m, node.id, m.scope)


def _constant(m: Machine, node: ast.Constant) -> Value:
    return Number(node.value, known=True)


def _attribute(m: Machine, node: ast.Attribute) -> Value:
    return get_attribute(m, evaluate(m, node.value), node.attr)


def get_attribute(m: Machine, owner: Value, name: str) -> Value:
    """Return an attribute of a value."""
    match owner:
        case Ref(base):
            return Ref(f"{base}.{name}")
        case Tensor():
            return _tensor_attribute(m, owner, name)
        case Object(key):
            parts = m.state.objects[key]
            if name in parts.attributes:
                return parts.attributes[name]
            if isinstance(parts.cls, Class) and (method := find_method(parts.cls, name)):
                return Function(method, f"{parts.cls.name}.{name}", parts.cls.frames, owner)
            return Method(owner, name) if parts.items is not None else UNKNOWN
        case Class() if method := find_method(owner, name):
            return Function(method, f"{owner.name}.{name}", owner.frames)
        case _:
            return UNKNOWN


def _tensor_attribute(m: Machine, owner: Tensor, name: str) -> Value:
    if name == "data":
        return Tensor(owner.storage, "data", detached=True)
    if name in _VIEWS:
        return owner
    if name == "grad":
        return m.new_tensor(Storage(has_escaped=True))
    if name in ("shape", "ndim", "dtype", "device", "requires_grad", "is_leaf", "grad_fn"):
        return NUMBER
    return Method(owner, name)


def _call(m: Machine, node: ast.Call) -> Value:
    function = evaluate(m, node.func)
    return call(m, node, function, arguments(m, node))


def arguments(m: Machine, node: ast.Call) -> Arguments:
    """Evaluate the arguments of a call."""
    args = Arguments()
    for item in node.args:
        if isinstance(item, ast.Starred):
            args.has_star = True
            m.escape(evaluate(m, item.value))
            continue
        args.positional.append(evaluate(m, item))
        args.nodes.append(item)
    for keyword in node.keywords:
        value = evaluate(m, keyword.value)
        if keyword.arg is None:
            args.has_star = True
        else:
            args.named[keyword.arg] = value
    return args


def _binary(m: Machine, node: ast.BinOp) -> Value:
    left, right = evaluate(m, node.left), evaluate(m, node.right)
    return binary(m, node, type(node.op), left, right)


def binary(
    m: Machine, node: ast.expr, operator: type[ast.operator], left: Value, right: Value
) -> Value:
    """Apply an operator; only tensors and numbers give anything."""
    if not isinstance(left, Tensor) and not isinstance(right, Tensor):
        numbers = isinstance(left, Number) and isinstance(right, Number)
        return NUMBER if numbers else UNKNOWN
    name = OPERATORS.get(operator, "")
    if not isinstance(left, Tensor) and operator is ast.Div:
        # `1 / x` is x.reciprocal() * 1: what is kept is a hidden value.
        return m.apply(replace(_row("div"), saves=()), {"self": left, "other": right}, node)
    op = find(name, 2)
    if op is None:
        return m.new_tensor(Storage(is_float=False))
    if isinstance(left, Number) and name == "pow":
        # `2 ** x` keeps its result.
        return m.apply(_row("exp"), {"self": right}, node, shown="pow")
    return m.apply(op, dict(zip(op.parameters, (left, right), strict=False)), node)


def _row(name: str) -> Op:
    return torch_ops()[name][-1]


def _unary(m: Machine, node: ast.UnaryOp) -> Value:
    value = evaluate(m, node.operand)
    if isinstance(value, Tensor):
        if isinstance(node.op, ast.USub):
            return m.apply(_row("neg"), {"self": value}, node)
        return value if isinstance(node.op, ast.UAdd) else m.new_tensor(Storage(is_float=False))
    if isinstance(value, Number) and isinstance(node.op, ast.Not) and value.known:
        return Number(not value.value, known=True)
    return NUMBER if isinstance(value, Number) else UNKNOWN


def _compare(m: Machine, node: ast.Compare) -> Value:
    values = [evaluate(m, item) for item in (node.left, *node.comparators)]
    if any(isinstance(value, Tensor) for value in values):
        return m.new_tensor(Storage(is_float=False))
    return NUMBER


def _subscript(m: Machine, node: ast.Subscript) -> Value:
    base, index = evaluate(m, node.value), evaluate(m, node.slice)
    if isinstance(base, Object):
        return _item(m, base, index)
    if not isinstance(base, Tensor):
        return UNKNOWN
    if is_basic(node.slice, m):
        return base if m.state.grad_on else Tensor(base.storage, base.door, detached=True)
    return m.apply(_row("clone"), {"self": base}, node, shown="index")


def _item(m: Machine, base: Object, index: Value) -> Value:
    items = m.state.objects[base.id].items
    if items is None or not isinstance(index, Number) or not isinstance(index.value, int):
        return UNKNOWN
    return items[index.value] if -len(items) <= index.value < len(items) else UNKNOWN


def is_basic(index: ast.expr, m: Machine) -> bool:
    """Tell whether indexing gives a view: ints, slices, None, Ellipsis."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    for part in parts:
        if isinstance(part, (ast.Slice, ast.Constant)):
            continue
        if isinstance(part, ast.UnaryOp) and isinstance(part.operand, ast.Constant):
            continue
        if not isinstance(evaluate(m, part), Number):
            return False
    return True


def _sequence(m: Machine, node: ast.List | ast.Tuple | ast.Set) -> Value:
    values = [evaluate(m, item) for item in node.elts if not isinstance(item, ast.Starred)]
    if len(values) < len(node.elts):
        for value in values:
            m.escape(value)
        return UNKNOWN
    return m.new_object(Parts(items=values))


def _dict(m: Machine, node: ast.Dict) -> Value:
    for item in (*node.keys, *node.values):
        if item is not None:
            m.escape(evaluate(m, item))
    return UNKNOWN


def _if(m: Machine, node: ast.IfExp) -> Value:
    evaluate(m, node.test)
    return evaluate(m, node.orelse if m.tape.choose(2) else node.body)


def _bool(m: Machine, node: ast.BoolOp) -> Value:
    values = [evaluate(m, item) for item in node.values]
    return NUMBER if all(isinstance(value, Number) for value in values) else UNKNOWN


def _lambda(m: Machine, node: ast.Lambda) -> Value:
    return Function(node, "<lambda>", m.scope)


def _walrus(m: Machine, node: ast.NamedExpr) -> Value:
    value = evaluate(m, node.value)
    m.state.frames[m.scope[0]][node.target.id] = value
    return value


def _slice(m: Machine, node: ast.Slice) -> Value:
    for part in (node.lower, node.upper, node.step):
        evaluate(m, part)
    return NUMBER


def _comprehension(m: Machine, node: Any) -> Value:
    for generator in node.generators:
        m.escape(evaluate(m, generator.iter))
    return UNKNOWN


def _text(m: Machine, node: ast.JoinedStr) -> Value:
    for item in node.values:
        if isinstance(item, ast.FormattedValue):
            evaluate(m, item.value)
    return NUMBER


_HANDLERS: dict[type[ast.expr], Callable[[Machine, Any], Value]] = {
    ast.Attribute: _attribute,
    ast.BinOp: _binary,
    ast.BoolOp: _bool,
    ast.Call: _call,
    ast.Compare: _compare,
    ast.Constant: _constant,
    ast.Dict: _dict,
    ast.DictComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.IfExp: _if,
    ast.JoinedStr: _text,
    ast.Lambda: _lambda,
    ast.List: _sequence,
    ast.ListComp: _comprehension,
    ast.Name: _name,
    ast.NamedExpr: _walrus,
    ast.Set: _sequence,
    ast.SetComp: _comprehension,
    ast.Slice: _slice,
    ast.Subscript: _subscript,
    ast.Tuple: _sequence,
    ast.UnaryOp: _unary,
}
