"""Evaluate expressions to values, one small function per kind of node."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from gradsan.static.aliases import read_item
from gradsan.static.arguments import Arguments
from gradsan.static.attributes import get_attribute
from gradsan.static.builtins import NAMES
from gradsan.static.calls import call
from gradsan.static.classes import find_method, special_method
from gradsan.static.comprehensions import (
    comprehend,
    comprehend_dict,
    hand_over,
    hand_over_all,
)
from gradsan.static.indexing import INNER_VIEW, cut_list, has_unknown, is_basic, is_inner, take_item
from gradsan.static.library import is_partial
from gradsan.static.literals import (
    items_of,
    make_mapping,
    make_sequence,
    make_text,
)
from gradsan.static.machine import Machine
from gradsan.static.mappings import make_missing, merge
from gradsan.static.nodes import subtree
from gradsan.static.nonfinite import inspect_selected
from gradsan.static.operands import FACTS
from gradsan.static.operators import binary, compare_numbers, row
from gradsan.static.saving import apply, apply_unknown, mark_used
from gradsan.static.tensors import store_attribute
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
    Tensor,
    Value,
)
from gradsan.static.writing import read_overwritten


def evaluate(m: Machine, node: ast.expr | None) -> Value:
    """Evaluate an expression on this path."""
    return _HANDLERS[type(node)](m, node)


def _anything(m: Machine, node: ast.expr) -> Value:
    """Evaluate the parts of what is not known, for what they do."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.expr):
            m.escape(evaluate(m, child))
    return UNKNOWN


def lookup(m: Machine, name: str, frames: tuple[int, ...]) -> Value:
    """Return what a name stands for, from the innermost frame outwards."""
    known = m.state.frames
    for frame in frames:
        values = known.get(frame)
        if values is not None and name in values:
            return values[name]
    return Ref(name) if name in NAMES else UNKNOWN


def _name(m: Machine, node: ast.Name) -> Value:
    frames, name = m.state.frames, node.id
    for frame in m.scope:
        values = frames.get(frame)
        if values is not None and name in values:
            value = values[name]
            if isinstance(value, Tensor) and m.state.storages[value.storage].overwritten:
                read_overwritten(m, name, value)
            return value
    return Ref(name) if name in NAMES else UNKNOWN


def _constant(m: Machine, node: ast.Constant) -> Value:
    return _number(node.value)


@lru_cache(maxsize=4096, typed=True)  # 1 is neither True nor 1.0
def _number(value: object) -> Number:
    return Number(value, known=True)


def _attribute(m: Machine, node: ast.Attribute) -> Value:
    base, name = node.value, node.attr
    if name in FACTS and isinstance(base, ast.Name):  # its entries are not read
        return get_attribute(m, lookup(m, base.id, m.scope), name, node)
    return get_attribute(m, _HANDLERS[type(base)](m, base), name, node)


def _call(m: Machine, node: ast.Call) -> Value:
    called = node.func
    if isinstance(called, ast.Name) and called.id in ("getattr", "setattr"):
        found = _by_name(m, node, called.id)
        if found is not None:
            return found
    function = _super_method(m, called) if _is_super(called) else evaluate(m, called)
    if isinstance(function, Number) and function == NONE:
        return NONE  # what a base in the framework sets up is not tracked
    return call(m, node, function, arguments(m, node))


def _by_name(m: Machine, node: ast.Call, called: str) -> Value | None:
    """Get or set an attribute whose name is known; None if it is not."""
    match node.args:
        case [owner, key, *_] if called == "getattr" and (name := known_text(m, key)):
            return get_attribute(m, evaluate(m, owner), name, node)
        case [owner, ast.Constant(str() as name), given] if called == "setattr":
            target, value = evaluate(m, owner), evaluate(m, given)
            if isinstance(target, Object):
                m.own(target).attributes[name] = value
            elif isinstance(target, Tensor) and m.statement is not None:
                store_attribute(m, target, name, value, m.statement)
            return NONE
    return None


