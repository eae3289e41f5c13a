"""Run a script in the head: statements, expressions, calls, as far as they are clear.

Nothing of the script is executed; its syntax is read. What is not worked out is `UNKNOWN`, and
a statement that is not clear makes what it binds or may change unknown. Branches are taken only
if the answer is known.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from gradsan.static.depth import meet_limit
from gradsan.static.numbers.arrays import Array, Exhausted, Point, Unclear, broadcast
from gradsan.static.numbers.cells import Algebra
from gradsan.static.numbers.elementwise import Bench
from gradsan.static.numbers.expressions import Expressions
from gradsan.static.numbers.indexing import index
from gradsan.static.numbers.making import as_array
from gradsan.static.numbers.things import UNKNOWN, Class, Dotted, Frame, Function, Instance

MAX_STATEMENTS = 4000
MAX_DEPTH = 12


class _Return(Exception):  # noqa: N818
    def __init__(self, value: object) -> None:
        self.value = value


class _Leave(Exception):  # noqa: N818
    def __init__(self, *, is_break: bool) -> None:
        self.is_break = is_break


Call: TypeAlias = "Callable[[Script, ast.Call, Frame], object]"


class Script(Expressions):
    """One reading of a script."""

    def __init__(self, call: Call, *, is_double: bool = False) -> None:
        self._call = call
        self.bench = Bench(Algebra(is_double=is_double))
        self.found: set[Point] = set()  # singular points that a backward has passed
        self.steps = 0
        self.depth = 0
        self.lent: dict[
            int, Array
        ] = {}  # by memory: what unknown code holds, and may change at any time

    def run(self, tree: ast.Module) -> set[Point]:
        """Read a script from its first statement to its last; return what backward met."""
        frame = Frame({"__name__": "__main__"})
        try:  # what was found so far stands
            self.block(tree.body, frame)
        except (Exhausted, _Return, _Leave):
            pass
        except RecursionError:
            meet_limit()
        return self.found

    def call(self, node: ast.Call, frame: Frame) -> object:
        """Call whatever it is."""
        return self._call(self, node, frame)

    # -- statements --------------------------------------------------------------------

    def block(self, body: Sequence[ast.stmt], frame: Frame) -> None:
        """Run statements in turn."""
        for statement in body:
            self.steps += 1
            if self.steps > MAX_STATEMENTS:
                raise Exhausted
            try:
                self.execute(statement, frame)
            except (Unclear, TypeError, ValueError, ArithmeticError, LookupError, AttributeError):
                self.give_up(statement, frame)

    def execute(self, node: ast.stmt, frame: Frame) -> None:
        """Run one statement."""
        match node:
            case ast.Expr(value=value):
                self.value(value, frame)
            case ast.Assign(targets=targets, value=value):
                got = self.value(value, frame)
                for target in targets:
                    self.bind(target, got, frame)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self.bind(target, self.value(value, frame), frame)
            case ast.AugAssign():
                self._augment(node, frame)
            case ast.FunctionDef(decorator_list=[]):
                frame.names[node.name] = Function(node, node.name, frame)
            case ast.ClassDef():
                self._define(node, frame)
            case ast.Import() | ast.ImportFrom():
                _import(node, frame)
            case ast.If(test=test, body=body, orelse=orelse):
                answer = self.truth(self.value(test, frame))
                self.block(body if answer else orelse, frame)
            case ast.For(orelse=[]):
                self._loop(node, frame)
            case ast.With():
                self._with(node, frame)
            case ast.Return(value=value):
                raise _Return(self.value(value, frame) if value else None)
            case ast.Break() | ast.Continue():
                raise _Leave(is_break=isinstance(node, ast.Break))
            case ast.Pass() | ast.Assert():
                pass
            case _:
                raise Unclear

    def _augment(self, node: ast.AugAssign, frame: Frame) -> None:
        old = self.value(node.target, frame)
        new = self.operate(node, type(node.op), old, self.value(node.value, frame))
        if isinstance(old, Array) and isinstance(new, Array):
            self.write(old, new)
        else:
            self.bind(node.target, new, frame)

    def _loop(self, node: ast.For, frame: Frame) -> None:
        items = self.value(node.iter, frame)
        for item in list(self.items(items)):
            self.bind(node.target, item, frame)
            try:
                self.block(node.body, frame)
            except _Leave as left:
                if left.is_break:
                    break

    def _with(self, node: ast.With, frame: Frame) -> None:
        named = [ast.unparse(item.context_expr) for item in node.items]
        before = self.bench.grad_on
        if any("no_grad" in name or "inference_mode" in name for name in named):
            self.bench.grad_on = False
        elif not all("enable_grad" in name for name in named):
            raise Unclear
        try:
            self.block(node.body, frame)
        finally:
            self.bench.grad_on = before

    def _define(self, node: ast.ClassDef, frame: Frame) -> None:
        if node.decorator_list or node.keywords or len(node.bases) > 1:
            raise Unclear
        base = self.value(node.bases[0], frame) if node.bases else None
        is_module = isinstance(base, Dotted) and base.name == "torch.nn.Module"
        if node.bases and not is_module:
            raise Unclear
        methods = {
            item.name: item
            for item in node.body
            if isinstance(item, ast.FunctionDef) and not item.decorator_list
        }
        inner = Frame({}, frame)
        for item in node.body:
            if isinstance(item, (ast.Assign, ast.AnnAssign)):
                self.block([item], inner)
        frame.names[node.name] = Class(node.name, methods, inner.names, frame, is_module)

    def give_up(self, node: ast.stmt, frame: Frame) -> None:
        """Make unknown what a statement that is not clear binds or may change."""
        for item in ast.walk(node):
            if isinstance(item, ast.Name):
                if isinstance(item.ctx, (ast.Store, ast.Del)):
                    frame.names[item.id] = UNKNOWN
                else:
                    self.forget(frame.find(item.id))
            elif isinstance(item, (ast.FunctionDef, ast.ClassDef)):
                frame.names[item.name] = UNKNOWN
        self.forget_lent()

    def forget(self, value: object, depth: int = 4) -> None:
        """Make the entries of all tensors in a value unknown."""
        if isinstance(value, Array):
            algebra, cells = self.bench.algebra, value.memory.cells
            value.memory.cells = [algebra.symbol(live=cell.live) for cell in cells]
        elif depth and isinstance(value, (list, tuple)):
            for item in value:
                self.forget(item, depth - 1)
        elif depth and isinstance(value, dict):
            for item in list(value.values()):
                self.forget(item, depth - 1)
        elif depth and isinstance(value, Instance):
            self.forget(value.parts, depth - 1)

    def forget_lent(self) -> None:
        """Make unknown what unknown code may have changed."""
        for array in self.lent.values():
            self.forget(array)

    def lend(self, values: Iterable[object], depth: int = 4) -> None:
        """Note that unknown code has got hold of values."""
        for value in values:
            if isinstance(value, Array):
                self.lent[id(value.memory)] = value
            elif depth and isinstance(value, (list, tuple)):
                self.lend(value, depth - 1)
            elif depth and isinstance(value, dict):
                self.lend(value.values(), depth - 1)
            elif depth and isinstance(value, Instance):
                self.lend(value.parts.values(), depth - 1)

    def returned(self, node: ast.FunctionDef | ast.Lambda, frame: Frame) -> object:
        """Run the body of a function; return what it gives back."""
        if isinstance(node, ast.Lambda):
            return self.value(node.body, frame)
        try:
            self.block(node.body, frame)
        except _Return as left:
            return left.value
        return None

    # -- binding -----------------------------------------------------------------------

    def bind(self, target: ast.expr, value: object, frame: Frame) -> None:
        """Give a target its value."""
        match target:
            case ast.Name(id=name):
                frame.names[name] = value
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                items = [UNKNOWN] * len(targets) if value is UNKNOWN else list(self.items(value))
                if len(items) != len(targets) or any(isinstance(t, ast.Starred) for t in targets):
                    raise Unclear
                for one, item in zip(targets, items, strict=True):
                    self.bind(one, item, frame)
            case ast.Attribute(value=owner, attr=name):
                holder = self.value(owner, frame)
                if isinstance(holder, Array) and name == "requires_grad":
                    require_grad(holder, value is True)
                elif isinstance(holder, Instance):
                    holder.parts[name] = value
                elif isinstance(holder, Array):
                    self.forget(holder)
            case ast.Subscript(value=owner, slice=key):
                self._store(self.value(owner, frame), self.value(key, frame), value)
            case _:
                raise Unclear

    def _store(self, holder: object, key: object, value: object) -> None:
        if isinstance(holder, Array):
            try:
                self.write(index(holder, key), as_array(value))
            except Unclear:
                self.forget(holder)
        elif isinstance(holder, (list, dict)) and key is not UNKNOWN:
            holder[key] = value  # type: ignore[call-overload]
        else:
            raise Unclear

    def write(self, target: Array, value: Array) -> None:
        """Write into memory."""
        cells = broadcast(value, target.shape).cells
        memory = target.memory
        memory.cells = list(memory.cells)
        for at, cell in zip(target.at, cells, strict=True):
            memory.cells[at] = cell if self.bench.grad_on else cell.with_life(memory.cells[at].live)
        memory.points |= value.points


def require_grad(array: Array, asked: bool) -> None:
    """Switch the gradient of a tensor on or off."""
    cells = list(array.memory.cells)
    for at in array.at:
        cells[at] = cells[at].with_life(asked)
    array.memory.cells = cells


def _import(node: ast.Import | ast.ImportFrom, frame: Frame) -> None:
    for item in node.names:
        if isinstance(node, ast.Import):
            name = item.name if item.asname else item.name.partition(".")[0]
            frame.names[item.asname or name] = Dotted(name)
        elif node.module and not node.level:
            frame.names[item.asname or item.name] = Dotted(f"{node.module}.{item.name}")
