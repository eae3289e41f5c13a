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

from gradsan.static.bindings import ANYWHERE, Binding, Read, are_in_order, row_of, since_surest
from gradsan.static.freshness import Outside, is_new, is_view_of, roots_of
from gradsan.static.nodes import below, children

AnyFunction = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
PLAIN = (
    ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.JoinedStr,
    ast.ListComp, ast.DictComp, ast.SetComp,
)  # fmt: skip
_PLAIN_CALLS = frozenset(
    "len int float str bool list dict tuple set range defaultdict OrderedDict Counter".split()  # noqa: SIM905
)
_PLAIN_TYPES = frozenset({"int", "float", "bool", "str", "dict", "list", "tuple", "set"})
# They read numbers about a tensor, or its entries into memory of their own; nothing is kept.
_FACTS = frozenset({"shape", "dtype", "device", "ndim", "is_cuda", "requires_grad", "layout"})
KEEPS_NOTHING = frozenset(
    "size dim numel new_zeros new_ones new_empty new_full new_tensor get_device is_floating_point "  # noqa: SIM905
    "zeros_like ones_like empty_like full_like cat stack concat sum mean add sub clone neg cumsum "
    "add_ sub_ zero_ fill_ copy_ index_fill_ masked_fill_ scatter_ scatter_add_ index_add_ "
    "index_copy_ len print isinstance is_tensor isnan isinf any all argmax argmin item tolist "
    "eq ne lt le gt ge".split()
)
_SUMS = (ast.Add, ast.Sub)


