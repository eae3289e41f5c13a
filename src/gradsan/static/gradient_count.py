"""How many gradients backward of a custom Function returns, against the inputs of its forward.

torch hands them out by position, and raises if there are fewer than inputs, or more and one of
the others is not None. A return whose number of values the text does not tell is passed over; so
is one of None only, which stands where nobody asks for a gradient.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from gradsan.model.finding import Edit
from gradsan.static.classes import find_method
from gradsan.static.machine import Machine
from gradsan.static.nodes import below, subtree, unparse
from gradsan.static.source import Source
from gradsan.static.tensor_words import HOMES, gives_one_tensor
from gradsan.static.values import Class, Ref

Kind: TypeAlias = Literal["tensor", "none"]
Kinds: TypeAlias = frozenset[Kind] | None  # what an expression may be; None: it is not known

_TENSOR: Kinds = frozenset({"tensor"})
_NONE: Kinds = frozenset({"none"})
_SAME: Kinds = frozenset()  # made of the name that is asked for: its other assignments tell
_TURNED = frozenset({"T", "mT", "H", "mH", "data", "real", "imag"})
# Decorators that hand on what backward returns.
_PLAIN_MARKS = frozenset({"staticmethod", "once_differentiable", "custom_bwd", "custom_fwd",
                          "no_grad", "enable_grad", "override"})  # fmt: skip
_WHERE = 3  # arguments; with the condition alone it returns a tuple
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


@dataclass(slots=True)
class Locals:
    """What the names of a backward stand for: its incoming gradients are tensors."""

    ctx: str
    bound: dict[str, list[ast.expr | None]] = field(default_factory=dict)  # None: not known
    tensors: set[str] = field(default_factory=set)  # incoming gradients and what was saved
    saved: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, node: ast.FunctionDef) -> Locals:
        """Read the assignments of a function, without those of functions inside it."""
        ctx, *gradients = [item.arg for item in (*node.args.posonlyargs, *node.args.args)]
        names = cls(ctx, tensors=set(gradients))
        understood: set[ast.AST] = set()
        for item in own_nodes(node):
            if isinstance(item, ast.Assign):
                for target in item.targets:
                    understood |= names._assign(target, item.value)
            elif isinstance(item, ast.AugAssign):
                understood.add(item.target)  # a tensor stays one
        for item in own_nodes(node):
            match item:
                case ast.Name(id=name, ctx=ast.Store()) if item not in understood:
                    names.bound.setdefault(name, []).append(None)
        return names

    def _assign(self, target: ast.expr, value: ast.expr) -> set[ast.AST]:
        match target, value:
            case ast.Name(id=name), _:
                self.bound.setdefault(name, []).append(value)
                return {target}
            case ast.Tuple(elts=parts) | ast.List(elts=parts), _ if self.is_saved(value):
                names = [part for part in parts if isinstance(part, ast.Name)]
                self.saved |= {part.id for part in names}
                self.tensors |= self.saved
                return set(names)
            case ast.Tuple(elts=parts), ast.Tuple(elts=values) if len(parts) == len(values):
                pairs = zip(parts, values, strict=True)
                return {node for part, one in pairs for node in self._assign(part, one)}
        return set()

    def is_saved(self, node: ast.expr) -> bool:
        """Tell whether it is `ctx.saved_tensors`."""
        match node:
            case ast.Attribute(value=ast.Name(id=owner), attr="saved_tensors" | "saved_variables"):
                return owner == self.ctx
        return False

    def kinds(self, node: ast.expr, asked: frozenset[str] = frozenset()) -> Kinds:
        """Tell what an expression may be, one tensor or None; None if it may be anything else."""
        match node:
            case ast.Constant(value=None):
                return _NONE
            case ast.Name(id=name):
                return self._of_name(name, asked)
            case ast.UnaryOp(op=ast.USub()):
                return _TENSOR
            case ast.BinOp(op=ast.Sub() | ast.Div() | ast.Pow() | ast.MatMult()):
                return _TENSOR  # no tuple has these
            case ast.BinOp(left=left, op=ast.Mult() | ast.Add(), right=right):
                if _is_float(left) or _is_float(right):
                    return _TENSOR
                one, other = self._like(left, asked), self._like(right, asked)
                return _SAME if one == other == _SAME else one or other
            case ast.IfExp(body=first, orelse=second):
                one, other = self.kinds(first, asked), self.kinds(second, asked)
                return None if one is None or other is None else one | other
            case ast.Subscript(value=value, slice=ast.Constant(value=int())) if self.is_saved(
                value
            ):
                return _TENSOR
            case ast.Subscript(value=value):
                return self._like(value, asked)
            case ast.Attribute(value=value, attr=attr) if attr in _TURNED:
                return self._like(value, asked)
            case ast.Call(func=ast.Attribute(value=owner, attr=attr)) if gives_one_tensor(attr) or (
                attr == "where" and len(node.args) == _WHERE
            ):
                return _TENSOR if unparse(owner) in HOMES else self._like(owner, asked)
        return None

    def _like(self, node: ast.expr, asked: frozenset[str]) -> Kinds:
        """Tell what is made of a value by a method or an index: a tensor, of a tensor."""
        kinds = self.kinds(node, asked)
        if kinds == _SAME:
            return _SAME
        return _TENSOR if kinds and "tensor" in kinds else None

    def _of_name(self, name: str, asked: frozenset[str]) -> Kinds:
        if name in asked:
            return _SAME
        found: frozenset[Kind] = frozenset({"tensor"}) if name in self.tensors else frozenset()
        for value in self.bound.get(name, ()):
            kinds = self.kinds(value, asked | {name}) if value is not None else None
            if kinds is None:
                return None
            found |= kinds
        return found or None


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a function runs itself, without the functions and classes inside it."""
    todo = below(node)
    for item in todo:  # it grows while it is read
        yield item
        if not isinstance(item, _SCOPES):
            todo += below(item)


