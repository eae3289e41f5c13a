"""Edits that make one op of a file in place, found in its syntax tree.

Source comes in, edits go out; nothing is run. An edit changes one statement, moves no line, and
only ever turns an out-of-place op into its in-place twin, or an assignment to a name into an
assignment by index.
"""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate

# How many positional arguments each takes before `inplace`.
FUNCTIONALS = {
    "alpha_dropout": 3, "celu": 2, "dropout": 3, "dropout2d": 3, "elu": 2, "hardsigmoid": 1,
    "hardswish": 1, "hardtanh": 3, "leaky_relu": 2, "mish": 1, "relu": 1, "relu6": 1, "selu": 1,
    "silu": 1, "threshold": 3,
}  # fmt: skip
MODULES = {
    "AlphaDropout": 1, "CELU": 1, "Dropout": 1, "Dropout1d": 1, "Dropout2d": 1, "Dropout3d": 1,
    "ELU": 1, "Hardsigmoid": 0, "Hardswish": 0, "Hardtanh": 2, "LeakyReLU": 1, "Mish": 0,
    "ReLU": 0, "ReLU6": 0, "SELU": 0, "SiLU": 0, "Threshold": 2,
}  # fmt: skip
FUNCTIONS = frozenset({
    "abs", "clamp", "clip", "cos", "erf", "exp", "expm1", "log", "log10", "log1p", "log2", "neg",
    "reciprocal", "relu", "rsqrt", "sigmoid", "sin", "sqrt", "square", "tan", "tanh",
})  # fmt: skip
METHODS = FUNCTIONS | {
    "add", "addcmul", "clamp_max", "clamp_min", "cumsum", "div", "index_add", "index_copy",
    "index_fill", "lerp", "masked_fill", "masked_scatter", "mul", "pow", "scatter", "scatter_add",
    "sub", "tril", "triu",
}  # fmt: skip
OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**",
}  # fmt: skip
COMMUTATIVE = (ast.Add, ast.Mult)
NAMESPACE = r"(F|functional|math|nn|np|numpy|torch)(\.\w+)*"

Splice = tuple[int, int, bytes]  # these bytes of the file become those


@dataclass(frozen=True, slots=True)
class Mutation:
    """One statement, before and after. Lines count from 1, columns are bytes from 0."""

    kind: str  # augment | functional | method | function | module | index
    line: int
    column: int
    end_line: int
    old: str
    new: str
    operand: str | None  # the name that must hold a tensor for the edit to mean anything
    twin: str  # the same for the same statement in a function with the same body


def mutations(source: str) -> list[Mutation]:
    """List the edits of a file, in the order of its lines."""
    text = _Text(source.encode())
    found: dict[tuple[int, int, str], Mutation] = {}
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        body = hashlib.sha256(ast.dump(ast.Module(function.body, [])).encode()).hexdigest()[:16]
        for number, statement in enumerate(_simple_statements(function)):
            for kind, operand, splices in _edits(statement, text):
                old, new = text.splice(statement, splices)
                found[statement.lineno, statement.col_offset, new] = Mutation(
                    kind, statement.lineno, statement.col_offset, statement.end_lineno or 0,
                    old, new, operand, f"{body}:{number}:{kind}",
                )  # fmt: skip
    return [found[place] for place in sorted(found)]


def apply(source: str, *, line: int, column: int, old: str, new: str) -> str:
    """Put the new statement in the place of the old one; refuse if that is not there."""
    text = _Text(source.encode())
    start = text.starts[line - 1] + column
    stop = start + len(old.encode())
    if text.content[start:stop] != old.encode():
        raise ValueError(f"line {line} is not as it was: expected {old.splitlines()[0]!r}")
    return (text.content[:start] + new.encode() + text.content[stop:]).decode()