@dataclass(slots=True)
class Body:
    """How the names of a function are bound and read."""

    bound: dict[str, list[Binding]] = field(default_factory=lambda: defaultdict(list))
    reads: dict[str, list[Read]] = field(default_factory=lambda: defaultdict(list))
    looked_at: set[str] = field(default_factory=set)  # read, but neither kept nor shared
    plain: set[str] = field(default_factory=set)  # parameters that are no tensors
    loops: list[tuple[int, int]] = field(default_factory=list)
    blocks: dict[ast.stmt, tuple[int, ...]] = field(default_factory=dict)  # around statements
    is_dense: bool = False  # two statements share a line: order cannot be told by lines
    _around: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # loops
    _known_roots: dict[str, set[str | None]] = field(default_factory=dict)
    _known_plain: dict[tuple[str, int], bool] = field(default_factory=dict)
    _in_order: dict[str, bool] = field(default_factory=dict)
    _block: tuple[int, ...] = ()
    _row: int = 0  # the last of the statement that is read

    @classmethod
    def of(cls, function: AnyFunction) -> Body:
        """Read a function."""
        body = cls()
        body._row = function.lineno
        body._arguments(function.args)
        if not isinstance(function, ast.Lambda):
            body._statements(function.body)
        return body

    def _statements(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            self.is_dense |= statement.lineno <= self._row
            self._row = statement.end_lineno or statement.lineno
            self.blocks[statement] = self._block
            self._visit(statement, False)

    def _compound(self, node: ast.AST, _: bool) -> None:
        """Read a statement with blocks: what a block binds holds in it only, but for `with`."""
        self._row = getattr(node, "lineno", self._row)
        around = self._block
        for value in node.__dict__.values():
            parts = value if isinstance(value, list) else [value]
            if parts and isinstance(parts[0], ast.stmt):
                if not isinstance(node, (ast.With, ast.AsyncWith)):
                    self._block = (*around, len(self.blocks))
                self._statements(parts)
                self._block = around
                continue
            for part in parts:
                if isinstance(part, ast.AST):
                    self._visit(part, False)

    def _add(self, name: str, value: ast.expr | None) -> None:
        self.bound[name].append(Binding(value, self._row, self._block))

    def _arguments(self, spec: ast.arguments) -> None:
        for item in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs):
            self._add(item.arg, None)
            if isinstance(item.annotation, ast.Name) and item.annotation.id in _PLAIN_TYPES:
                self.plain.add(item.arg)
        for item, default in defaults(spec):
            if isinstance(default, ast.Constant) and default.value is not None:
                self.plain.add(item.arg)
        for extra in (spec.vararg, spec.kwarg):
            if extra is not None:
                self._add(extra.arg, None)
                self.plain.add(extra.arg)

    def _visit(self, node: ast.AST, is_neutral: bool) -> None:
        if handler := _VISITS.get(node.__class__):
            handler(self, node, is_neutral)
        else:
            for child in below(node):
                self._visit(child, False)

    def _name(self, node: ast.Name, is_neutral: bool) -> None:
        if not isinstance(node.ctx, ast.Load):
            self._add(node.id, None)
        elif is_neutral:
            self.looked_at.add(node.id)
        else:
            self.reads[node.id].append(Read(node.lineno))

    def _assign(self, node: ast.Assign, _: bool) -> None:
        others = [target for target in node.targets if not isinstance(target, ast.Subscript)]
        self._visit(node.value, not others)
        for target in node.targets:
            self._bind(target, node.value)

    def _bind(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._add(target.id, value)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            if len(target.elts) == len(value.elts):
                for part, item in zip(target.elts, value.elts, strict=True):
                    self._bind(part, item)
                return
            self._visit(target, False)
        else:
            self._visit(target, False)

    def _annotated(self, node: ast.AnnAssign, _: bool) -> None:
        if node.value is not None:
            self._visit(node.value, False)
        if isinstance(node.target, ast.Name):
            self._add(node.target.id, node.value)
        else:
            self._visit(node.target, False)

    def _augmented(self, node: ast.AugAssign, _: bool) -> None:
        is_sum = isinstance(node.op, _SUMS)
        self._visit(node.value, is_sum)
        if isinstance(node.target, ast.Name) and is_sum:
            self.looked_at.add(node.target.id)
        elif isinstance(node.target, ast.Name):
            self.reads[node.target.id].append(Read(node.lineno, by=node))
        else:
            self._visit(node.target, is_sum)

    def _attribute(self, node: ast.Attribute, _: bool) -> None:
        while isinstance(node.value, ast.Attribute):  # only the first name of a chain is read
            node = node.value
        self._visit(node.value, node.attr in _FACTS)

    def _subscript(self, node: ast.Subscript, is_neutral: bool) -> None:
        stored = not isinstance(node.ctx, ast.Load)
        self._visit(node.value, is_neutral or stored)
        self._visit(node.slice, False)

    def _call(self, node: ast.Call, _: bool) -> None:
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        keeps_nothing = name in KEEPS_NOTHING
        if isinstance(function, ast.Attribute):
            self._visit(function.value, keeps_nothing)
        else:
            self._visit(function, False)
        for item in node.args:
            self._argument(item, keeps_nothing)
        for keyword in node.keywords:
            self._argument(keyword.value, keeps_nothing)

    def _argument(self, node: ast.expr, is_neutral: bool) -> None:
        parts = node.elts if isinstance(node, (ast.List, ast.Tuple)) else [node]
        for part in parts:
            self._visit(part, is_neutral)

    def _binary(self, node: ast.BinOp, _: bool) -> None:
        is_sum = isinstance(node.op, _SUMS)
        self._visit(node.left, is_sum)
        self._visit(node.right, is_sum)

    def _compare(self, node: ast.Compare, _: bool) -> None:
        for part in (node.left, *node.comparators):
            self._visit(part, True)

    def _return(self, node: ast.Return, _: bool) -> None:
        if node.value is not None:
            parts = node.value.elts if isinstance(node.value, ast.Tuple) else [node.value]
            for part in parts:
                self._visit(part, True)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, _: bool) -> None:
        self.loops.append((node.lineno, node.end_lineno or node.lineno))
        self._compound(node, _)

    # -- questions -------------------------------------------------------------------------

    def dependencies(self, names: set[str]) -> frozenset[str]:
        """Return these names and those that their values are made of."""
        found: set[str] = set()
        todo = list(names)
        while todo:
            name = todo.pop()
            if name not in found:
                found.add(name)
                for value, *_ in self.bound.get(name, ()):
                    if value is not None:
                        todo += [n.id for n in (value, *children(value)) if isinstance(n, ast.Name)]
        return frozenset(found)

    def is_plain(self, name: str, depth: int = 3) -> bool:
        """Tell whether a name never stands for a tensor."""
        if (name, depth) not in self._known_plain:
            self._known_plain[name, depth] = self._never_tensor(name, depth)
        return self._known_plain[name, depth]

    def _never_tensor(self, name: str, depth: int) -> bool:
        values = [
            item.value
            for item in self.bound.get(name, ())
            if item.value is not None or name not in self.plain
        ]
        return (name in self.plain or bool(values)) and all(
            value is not None and self._is_plain(value, depth) for value in values
        )

    def _is_plain(self, node: ast.expr, depth: int) -> bool:
        match node:
            case ast.Name(id=name):
                return depth > 0 and self.is_plain(name, depth - 1)
            case ast.BinOp(left=ast.List() | ast.Tuple(), op=ast.Mult()):
                return True  # [None] * n
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

    def _reaching(self, name: str, statement: ast.stmt) -> tuple[Binding | None, list[Binding]]:
        """Return the last binding that every way to a statement takes, and all that may hold."""
        bound = self.bound.get(name, [])
        block = self.blocks.get(statement)
        if block is None or self.is_dense:
            return None, bound
        row = statement.lineno
        if name not in self._in_order:
            self._in_order[name] = are_in_order(bound)
        near = since_surest(bound, row, block) if self._in_order[name] else bound
        surest = max(
            (b for b in near if 0 < b.row < row and block[: len(b.block)] == b.block),
            key=row_of,
            default=None,
        )
        if surest is None:
            return None, bound
        again = self._loops_between(surest, row)
        if not again and bound[0].row > 0 and near is not bound:
            return surest, near
        return surest, [
            b
            for b in bound
            if b.row == 0
            or surest.row <= b.row < row
            or any(first <= b.row <= last for first, last in again)
        ]

    def _loops_between(self, binding: Binding | None, row: int) -> list[tuple[int, int]]:
        """Return the loops around a line that are not around the binding."""
        start = binding.row if binding else 0
        if row not in self._around:
            self._around[row] = [loop for loop in self.loops if loop[0] <= row <= loop[1]]
        return [loop for loop in self._around[row] if not loop[0] <= start <= loop[1]]

    def may_be_refused(
        self, name: str, statement: ast.stmt, arguments: set[str], depth: int = 4
    ) -> bool:
        """Tell whether a name may stand for memory that must not be written, or not unseen.

        What is handed in as an argument is for the caller to tell.
        """
        bound = self._reaching(name, statement)[1]
        roots = self._roots(name) if bound is self.bound.get(name) else _roots_of(bound)
        if None in roots and name not in arguments:
            return True  # of a loop, or one of several
        if "self" in roots or (depth == 0 and roots - {None}):
            return True
        return any(
            self.may_be_refused(root, statement, arguments, depth - 1)
            for root in roots - {"", name}
            if root is not None
        )

    def _roots(self, name: str) -> set[str | None]:
        """Return what a name may be a view of, wherever it is asked for."""
        if name not in self._known_roots:
            self._known_roots[name] = _roots_of(self.bound[name])
        return self._known_roots[name]

    def is_new(self, name: str, statement: ast.stmt, is_outside: Outside) -> bool:
        """Tell whether a name stands for memory made here, which its maker does not keep."""
        bound = self._reaching(name, statement)[1]
        return bool(bound) and all(
            value is not None and (is_new(value, is_outside) or self._is_plain(value, 3))
            for value, *_ in bound
        )

    def is_handed(self, name: str, statement: ast.stmt) -> bool:
        """Tell whether a parameter may still be what was handed in when a statement is run."""
        surest, reaching = self._reaching(name, statement)
        return surest is None or any(
            value is None or is_view_of(value, name) for value, *_ in reaching
        )

    def is_read_before(self, name: str, statement: ast.stmt) -> bool:
        """Tell whether a name may have been kept or shared when a statement is run."""
        row = statement.end_lineno or statement.lineno
        surest = self._reaching(name, statement)[0]
        start = surest.row if surest else -1
        around = self._loops_between(surest, statement.lineno)
        for read in self.reads.get(name, ()):
            if (read.row == 0 or start < read.row <= row) and read.by is not statement:
                return True
            if any(first <= read.row <= last for first, last in around):
                return True
        return False


