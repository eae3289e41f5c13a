"""Backward of a custom Function that never reads the gradient it is handed.

What it returns is then the derivative of the result alone; the chain rule wants it times the
incoming gradient. That is right by chance where the incoming gradient is one: so it is told as
sure only if the file computes with the result of `apply` (`results.py`).
"""

from __future__ import annotations

import ast

from gradsan.model.finding import Edit
from gradsan.static.classes import find_method
from gradsan.static.gradient_count import Locals, own_nodes
from gradsan.static.hooks import aliased
from gradsan.static.machine import Machine
from gradsan.static.names import loads
from gradsan.static.nodes import subtree, unparse
from gradsan.static.results import Fate, fate_of_results
from gradsan.static.source import Source
from gradsan.static.tensor_words import HOMES, is_blank, is_op
from gradsan.static.values import Class

_SIGHTS = frozenset({"locals", "vars", "eval", "exec"})  # they see every name
_FACTS = frozenset({"needs_input_grad", "shape", "dtype", "device", "ndim"})
_ELEMENTWISE = frozenset(
    "exp log sqrt rsqrt sin cos tan tanh sigmoid relu abs square sign erf softplus pow neg "  # noqa: SIM905
    "reciprocal clamp atan silu gelu log1p expm1 sinh cosh".split()
)
_COPIES = frozenset({"clone", "contiguous", "view_as", "to", "float"})
_WHOLE = frozenset({"sum", "mean", "norm", "prod", "logsumexp"})


def inspect_incoming(m: Machine, cls: Class, backward: ast.FunctionDef) -> None:
    """Note a backward that returns something of its own, whatever comes in."""
    forward = find_method(cls, "forward")
    if forward is None or not forward.args.args or not backward.args.args:
        return
    if _reads_incoming(backward) or _is_made_up(cls, forward):
        return
    told = _returned_value(backward)
    if told is None:
        return
    fate = fate_of_results(m.source, cls.name)
    if fate is not Fate.AS_IT_IS:
        edits = [_multiplied(m.source, forward, backward, told)]
        is_sure = fate is Fate.COMPUTED_WITH
        name = _incoming(backward)
        spot = m.spot(told)
        m.note("incoming-ignored", spot, name, detail=cls.name, raises=False, sure=is_sure,
               edits=edits)  # fmt: skip


def _incoming(backward: ast.FunctionDef) -> str:
    """Return the name of the first incoming gradient."""
    spec = backward.args
    return spec.args[1].arg if len(spec.args) > 1 else f"*{spec.vararg.arg if spec.vararg else ''}"


def _reads_incoming(backward: ast.FunctionDef) -> bool:
    spec = backward.args
    names = {item.arg for item in (*spec.posonlyargs, *spec.args)[1:]}
    names |= {item.arg for item in (spec.vararg, spec.kwarg) if item}
    read = {
        item.id
        for item in subtree(backward)
        if isinstance(item, ast.Name) and not isinstance(item.ctx, ast.Store)
    }
    return not names or bool(read & (names | _SIGHTS))


def _is_made_up(cls: Class, forward: ast.FunctionDef) -> bool:
    """Tell whether the result stands for nothing: an input handed on, or a number made up.

    Such a Function is there to bring in a gradient from elsewhere.
    """
    given = [item.arg for item in (*forward.args.posonlyargs, *forward.args.args)]
    inputs = set(given if find_method(cls, "setup_context") else given[1:])
    made: dict[str, list[ast.expr]] = {}
    for item in own_nodes(forward):
        if isinstance(item, ast.Assign):
            for target in item.targets:
                for name in subtree(target):
                    if isinstance(name, ast.Name):
                        made.setdefault(name.id, []).append(item.value)
    results = [
        part
        for item in own_nodes(forward)
        if isinstance(item, ast.Return) and item.value is not None
        for part in (item.value.elts if isinstance(item.value, ast.Tuple) else [item.value])
    ]
    return not any(_is_computed(part, inputs, made) for part in results)


def _is_computed(node: ast.expr, inputs: set[str], made: dict[str, list[ast.expr]]) -> bool:
    """Tell whether a value is made of inputs, and is none of them."""
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if node.func.attr not in _COPIES:
            break
        node = node.func.value
    if (name := aliased(node)) in made:
        others = {key: value for key, value in made.items() if key != name}
        return any(_is_computed(value, inputs, others) for value in made[name])
    if name or is_blank(node):
        return False
    read = loads(node)
    todo = list(read)
    for one in todo:  # it grows while it is read
        new = {other for value in made.get(one, ()) for other in loads(value)} - read
        read |= new
        todo += new
    return bool(read & inputs)


