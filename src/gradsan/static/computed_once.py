"""A value that a method computes once and keeps, though weights are behind it.

Comes in: the assignment that keeps it. Goes out: the edit that computes it every time, or none.
Without its graph it would train nothing, so `.detach()` is never offered.
"""

from __future__ import annotations

import ast
import textwrap

from gradsan.model.finding import Edit
from gradsan.static.again import draws
from gradsan.static.machine import Machine
from gradsan.static.names import loads, stores
from gradsan.static.nodes import children
from gradsan.static.rewrites import block_of, drop, function_around


def guard_of(m: Machine, node: ast.Assign, target: ast.Attribute) -> ast.If | None:
    """Return the question whether an attribute has its value, if that decides over this one.

    Not where the method gives it another value, too: that is a state, not a value kept. Nor
    where nothing of the object is in it: the first of what it was given, to compare with.
    """
    home = function_around(m.source, node.lineno)
    if home is None or _reads(node.value, target) or _is_given_twice(home, node, target):
        return None
    if not any(_is_part(part, target) for item in _makers(m, node) for part in children(item)):
        return None
    for item in children(home):
        if not isinstance(item, ast.If) or item.orelse:
            continue
        if node in children(item) and _asks(item.test, target, ast.Is):
            return item
        block = block_of(m.source, item) or []
        if node in block[block.index(item) :] and _asks(item.test, target, ast.IsNot):
            return item if isinstance(item.body[-1], ast.Return) else None
    return None


def every_time(m: Machine, guard: ast.If, node: ast.Assign, target: ast.Attribute) -> list[Edit]:
    """Return the edit that takes the question away, and what it kept from being computed."""
    home = function_around(m.source, guard.lineno)
    if home is None or draws(home) or _given(m, home, node):
        return []
    if not m.source.text(m.source.place(guard)).startswith("if"):
        return []  # an elif
    if node not in guard.body:
        match guard.body:
            case [ast.Return(value=ast.Attribute() as kept)] if _same(kept, target):
                gone = drop(m.source, guard)
                return [gone] if gone else []
        return []
    place = m.source.place(guard)
    first = m.source.place(guard.body[0]).start
    if first.row == place.start.row or _spans_rows(guard):
        return []
    indent = m.source.lines[place.start.row - 1][: place.start.column - 1]
    rows = "\n".join(m.source.lines[first.row - 1 : place.end.row])
    text = textwrap.indent(textwrap.dedent(rows), indent).removeprefix(indent)
    end = m.source.lines[place.end.row - 1]
    if indent.strip() or end[place.end.column - 1 :].strip():
        return []
    return [Edit(place, text.rstrip(), m.source.text(place))]


_PLAIN = frozenset({"shape", "size", "device", "dtype", "ndim", "dim", "numel"})
_SIZED = frozenset({"arange", "linspace", "zeros", "ones", "eye", "full", "range", "int", "len"})


def _makers(m: Machine, node: ast.Assign) -> list[ast.stmt]:
    """Return the statements of a block that lead to its last assignment."""
    block = block_of(m.source, node) or [node]
    needed = loads(node)
    found: list[ast.stmt] = [node]
    for item in reversed(block[: block.index(node)]):
        if stores(item) & needed:
            needed |= loads(item)
            found.append(item)
    return found


def _is_part(node: ast.AST, target: ast.Attribute) -> bool:
    """Tell whether it reads another attribute of the object that keeps the value."""
    return (
        isinstance(node, ast.Attribute)
        and node.attr != target.attr
        and _same(node.value, target.value)
    )


def _given(m: Machine, home: ast.AST, node: ast.Assign) -> bool:
    """Tell whether the value is made of what the method was given, not only of its size."""
    spec = home.args if isinstance(home, ast.FunctionDef) else None
    own = {item.arg for item in (*spec.args[1:], *spec.kwonlyargs)} if spec else set()
    makers = _makers(m, node)
    harmless: set[ast.AST] = set()
    for item in (part for maker in makers for part in children(maker)):
        match item:
            case ast.Attribute(value=ast.Name() as name, attr=attr) if attr in _PLAIN:
                harmless.add(name)
            case ast.Call(func=ast.Attribute(attr=called) | ast.Name(id=called), args=args):
                if called in _SIZED:
                    harmless.update(args)
    return any(
        isinstance(item, ast.Name) and item.id in own and item not in harmless
        for maker in makers
        for item in children(maker)
    )


def _asks(test: ast.expr, target: ast.Attribute, op: type[ast.Is | ast.IsNot]) -> bool:
    """Tell whether it is `self.kept is None`, alone or before an `or`, or asks hasattr."""
    match test:
        case ast.Compare(
            left=ast.Attribute() as left, ops=[found], comparators=[ast.Constant(value=None)]
        ):
            return isinstance(found, op) and _same(left, target)
        case ast.BoolOp(op=ast.Or(), values=parts) if op is ast.Is:
            return any(_asks(part, target, op) for part in parts)
        case ast.UnaryOp(op=ast.Not(), operand=inner) if op is ast.Is:
            return _asks(inner, target, ast.IsNot)
        case ast.Call(func=ast.Name(id="hasattr"), args=[owner, ast.Constant(value=name)]):
            is_it = name == target.attr and ast.unparse(owner) == ast.unparse(target.value)
            return is_it and op is ast.IsNot
    return False


def _same(one: ast.expr, other: ast.expr) -> bool:
    return ast.unparse(one) == ast.unparse(other)


def _reads(value: ast.expr, target: ast.Attribute) -> bool:
    return any(isinstance(item, ast.Attribute) and _same(item, target) for item in children(value))


def _is_given_twice(home: ast.AST, node: ast.Assign, target: ast.Attribute) -> bool:
    return any(
        isinstance(item, ast.Attribute)
        and not isinstance(item.ctx, ast.Load)
        and item not in node.targets
        and item.attr == target.attr
        for item in children(home)
    )


def _spans_rows(guard: ast.If) -> bool:
    """Tell whether a text goes over several rows: it would lose its own indent."""
    return any(
        isinstance(item, (ast.Constant, ast.JoinedStr)) and item.end_lineno != item.lineno
        for item in children(guard)
    )