def _roots_of(bound: list[Binding]) -> set[str | None]:
    return roots_of(item.value for item in bound)


def defaults(spec: ast.arguments) -> Iterator[tuple[ast.arg, ast.expr]]:
    """Yield the parameters that have a default, with it."""
    named = [*spec.posonlyargs, *spec.args]
    yield from zip(reversed(named), reversed(spec.defaults), strict=False)
    for item, default in zip(spec.kwonlyargs, spec.kw_defaults, strict=True):
        if default is not None:
            yield item, default


def _inner_function(body: Body, node: Any, _: bool) -> None:
    """A function inside: its names count as ours, and it may run at any time."""
    inner = Body.of(node) if not isinstance(node, ast.Lambda) else Body()
    if isinstance(node, ast.Lambda):
        inner._visit(node.body, False)
    else:
        body._add(node.name, None)
    for name, values in inner.bound.items():
        body.bound[name] += [Binding(item.value, 0, ANYWHERE) for item in values]
    for name in inner.reads.keys() | inner.looked_at:
        body.reads[name].append(Read(0))


_VISITS: dict[type[ast.AST], Callable[[Body, Any, bool], None]] = {
    ast.AnnAssign: Body._annotated,
    ast.Assign: Body._assign,
    ast.AsyncFor: Body._loop,
    ast.AsyncFunctionDef: _inner_function,
    ast.AsyncWith: Body._compound,
    ast.Attribute: Body._attribute,
    ast.AugAssign: Body._augmented,
    ast.BinOp: Body._binary,
    ast.Call: Body._call,
    ast.Compare: Body._compare,
    ast.Constant: lambda body, node, is_neutral: None,
    ast.ExceptHandler: Body._compound,
    ast.For: Body._loop,
    ast.FunctionDef: _inner_function,
    ast.If: Body._compound,
    ast.Lambda: _inner_function,
    ast.Name: Body._name,
    ast.Return: Body._return,
    ast.Subscript: Body._subscript,
    ast.Try: Body._compound,
    ast.TryStar: Body._compound,
    ast.While: Body._loop,
    ast.With: Body._compound,
    ast.match_case: Body._compound,
}