def is_none(node: ast.expr | None) -> bool:
    """Tell whether it is the word None, or nothing at all."""
    return node is None or (isinstance(node, ast.Constant) and node.value is None)


def inspect_count(m: Machine, cls: Class, backward: ast.FunctionDef) -> None:
    """Note the returns of backward that torch will refuse for their number."""
    forward = find_method(cls, "forward")
    inputs = _inputs(cls, forward) if forward else None
    if inputs is None or not backward.args.args or not _hands_on(backward):
        return
    least, most = len(inputs.needed), len(inputs.names)
    names = Locals.of(backward)
    for item in own_nodes(backward):
        if not isinstance(item, ast.Return) or item.value is None:
            continue
        values = _values(names, item.value)
        if values is None or all(map(is_none, values)):
            continue
        is_short = len(values) < least
        is_long = any(_is_surely_there(names, value) for value in values[most:])
        if (is_short or is_long) and not _is_lent(m.source, cls):
            detail = _counted(len(values), "gradient") + " for " + _counted(most, "input")
            mend = _completed(m.source, inputs, names, item.value) if is_short else None
            m.note("gradient-count", m.spot(item), cls.name, detail=detail, edits=[mend])


@dataclass(frozen=True, slots=True)
class _Inputs:
    names: tuple[str, ...]
    needed: tuple[str, ...]  # those without a default


def _inputs(cls: Class, forward: ast.FunctionDef) -> _Inputs | None:
    """Return the inputs of forward without ctx; nothing if their number is open."""
    spec = forward.args
    if spec.vararg or spec.kwarg or spec.kwonlyargs or not _hands_on(forward):
        return None
    if not all(isinstance(base, (Class, Ref)) for base in cls.bases) or len(cls.bases) != 1:
        return None
    names = [item.arg for item in (*spec.posonlyargs, *spec.args)]
    has_ctx = find_method(cls, "setup_context") is None
    needed = names[: len(names) - len(spec.defaults)]
    return _Inputs(tuple(names[has_ctx:]), tuple(needed[has_ctx:]))


def _hands_on(node: ast.FunctionDef) -> bool:
    """Tell whether no decorator may change what a method takes or returns."""
    marks = (mark.func if isinstance(mark, ast.Call) else mark for mark in node.decorator_list)
    return all(unparse(mark).rpartition(".")[2] in _PLAIN_MARKS for mark in marks)


def _values(names: Locals, node: ast.expr) -> list[ast.expr] | None:
    """Return the values that are returned; nothing if their number is not known."""
    match node:
        case ast.Tuple(elts=parts):
            return None if any(isinstance(part, ast.Starred) for part in parts) else parts
        case ast.BinOp(left=left, op=ast.Add(), right=right) if isinstance(
            left, ast.Tuple
        ) or isinstance(right, ast.Tuple):
            first, second = _values(names, left), _values(names, right)
            return None if first is None or second is None else first + second
        case ast.BinOp(left=ast.Tuple(elts=parts), op=ast.Mult(), right=ast.Constant(value=int(n))):
            return None if any(isinstance(part, ast.Starred) for part in parts) else parts * n
        case ast.List():
            return [node]  # a list is one value for torch
        case ast.Constant(value=None):
            return [node]
    kinds = names.kinds(node)
    return [node] if kinds and "tensor" in kinds else None


def _is_surely_there(names: Locals, node: ast.expr) -> bool:
    return names.kinds(node) == _TENSOR


def _is_float(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, float)


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _is_lent(source: Source, cls: Class) -> bool:
    """Tell whether another class may call this backward, and add what it leaves out."""
    for item in subtree(source.tree):
        match item:
            case ast.Attribute(value=ast.Name(id=owner), attr="backward") if owner == cls.name:
                return True
            case ast.ClassDef(bases=bases):
                if any(isinstance(base, ast.Name) and base.id == cls.name for base in bases):
                    return True
    return False


def _completed(source: Source, inputs: _Inputs, names: Locals, value: ast.expr) -> Edit | None:
    """Return the gradients that were computed, and left out, behind those that are returned."""
    given = value.elts if isinstance(value, ast.Tuple) else [value]
    if isinstance(value, ast.List) or len(inputs.names) != len(inputs.needed):
        return None
    for name, one in zip(inputs.names, given, strict=False):
        others = {own for other in inputs.names if other != name for own in _titles(other)}
        if isinstance(one, ast.Name) and one.id in others:
            return None  # another order than that of the inputs
    used = {item.id for one in given for item in subtree(one) if isinstance(item, ast.Name)}
    added = []
    for name in inputs.names[len(given) :]:
        made = [title for title in _titles(name) if title in names.bound and title not in used]
        if len(made) != 1 or made[0] in names.tensors:
            return None
        added += made
    place = source.place(value)
    text = source.text(place)
    is_wrapped = isinstance(value, ast.Tuple) and text.startswith("(")
    start = (text[:-1] if is_wrapped else text).rstrip().rstrip(",")
    new = ", ".join([start, *added]) + (")" if is_wrapped else "")
    with suppress(SyntaxError):
        whole = ast.parse(f"({new})", mode="eval").body
        if isinstance(whole, ast.Tuple) and len(whole.elts) == len(inputs.names):
            return Edit(place, new, text)
    return None


def _titles(name: str) -> tuple[str, ...]:
    """Return what the gradient of an input is called."""
    return (f"grad_{name}", f"{name}_grad", f"d{name}", f"d_{name}", f"g{name}", f"g_{name}")