def known_text(m: Machine, node: ast.expr) -> str:
    """Return the text that an expression stands for, if it is known; nothing is called for it."""
    if any(isinstance(item, ast.Call) for item in subtree(node)):
        return ""
    value = evaluate(m, node)
    is_text = isinstance(value, Number) and value.known and isinstance(value.value, str)
    return str(value.value) if is_text and isinstance(value, Number) else ""


def _is_super(function: ast.expr) -> bool:
    if not isinstance(function, ast.Attribute) or not isinstance(function.value, ast.Call):
        return False
    called = function.value.func
    return isinstance(called, ast.Name) and called.id == "super"


def _super_method(m: Machine, function: ast.expr) -> Value:
    """Return the method of a base class in the file, bound to `self`; else nothing."""
    title = m.functions[-1] if m.functions else ""
    cls = lookup(m, title.rpartition(".")[0], m.scope)
    frame = m.state.frames.get(m.scope[0], {})
    owner = next(iter(frame.values()), UNKNOWN)  # the first parameter
    if isinstance(cls, Class) and isinstance(function, ast.Attribute):
        for base in cls.bases:
            if isinstance(base, Class) and (method := find_method(base, function.attr)):
                return Function(method, f"{base.name}.{function.attr}", base.frames, owner)
    if isinstance(owner, Object) and isinstance(function, ast.Attribute):
        return Method(owner, f"super.{function.attr}")
    return NONE if getattr(function, "attr", "") == "__init__" else UNKNOWN


def arguments(m: Machine, node: ast.Call) -> Arguments:
    """Evaluate the arguments of a call."""
    args = Arguments([], {}, [])
    positional, nodes = args.positional, args.nodes
    for item in node.args:
        if isinstance(item, ast.Starred):
            spread = items_of(m, evaluate(m, item.value))
            args.has_star |= spread is None
            positional += spread or []
            nodes += [item.value] * len(spread or [])
            continue
        positional.append(_HANDLERS[type(item)](m, item))
        nodes.append(item)
    for keyword in node.keywords:
        value = evaluate(m, keyword.value)
        if keyword.arg is None:
            args.has_star |= not _spread_named(m, value, args)
        else:
            args.named[keyword.arg] = value
    return args


def _spread_named(m: Machine, value: Value, args: Arguments) -> bool:
    """Add what `**kw` holds, if it is known."""
    parts = m.state.objects[value.id] if isinstance(value, Object) else None
    if parts is None or parts.keys is None or parts.is_open:
        return False
    for key, item in zip(parts.keys, parts.items or (), strict=False):
        if not isinstance(key, Number) or not isinstance(key.value, str):
            return False
        args.named[key.value] = item
    return True


def _binary(m: Machine, node: ast.BinOp) -> Value:
    left, right = evaluate(m, node.left), evaluate(m, node.right)
    if isinstance(node.op, ast.BitOr) and isinstance(left, Object) and isinstance(right, Object):
        made = Parts(items=[], keys=[])
        both = merge(m, made, left, node) and merge(m, made, right, node)
        return m.new_object(made) if both else UNKNOWN
    return binary(m, node, type(node.op), left, right)


def _unary(m: Machine, node: ast.UnaryOp) -> Value:
    value = evaluate(m, node.operand)
    if isinstance(value, Tensor):
        if isinstance(node.op, ast.UAdd):
            return value
        name = "neg" if isinstance(node.op, ast.USub) else "logical_not"
        return apply(m, row(name), {"self": value}, node)
    if isinstance(value, Number) and isinstance(node.op, ast.USub) and value.known:
        number = value.value
        return Number(-number, known=True) if isinstance(number, (int, float)) else NUMBER
    if isinstance(value, Number) and isinstance(node.op, ast.Not) and value.known:
        return Number(not value.value, known=True)
    return Number(cuts=value.cuts) if isinstance(value, Number) else UNKNOWN