def _returned_value(backward: ast.FunctionDef) -> ast.Return | None:
    """Return the first return with a value that is made of what was kept."""
    names = Locals.of(backward)
    carriers = set(names.saved)
    count = -1
    while len(carriers) != count:
        count = len(carriers)
        for name, values in names.bound.items():
            if any(value is not None and _carries(value, names, carriers) for value in values):
                carriers.add(name)
    for item in own_nodes(backward):
        if isinstance(item, ast.Return) and item.value is not None:
            value = item.value
            parts = value.elts if isinstance(value, ast.Tuple) else [value]
            if any(_carries(part, names, carriers) for part in parts):
                return item
    return None


def _carries(node: ast.expr, names: Locals, carriers: set[str]) -> bool:
    """Tell whether a value is surely made of what ctx keeps, and not of its shape only."""

    def carries(one: ast.expr) -> bool:
        return _carries(one, names, carriers)

    match node:
        case ast.Name(id=name):
            return name in carriers
        case ast.Attribute(value=ast.Name(id=owner), attr=attr) if owner == names.ctx:
            return attr not in _FACTS
        case ast.Attribute(value=inner, attr="T" | "mT" | "data"):
            return carries(inner)
        case ast.UnaryOp(op=ast.USub(), operand=inner) | ast.Subscript(value=inner):
            return carries(inner)
        case ast.BinOp(left=left, right=right):
            is_zero = any(isinstance(one, ast.Constant) and one.value == 0 for one in (left, right))
            is_product = isinstance(node.op, ast.Mult)
            return not (is_zero and is_product) and (carries(left) or carries(right))
        case ast.IfExp(body=first, orelse=second):
            return carries(first) or carries(second)
        case ast.Call(func=ast.Attribute(value=owner, attr=attr), args=args):
            if is_blank(node) or not is_op(attr):
                return False
            return any(map(carries, args)) if unparse(owner) in HOMES else carries(owner)
    return False


def _multiplied(
    source: Source, forward: ast.FunctionDef, backward: ast.FunctionDef, told: ast.Return
) -> Edit | None:
    """Return the product with the incoming gradient, where its shape is that of the value or ()."""
    given = [item.arg for item in forward.args.args[1:]]
    returns = [item for item in own_nodes(backward) if isinstance(item, ast.Return)]
    results = [item.value for item in own_nodes(forward) if isinstance(item, ast.Return)]
    value = told.value
    incoming = [item.arg for item in backward.args.args[1:]]
    if len(given) != 1 or len(returns) != 1 or len(results) != 1 or len(incoming) != 1:
        return None
    if value is None or isinstance(value, ast.Tuple) or results[0] is None:
        return None
    bound = [
        (item.targets[0].id, item.value)
        for item in own_nodes(forward)
        if isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name)
    ]
    made = dict(bound)
    if len(made) != len(bound):
        return None
    if not (_is_scalar(results[0], made) or _is_elementwise(results[0], given[0], made)):
        return None
    place = source.place(value)
    text = source.text(place)
    is_whole = isinstance(value, (ast.Name, ast.Call, ast.Attribute, ast.Subscript))
    return Edit(place, f"{incoming[0]} * {text if is_whole else f'({text})'}", text)


def _is_scalar(node: ast.expr, made: dict[str, ast.expr]) -> bool:
    """Tell whether a value is one number: `x.sum()`, `torch.mean(x)`."""
    match node:
        case ast.Name(id=name) if name in made:
            return _is_scalar(made[name], {k: v for k, v in made.items() if k != name})
        case ast.Call(func=ast.Attribute(value=owner, attr=attr), args=args, keywords=[]):
            return attr in _WHOLE and len(args) == (unparse(owner) in HOMES)
    return False


def _is_elementwise(node: ast.expr, given: str, made: dict[str, ast.expr]) -> bool:
    """Tell whether a value has the shape of an input: made of it and of numbers, entry by entry."""

    def is_like(one: ast.expr) -> bool:
        return _is_elementwise(one, given, made)

    match node:
        case ast.Name(id=name) if name in made and name != given:
            return _is_elementwise(made[name], given, {k: v for k, v in made.items() if k != name})
        case ast.Name(id=name):
            return name == given and name not in made
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            return is_like(inner)
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow()):
            sides = (left, node.right)
            return any(map(is_like, sides)) and all(
                isinstance(side, ast.Constant) or is_like(side) for side in sides
            )
        case ast.Call(func=ast.Attribute(value=owner, attr=attr), args=args):
            inner = args[0] if unparse(owner) in HOMES and args else owner
            rest = args[1:] if inner is not owner else args
            numbers = (*rest, *(keyword.value for keyword in node.keywords))
            is_plain = all(isinstance(number, ast.Constant) for number in numbers)
            return attr in _ELEMENTWISE and is_plain and is_like(inner)
    return False
