"""How a function binds and reads its names, by syntax alone.

For each name: what it is bound to, and whether a read of it could keep or share its memory.
Nothing is evaluated; what cannot be told is taken for the worst.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from gradsan.static.source import below, children

AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
PLAIN = (
    ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.JoinedStr,
    ast.ListComp, ast.DictComp, ast.SetComp,
)  # fmt: skip
_PLAIN_CALLS = frozenset(
    "len int float str bool list dict tuple set range defaultdict OrderedDict Counter".split()  # noqa: SIM905
)
_PLAIN_TYPES = frozenset({"int", "float", "bool", "str", "dict", "list", "tuple", "set"})
# They make memory of their own, and no op keeps it.
_FRESH = frozenset(
    "zeros ones empty full rand randn randint arange linspace eye tensor zeros_like ones_like "  # noqa: SIM905
    "empty_like full_like rand_like randn_like new_zeros new_ones new_empty new_full new_tensor "
    "clone".split()
)
# They read numbers about a tensor, or its entries into memory of their own; nothing is kept.
_FACTS = frozenset({"shape", "dtype", "device", "ndim", "is_cuda", "requires_grad", "layout"})
_NEUTRAL = frozenset(
    "size dim numel new_zeros new_ones new_empty new_full new_tensor get_device is_floating_point "  # noqa: SIM905
    "zeros_like ones_like empty_like full_like cat stack concat sum mean add sub clone "
    "add_ sub_ zero_ fill_ copy_ index_fill_ masked_fill_ scatter_ scatter_add_ index_add_ "
    "index_copy_ append".split()
)
# They make views or aliases into which writing is refused, or is not seen by autograd.
_REFUSED = frozenset(
    "expand expand_as broadcast_to split chunk unbind tensor_split vsplit hsplit dsplit detach "  # noqa: SIM905
    "data Parameter requires_grad_ requires_grad".split()
)
_SUMS = (ast.Add, ast.Sub)


@dataclass(slots=True)
class Read:
    """A name is read; `is_neutral` if that neither keeps nor shares its memory."""

    row: int
    is_neutral: bool
    by: ast.stmt | None = None  # the write that reads what it writes


@dataclass(slots=True)
class Body:
    """How the names of a function are bound and read."""

    bound: dict[str, list[ast.expr | None]] = field(default_factory=lambda: defaultdict(list))
    reads: dict[str, list[Read]] = field(default_factory=lambda: defaultdict(list))
    plain: set[str] = field(default_factory=set)  # parameters that are no tensors
    loops: list[tuple[int, int]] = field(default_factory=list)

    @classmethod
    def of(cls, function: AnyFunction) -> Body:
        """Read a function."""
        body = cls()
        body._arguments(function.args)
        for statement in function.body if not isinstance(function, ast.Lambda) else ():
            body._visit(statement, is_neutral=False)
        return body

    def _arguments(self, spec: ast.arguments) -> None:
        for item in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs):
            self.bound[item.arg].append(None)
            if isinstance(item.annotation, ast.Name) and item.annotation.id in _PLAIN_TYPES:
                self.plain.add(item.arg)
        for extra in (spec.vararg, spec.kwarg):
            if extra is not None:
                self.bound[extra.arg].append(None)
                self.plain.add(extra.arg)

    def _visit(self, node: ast.AST, *, is_neutral: bool) -> None:
        handler = _VISITS.get(type(node))
        if handler:
            handler(self, node, is_neutral)
        else:
            for child in below(node):
                self._visit(child, is_neutral=False)

    def _name(self, node: ast.Name, is_neutral: bool) -> None:
        if isinstance(node.ctx, ast.Load):
            self.reads[node.id].append(Read(node.lineno, is_neutral))
        else:
            self.bound[node.id].append(None)

    def _assign(self, node: ast.Assign, _: bool) -> None:
        copies = all(isinstance(target, ast.Subscript) for target in node.targets)
        self._visit(node.value, is_neutral=copies)
        for target in node.targets:
            self._bind(target, node.value)

    def _bind(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self.bound[target.id].append(value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            if len(target.elts) == len(value.elts):
                for part, item in zip(target.elts, value.elts, strict=True):
                    self._bind(part, item)
                return
            self._visit(target, is_neutral=False)
        else:
            self._visit(target, is_neutral=False)

    def _annotated(self, node: ast.AnnAssign, _: bool) -> None:
        if node.value is not None:
            self._visit(node.value, is_neutral=False)
        if isinstance(node.target, ast.Name):
            self.bound[node.target.id].append(node.value)
        else:
            self._visit(node.target, is_neutral=False)

    def _augmented(self, node: ast.AugAssign, _: bool) -> None:
        is_sum = isinstance(node.op, _SUMS)
        self._visit(node.value, is_neutral=is_sum)
        if isinstance(node.target, ast.Name):
            self.reads[node.target.id].append(Read(node.lineno, is_sum, by=node))
        else:
            self._visit(node.target, is_neutral=is_sum)

    def _attribute(self, node: ast.Attribute, _: bool) -> None:
        self._visit(node.value, is_neutral=node.attr in _FACTS)

    def _subscript(self, node: ast.Subscript, is_neutral: bool) -> None:
        stored = not isinstance(node.ctx, ast.Load)
        self._visit(node.value, is_neutral=is_neutral or stored)
        self._visit(node.slice, is_neutral=False)

    def _call(self, node: ast.Call, _: bool) -> None:
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        keeps_nothing = name in _NEUTRAL
        if isinstance(function, ast.Attribute):
            self._visit(function.value, is_neutral=keeps_nothing)
        else:
            self._visit(function, is_neutral=False)
        for item in (*node.args, *(keyword.value for keyword in node.keywords)):
            parts = item.elts if isinstance(item, (ast.List, ast.Tuple)) else [item]
            for part in parts:
                self._visit(part, is_neutral=keeps_nothing)

    def _binary(self, node: ast.BinOp, _: bool) -> None:
        is_sum = isinstance(node.op, _SUMS)
        self._visit(node.left, is_neutral=is_sum)
        self._visit(node.right, is_neutral=is_sum)

    def _compare(self, node: ast.Compare, _: bool) -> None:
        for part in (node.left, *node.comparators):
            self._visit(part, is_neutral=True)

    def _return(self, node: ast.Return, _: bool) -> None:
        if node.value is not None:
            parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for part in parts:
                self._visit(part, is_neutral=True)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, _: bool) -> None:
        self.loops.append((node.lineno, node.end_lineno or node.lineno))
        for child in below(node):
            self._visit(child, is_neutral=False)

    # -- questions -------------------------------------------------------------------------

    def expand(self, nodes: list[ast.expr]) -> Iterator[ast.expr]:
        """Yield expressions, and what their names are bound to."""
        for node in nodes:
            yield node
            if isinstance(node, ast.Name):
                yield from (value for value in self.bound.get(node.id, ()) if value is not None)

    def dependencies(self, names: set[str]) -> frozenset[str]:
        """Return these names and those that their values are made of."""
        found: set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                for value in self.bound.get(name, ()):
                    if value is not None:
                        todo += [n.id for n in (value, *children(value)) if isinstance(n, ast.Name)]
        return frozenset(found)

    def is_plain(self, name: str, depth: int = 3) -> bool:
        """Tell whether a name never stands for a tensor."""
        if name in self.plain:
            return True
        values = self.bound.get(name)
        return bool(values) and all(
            value is not None and self._is_plain(value, depth) for value in values or ()
        )

    def _is_plain(self, node: ast.expr, depth: int) -> bool:
        match node:
            case ast.Name(id=name):
                return depth > 0 and self.is_plain(name, depth - 1)
            case ast.BinOp(left=left, right=right):
                return self._is_plain(left, depth) and self._is_plain(right, depth)
            case ast.UnaryOp(operand=operand):
                return self._is_plain(operand, depth)
            case ast.IfExp(body=body, orelse=orelse):
                return self._is_plain(body, depth) and self._is_plain(orelse, depth)
            case ast.Call(func=ast.Name(id=name)):
                return name in _PLAIN_CALLS
            case ast.Call(func=ast.Attribute(attr="size" | "numel" | "dim")):
                return True
            case ast.Subscript(value=ast.Attribute(attr="shape")):
                return True
        return isinstance(node, PLAIN)

    def may_be_refused(self, name: str, arguments: set[str], depth: int = 4) -> bool:
        """Tell whether a name may stand for memory that must not be written, or not unseen.

        What is handed in as an argument is for the caller to tell.
        """
        for value in self.bound.get(name, ()):
            if value is None:
                if name not in arguments:
                    return True  # of a loop, or one of several
                continue
            if isinstance(value, ast.Name) or depth == 0 or _is_refused(value):
                return True
            root = root_of_view(value)
            if root == "self" or (
                root and root != name and self.may_be_refused(root, arguments, depth - 1)
            ):
                return True
        return False

    def is_new(self, name: str) -> bool:
        """Tell whether a name stands for memory made here, which its maker does not keep."""
        values = self.bound.get(name)
        return bool(values) and all(value is not None and is_new(value) for value in values or ())

    def is_read_before(self, name: str, statement: ast.stmt) -> bool:
        """Tell whether a name may have been kept or shared when a statement is run."""
        row = statement.lineno
        around = [(first, last) for first, last in self.loops if first <= row <= last]
        for read in self.reads.get(name, ()):
            if read.is_neutral:
                continue
            if read.row <= row and read.by is not statement:
                return True
            if any(first <= read.row <= last for first, last in around):
                return True
        return False


def is_new(node: ast.expr) -> bool:
    """Tell whether an expression makes memory of its own, which its maker does not keep."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Call(func=ast.Name(id=name)):
            asks = any(keyword.arg == "requires_grad" for keyword in node.keywords)
            return name in _FRESH and not asks
        case ast.BinOp(op=op):
            return isinstance(op, _SUMS)
    return False