def _compare(m: Machine, node: ast.Compare) -> Value:
    values = [evaluate(m, item) for item in (node.left, *node.comparators)]
    asks_identity = all(isinstance(item, (ast.Is, ast.IsNot)) for item in node.ops)
    if not asks_identity and any(isinstance(value, Tensor) for value in values):
        bound = {str(at): value for at, value in enumerate(values)}
        return apply(m, row("eq"), bound, node, shown="a comparison")
    if isinstance(values[0], Tensor) and m.state.roots:
        leaf = m.storage(values[0]).grad_of
        if leaf is not None and leaf not in m.state.reached:
            return NUMBER  # no backward that was seen gave it a gradient; who knows what else did
    return compare_numbers(node, values)


def _subscript(m: Machine, node: ast.Subscript) -> Value:
    base, index = evaluate(m, node.value), evaluate(m, node.slice)
    if isinstance(base, Object):
        if method := special_method(m, base, "__getitem__"):
            value: Value = m.enter(m, node, method, Arguments([index]))
            return value
        if isinstance(node.slice, ast.Slice):
            return cut_list(m, base, node.slice)
        missing = make_missing(m, base, index, node)
        item = take_item(m, base, index) if missing is None else missing
        if isinstance(item, Tensor) and m.storage(item).overwritten:
            read_item(m, node, base, item)
        return item
    if not isinstance(base, Tensor) or _is_text(index):
        return UNKNOWN
    if is_basic(node.slice, m):
        return apply(m, INNER_VIEW if is_inner(node.slice) else row("view"), {"self": base}, node)
    inspect_selected(m, node, base)
    if has_unknown(m, index):
        mark_used(m, base)
        return UNKNOWN if not m.needs(base) else apply_unknown(m, [base, index])
    needs = m.needs(base)
    picked = apply(m, row("clone"), {"self": base, "index": index}, node, shown="indexing")
    if isinstance(picked, Tensor) and not needs:
        m.change(picked, needs=needs)  # an index is an integer, whatever else is not known of it
    return picked


def _is_text(value: Value) -> bool:
    """Tell whether something is asked for by a name: no tensor is."""
    return isinstance(value, Number) and isinstance(value.value, str)


def _if(m: Machine, node: ast.IfExp) -> Value:
    test = evaluate(m, node.test)
    if isinstance(test, Number) and test.known:
        return evaluate(m, node.body if test.value else node.orelse)
    is_parting = not m.pace.gear and not m.is_aside(node)
    return evaluate(m, node.orelse if is_parting and m.tape.choose(2) else node.body)


def _bool(m: Machine, node: ast.BoolOp) -> Value:
    values = [evaluate(m, item) for item in node.values]
    stops = isinstance(node.op, ast.Or)  # the value that decides
    for value in values:
        if isinstance(value, Number) and value.known and bool(value.value) is stops:
            return value
    if all(isinstance(value, Number) and value.known for value in values):
        return values[-1]
    if stops and (isinstance(values[-1], (Ref, Class, Function)) or is_partial(m, values[-1])):
        return values[-1]  # `norm_layer or nn.LayerNorm`: what stands in for nothing
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


_HANDLERS: dict[type[ast.expr | None], Callable[[Machine, Any], Value]] = {
    **dict.fromkeys(ast.expr.__subclasses__(), _anything),
    type(None): lambda m, node: NONE,
    ast.Attribute: _attribute,
    ast.BinOp: _binary,
    ast.BoolOp: _bool,
    ast.Call: _call,
    ast.Compare: _compare,
    ast.Constant: _constant,
    ast.Dict: make_mapping,
    ast.DictComp: comprehend_dict,
    ast.GeneratorExp: comprehend,
    ast.IfExp: _if,
    ast.JoinedStr: make_text,
    ast.Lambda: _lambda,
    ast.List: make_sequence,
    ast.ListComp: comprehend,
    ast.Name: _name,
    ast.NamedExpr: _walrus,
    ast.Set: make_sequence,
    ast.SetComp: comprehend,
    ast.Slice: _slice,
    ast.Subscript: _subscript,
    ast.Tuple: make_sequence,
    ast.UnaryOp: _unary,
    ast.Yield: hand_over,
    ast.YieldFrom: hand_over_all,
}
