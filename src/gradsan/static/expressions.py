"""Evaluate expressions to values, one small function per kind of node."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from gradsan.ops.table import Op, find, torch_ops
from gradsan.static.arguments import Arguments
from gradsan.static.calls import call
from gradsan.static.machine import Machine
from gradsan.static.modules import find_method
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
            return Method(owner, name)
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
    if _is_super(node.func):
        return NONE  # what a base in the framework sets up is not tracked
    function = evaluate(m, node.func)
    return call(m, node, function, arguments(m, node))


def _is_super(function: ast.expr) -> bool:
    match function:
        case ast.Attribute(value=ast.Call(func=ast.Name(id="super")), attr="__init__"):
            return True
    return False


def arguments(m: Machine, node: ast.Call) -> Arguments:
    """Evaluate the arguments of a call."""
    args = Arguments()
    for item in node.args:
        if isinstance(item, ast.Starred):
            spread = items_of(m, evaluate(m, item.value))
            args.has_star |= spread is None
            args.positional += spread or []
            args.nodes += [item.value] * len(spread or [])
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


def items_of(m: Machine, value: Value) -> list[Value] | None:
    """Return the elements of a list or tuple, if they are known."""
    if isinstance(value, Object) and (items := m.state.objects[value.id].items) is not None:
        return list(items)
    m.escape(value)
    return None


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
    values: list[Value] = []
    is_known = True
    for item in node.elts:
        if isinstance(item, ast.Starred):
            spread = items_of(m, evaluate(m, item.value))
            is_known &= spread is not None
            values += spread or []
        else:
            values.append(evaluate(m, item))
    return m.new_object(Parts(items=values)) if is_known else m.lose(values)


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


def each(over: Value) -> Value:
    """Return what one element of an iterable is."""
    return over if isinstance(over, (Number, Tensor)) else UNKNOWN  # of a tensor: views


def _comprehension(m: Machine, node: ast.ListComp | ast.SetComp | ast.GeneratorExp) -> Value:
    """Take two elements for as many as there may be."""
    frame = m.fresh_id()
    m.state.frames[frame] = {}
    scope, m.scope = m.scope, (frame, *m.scope)
    try:
        for generator in node.generators:
            value = each(evaluate(m, generator.iter))
            for name in ast.walk(generator.target):
                if isinstance(name, ast.Name):
                    whole = name is generator.target
                    m.state.frames[frame][name.id] = value if whole else each(value)
            for test in generator.ifs:
                evaluate(m, test)
        items = [evaluate(m, node.elt) for _ in range(2)]
    finally:
        m.scope = scope
        del m.state.frames[frame]
    return m.new_object(Parts(items=items))


def _dict_comprehension(m: Machine, node: ast.DictComp) -> Value:
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
    ast.DictComp: _dict_comprehension,
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