def _inner_function(body: Body, node: Any, _: bool) -> None:
    """A function inside: its names count as ours, and it may run at any time."""
    inner = Body.of(node) if not isinstance(node, ast.Lambda) else Body()
    if isinstance(node, ast.Lambda):
        inner._visit(node.body, is_neutral=False)
    else:
        body.bound[node.name].append(None)
    for name, values in inner.bound.items():
        body.bound[name] += values
    for name, reads in inner.reads.items():
        body.reads[name] += [Read(0, is_neutral=False) for _ in reads]


_VISITS: dict[type[ast.AST], Callable[[Body, Any, bool], None]] = {
    ast.AnnAssign: Body._annotated,
    ast.Assign: Body._assign,
    ast.AsyncFor: Body._loop,
    ast.AsyncFunctionDef: _inner_function,
    ast.Attribute: Body._attribute,
    ast.AugAssign: Body._augmented,
    ast.BinOp: Body._binary,
    ast.Call: Body._call,
    ast.Compare: Body._compare,
    ast.Constant: lambda body, node, is_neutral: None,
    ast.For: Body._loop,
    ast.FunctionDef: _inner_function,
    ast.Lambda: _inner_function,
    ast.Name: Body._name,
    ast.Return: Body._return,
    ast.Subscript: Body._subscript,
    ast.While: Body._loop,
}


def root_name(target: ast.expr | None) -> str | None:
    """Return the name whose memory is written: of `x[0]`, `x.T`; none for `self.x`, `f(x)`."""
    while isinstance(target, ast.Subscript):
        target = target.value
    return target.id if isinstance(target, ast.Name) else None


def root_of_view(node: ast.expr) -> str:
    """Return the name at the head of a chain of methods, attributes and items."""
    while isinstance(node, (ast.Subscript, ast.Attribute, ast.Call)):
        if isinstance(node, ast.Call):
            if not isinstance(node.func, ast.Attribute):
                return ""
            node = node.func
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_refused(node: ast.expr) -> bool:
    return any(
        isinstance(item, ast.Attribute) and item.attr in _REFUSED
        for item in (node, *children(node))
    )


def is_view_of(node: ast.expr, name: str) -> bool:
    """Tell whether a value is a name, or a chain of methods, attributes and items of it."""
    return root_of_view(node) == name