class _Text:
    """The bytes of a file, addressed by nodes of its tree."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        lengths = (len(line) for line in content.split(b"\n"))
        self.starts = [0, *accumulate(length + 1 for length in lengths)]

    def start(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def stop(self, node: ast.expr | ast.stmt) -> int:
        return self.starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)

    def splice(self, statement: ast.stmt, splices: list[Splice]) -> tuple[str, str]:
        base, end = self.start(statement), self.stop(statement)
        new = self.content[base:end]
        for start, stop, replacement in sorted(splices, reverse=True):
            new = new[: start - base] + replacement + new[stop - base :]
        return self.content[base:end].decode(), new.decode()


def _simple_statements(function: ast.FunctionDef) -> Iterator[ast.stmt]:
    simple = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Return, ast.Expr)
    return (node for node in ast.walk(function) if isinstance(node, simple))


def _edits(statement: ast.stmt, text: _Text) -> Iterator[tuple[str, str | None, list[Splice]]]:
    match statement:
        case ast.Assign(targets=[ast.Name(id=name) as target], value=value):
            if not isinstance(value, ast.Name | ast.Constant | ast.Tuple | ast.List | ast.Dict):
                yield "index", name, [(text.stop(target), text.stop(target), b"[:]")]
            if isinstance(value, ast.BinOp) and (splices := _augment(target, value, text)):
                yield "augment", name, splices
    for node in ast.walk(statement):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield from _call_edits(node, node.func, text)


def _augment(target: ast.Name, value: ast.BinOp, text: _Text) -> list[Splice] | None:
    """Turn `x = x + y` and `x = y + x` into `x += y`."""
    symbol = OPERATORS.get(type(value.op))
    if symbol is None:
        return None
    equals = text.content.index(b"=", text.stop(target))
    sign = (equals, equals, symbol.encode())
    if isinstance(value.left, ast.Name) and value.left.id == target.id:
        operator = text.content.index(symbol.encode(), text.stop(value.left)) + len(symbol)
        while text.content[operator : operator + 1] == b" ":
            operator += 1
        return [sign, (text.start(value.left), operator, b"")]
    if isinstance(value.right, ast.Name) and value.right.id == target.id:
        if not isinstance(value.op, COMMUTATIVE):
            return None
        operator = text.content.index(symbol.encode(), text.stop(value.left))
        while text.content[operator - 1 : operator] == b" ":
            operator -= 1
        return [sign, (operator, text.stop(value.right), b"")]
    return None


def _call_edits(
    call: ast.Call, func: ast.Attribute, text: _Text
) -> Iterator[tuple[str, str | None, list[Splice]]]:
    space, name = ast.unparse(func.value), func.attr
    first = call.args[0].id if call.args and isinstance(call.args[0], ast.Name) else None
    if any(isinstance(item, ast.Starred) for item in call.args):
        return
    inner = {keyword.arg for keyword in call.keywords}
    if space in {"F", "nn.functional", "torch.nn.functional"} and "inplace" not in inner:
        if 1 <= len(call.args) <= FUNCTIONALS.get(name, 0):
            yield "functional", first, [_inplace(call, text)]
    elif space in {"nn", "torch.nn"} and not inner & {"inplace", None}:
        if len(call.args) <= MODULES.get(name, -1):
            yield "module", None, [_inplace(call, text)]
    elif space == "torch" and name in FUNCTIONS and call.args and "out" not in inner:
        if first and len(call.args) == 1 and not call.keywords:
            new = f"{first}.{name}_()".encode()
            yield "function", first, [(text.start(call), text.stop(call), new)]
        else:
            yield "function", first, [(text.stop(func), text.stop(func), b"_")]
    elif name in METHODS and not re.fullmatch(NAMESPACE, space):
        operand = func.value.id if isinstance(func.value, ast.Name) else None
        yield "method", operand, [(text.stop(func), text.stop(func), b"_")]


def _inplace(call: ast.Call, text: _Text) -> Splice:
    """Add the keyword before the closing bracket, behind a comma that may stand there."""
    close = text.stop(call) - 1
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    if not given:
        return (close, close, b"inplace=True")
    tail = re.sub(rb"#[^\n]*", b"", text.content[max(map(text.stop, given)) : close])
    return (close, close, b" inplace=True" if b"," in tail else b", inplace=True")
