"""Edits of the source, made from its tree: wrap, insert, drop, move.

Each gives an `Edit` or None: what cannot be placed exactly (two statements on a line, a name
that cannot be assigned to) is not proposed.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from gradsan.model.finding import Edit, Place
from gradsan.ops.table import torch_ops
from gradsan.static.blocks import index_in
from gradsan.static.nodes import subtree
from gradsan.static.occurrences import in_block, names_below
from gradsan.static.source import Source

_ASKED = re.compile(r",\s*requires_grad\s*=\s*True\b")
TIGHT = (ast.Name, ast.Call, ast.Attribute, ast.Subscript, ast.List, ast.Tuple)
_NAMESPACES = frozenset({"torch", "F", "functional", "nn.functional", "torch.nn.functional"})
_WITH_BODY = (ast.mod, ast.stmt, ast.excepthandler, ast.match_case)
_PRODUCTS = (ast.Mult, ast.Div, ast.MatMult, ast.Mod, ast.FloorDiv, ast.Pow)


def wrap(source: Source, node: ast.expr, suffix: str) -> Edit:
    """Put a method call behind an expression: `a / b` becomes `(a / b).clone()`."""
    place = source.place(node)
    text = source.text(place)
    if not isinstance(node, TIGHT):
        text = f"({text})"
    return Edit(place, f"{text}{suffix}", source.text(place))


def clone_before(source: Source, target: ast.expr, statement: ast.stmt | None) -> Edit | None:
    """Insert `t = t.clone()` before the statement that writes into `t`."""
    if statement is None or not is_assignable(target) or is_from_outside(source, target, statement):
        return None
    name = ast.unparse(target)
    return insert_before(source, statement, f"{name} = {name}.clone()")


def clone_entry(source: Source, target: ast.Subscript, statement: ast.stmt) -> Edit | None:
    """Insert `kept[key] = kept[key].clone()` before the statement that writes into the entry."""
    name = source.text(source.place(target))
    return insert_before(source, statement, f"{name} = {name}.clone()")


def is_from_outside(source: Source, target: ast.expr, statement: ast.stmt) -> bool:
    """Tell whether a function would make a global name its own by assigning to it."""
    home = function_around(source, statement.lineno)
    if not isinstance(target, ast.Name) or not isinstance(home, ast.FunctionDef):
        return False
    spec = home.args
    known = {item.arg for item in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs)}
    known |= {item.arg for item in (spec.vararg, spec.kwarg) if item}
    inside = source.once(names_below, home)
    return target.id not in known and target.id not in inside.bound | inside.outer


def bounded_below(source: Source, node: ast.expr) -> Edit | None:
    """Keep the argument of a root away from zero: `s.sqrt()`: `s.clamp_min(1e-12).sqrt()`."""
    inner = argument(node)
    return wrap(source, inner, ".clamp_min(1e-12)") if inner else None


def argument(node: ast.expr) -> ast.expr | None:
    """Return what a function is taken of: `torch.f(x)`, `x.f()`, `x ** y`."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="torch")), args=[inner, *_]):
            return inner
        case ast.Call(func=ast.Attribute(value=inner)):
            return inner
        case ast.BinOp(op=ast.Pow(), left=inner):
            return inner
    return None


def loop_around(source: Source, statement: ast.stmt) -> ast.For | ast.While | None:
    """Return the innermost loop that a statement is in."""
    found: list[ast.For | ast.While]
    found = source.kind_around(statement.lineno, (ast.For, ast.While))
    return next((node for node in reversed(found) if node is not statement), None)


def is_fresh_in_loop(source: Source, node: ast.expr, name: str) -> bool:
    """Tell whether a name is bound by a loop that runs a backward for each of its values."""
    return any(
        isinstance(loop, ast.For)
        and any(isinstance(one, ast.Name) and one.id == name for one in subtree(loop.target))
        and any(isinstance(one, ast.Attribute) and one.attr == "backward" for one in subtree(loop))
        for loop in source.around(node.lineno)
    )


def function_around(source: Source, row: int) -> ast.AST | None:
    """Return the innermost function that a line is in."""
    found = source.kind_around(row, (ast.FunctionDef, ast.AsyncFunctionDef))
    return found[-1] if found else None


def replace_text(source: Source, place: Place, old: str, new: str) -> Edit | None:
    """Replace a word that stands once at a place."""
    text = source.text(place)
    return Edit(place, text.replace(old, new), text) if text.count(old) == 1 else None


def is_assignable(target: ast.expr) -> bool:
    """Tell whether it is a name or a chain of attributes."""
    while isinstance(target, ast.Attribute):
        target = target.value
    return isinstance(target, ast.Name)


def insert_before(source: Source, statement: ast.stmt, line: str) -> Edit | None:
    """Insert a line before a statement that begins its own line."""
    place = source.place(statement)
    start = place.start
    indent = source.lines[start.row - 1][: start.column - 1]
    if indent.strip():
        return None
    here = Place(place.filename, start, start)
    return Edit(here, f"{line}\n{indent}", "")


def insert_after(source: Source, statement: ast.stmt, line: str) -> Edit | None:
    """Insert a line after a statement that stands alone on its lines."""
    if not _stands_alone(source, statement):
        return None
    place = source.place(statement)
    indent = source.lines[place.start.row - 1][: place.start.column - 1]
    row = place.end.row
    end = len(source.lines[row - 1]) + 1
    here = Place.at(place.filename, row, end, row, end)
    return Edit(here, f"\n{indent}{line}", "")


def drop(source: Source, statement: ast.stmt) -> Edit | None:
    """Take a statement out, with its line."""
    if not _stands_alone(source, statement):
        return None
    place = source.place(statement)
    whole = Place.at(place.filename, place.start.row, 1, place.end.row + 1, 1)
    if place.end.row >= len(source.lines):
        return None
    return Edit(whole, "", source.text(whole))


def move_after(source: Source, statement: ast.stmt, other: ast.stmt) -> tuple[Edit, ...]:
    """Move a statement behind another one of the same block."""
    body = block_of(source, statement)
    if body is None or (last := index_in(body, other)) < (first := index_in(body, statement)):
        return ()
    if last > first and not in_block(source, body).may_pass(statement, first + 1, last + 1):
        return ()
    taken = drop(source, statement)
    put = insert_after(source, other, source.text(source.place(statement)))
    return (taken, put) if taken and put else ()


def block_of(source: Source, statement: ast.stmt) -> list[ast.stmt] | None:
    """Return the block that a statement is in."""
    bodies = _blocks(source, statement.lineno)
    return next((body for body in bodies if index_in(body, statement) >= 0), None)


def _blocks(source: Source, row: int) -> Iterator[list[ast.stmt]]:
    for node in source.kind_around(row, _WITH_BODY):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                yield body


def _stands_alone(source: Source, statement: ast.stmt) -> bool:
    place = source.place(statement)
    before = source.lines[place.start.row - 1][: place.start.column - 1]
    after = source.lines[place.end.row - 1][place.end.column - 1 :].strip()
    return not before.strip() and (not after or after.startswith("#"))


def _asking_for(node: ast.expr) -> list[ast.keyword]:
    found = (item for item in subtree(node) if isinstance(item, ast.keyword))
    return [item for item in found if item.arg == "requires_grad"]


def _members(node: ast.expr) -> list[ast.expr]:
    """Return what a list, a dict or a choice is made of; nothing for a value of its own."""
    match node:
        case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
            return parts
        case ast.ListComp(elt=part) | ast.GeneratorExp(elt=part) | ast.DictComp(value=part):
            return [part]
        case ast.Dict(values=parts):
            return parts
        case ast.IfExp(body=first, orelse=second):
            return [first, second]
        case ast.Call(func=ast.Name(id="list" | "tuple" | "dict"), args=given, keywords=named):
            return [*given, *(item.value for item in named)]
    return []


def make_leaf_last(source: Source, node: ast.expr) -> Edit | None:
    """Ask for the gradient of the result: `(torch.randn(3) * 0.1).requires_grad_()`."""
    asked = _asking_for(node)
    while parts := [part for part in _members(node) if _asking_for(part)]:
        node = parts[0]
    place = source.place(node)
    text = source.text(place)
    found = _ASKED.findall(text)
    if len(asked) != 1 or len(found) != 1 or isinstance(node, ast.Name):
        return None
    plain = _ASKED.sub("", text)
    inner = plain if isinstance(node, TIGHT) else f"({plain})"
    return Edit(place, f"{inner}.requires_grad_()", text)


def bind_now(
    source: Source, block: ast.Lambda | ast.FunctionDef, names: Iterable[str]
) -> Edit | None:
    """Give a function what names stand for now: `lambda t, layer=layer: layer(t)`."""
    spec = block.args
    if spec.vararg or spec.kwonlyargs or spec.kwarg:
        return None
    bound = ", ".join(f"{name}={name}" for name in names)
    given = [*spec.posonlyargs, *spec.args, *(item.annotation for item in spec.args)]
    parts = [*given, *spec.defaults]
    ends = [source.end(item) for item in parts if item is not None]
    if ends:
        return Edit(Place(source.filename, max(ends), max(ends)), f", {bound}", "")
    start = source.place(block).start
    text = source.text(source.place(block))
    head = "lambda" if isinstance(block, ast.Lambda) else f"def {block.name}("
    if not text.startswith((f"{head}:", f"{head})")):
        return None
    at = type(start)(start.row, start.column + len(head))
    space = " " if isinstance(block, ast.Lambda) else ""
    return Edit(Place(source.filename, at, at), f"{space}{bound}", "")


_OF_CHECKPOINT = frozenset(
    {"use_reentrant", "preserve_rng_state", "determinism_check", "context_fn", "debug"}
)


def once_only(source: Source, node: ast.Call) -> Edit | None:
    """Run a block without running it again: `checkpoint(f, x)` becomes `f(x)`."""
    called = getattr(node.func, "attr", getattr(node.func, "id", ""))
    if called != "checkpoint" or not node.args or isinstance(node.args[0], ast.Starred):
        return None
    given = [item for item in node.keywords if item.arg not in _OF_CHECKPOINT]
    function, *rest = (source.text(source.place(item)) for item in node.args)
    if not isinstance(node.args[0], (ast.Name, ast.Attribute)):
        function = f"({function})"
    rest += [f"{item.arg}={ast.unparse(item.value)}" for item in given if item.arg]
    if len(rest) != len(node.args) - 1 + len(given):
        return None
    place = source.place(node)
    return Edit(place, f"{function}({', '.join(rest)})", source.text(place))


def rename_method(source: Source, node: ast.Call) -> Edit | None:
    """Call the out-of-place twin: `state.squeeze_(0)` becomes `state.squeeze(0)`."""
    if not isinstance(node.func, ast.Attribute) or not node.func.attr.endswith("_"):
        return None
    if node.func.attr[:-1] not in torch_ops():
        return None
    return rename(source, node, node.func.attr[:-1])


def rename(source: Source, node: ast.Call, other: str) -> Edit | None:
    """Call another method of the same object."""
    if not isinstance(node.func, ast.Attribute):
        return None
    end = source.place(node.func).end
    name = node.func.attr
    place = Place.at(source.filename, end.row, end.column - len(name), end.row, end.column)
    return Edit(place, other, name) if source.text(place) == name else None


def set_flag(source: Source, node: ast.Call, name: str, value: str) -> Edit | None:
    """Give a keyword argument another value, or add it."""
    for keyword in node.keywords:
        if keyword.arg == name:
            end = source.place(keyword.value).end
            start = type(end)(keyword.lineno, source.place(keyword.value).start.column)
            start = type(end)(keyword.lineno, start.column - len(name) - 1)
            place = Place(source.filename, start, end)
            if source.text(place).startswith(f"{name}="):
                return Edit(place, f"{name}={value}", source.text(place))
            place = source.place(keyword.value)
            return Edit(place, value, source.text(place))
    place = source.place(node)
    text = source.text(place)
    if not text.endswith(")") or any(keyword.arg is None for keyword in node.keywords):
        return None
    last = Place(place.filename, type(place.end)(place.end.row, place.end.column - 1), place.end)
    comma = "" if text[:-1].rstrip().endswith(("(", ",")) else ", "
    return Edit(last, f"{comma}{name}={value})", ")")


def expression_at(source: Source, place: Place) -> ast.expr | None:
    """Return the expression that stands exactly at a place."""
    row = place.start.row
    known: dict[Place, ast.expr] | None = source.known.get(("expressions", row))
    if known is None:
        known = source.known["expressions", row] = {}
        for node in source.kind_around(row, (ast.expr,)):
            if node.lineno == row:
                known.setdefault(source.place(node), node)
    return known.get(place)


def statement_at(source: Source, place: Place) -> ast.stmt | None:
    """Return the innermost statement that holds a place."""
    start, end = source.in_bytes(place.start), source.in_bytes(place.end)
    around = _around_in_order(source, start[0])
    # One line may hold thousands of statements; those that begin later do not hold the place.
    for node in reversed(around[: bisect_right(around, start, key=_start)]):
        if end <= (node.end_lineno or 0, node.end_col_offset or 0):
            return node
    return None


def _around_in_order(source: Source, row: int) -> list[ast.stmt]:
    """Return the statements whose lines hold a row, as they begin."""
    key = "statements", row
    if key not in source.known:
        source.known[key] = sorted(source.kind_around(row, (ast.stmt,)), key=_start)
    known: list[ast.stmt] = source.known[key]
    return known


def _start(node: ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset


def without_call(source: Source, node: ast.expr) -> Edit | None:
    """Take the last call or attribute off: `x.item()` and `x.data` become `x`."""
    inner: ast.expr | None = None
    match node:
        case ast.Call(func=ast.Attribute(value=owner), args=[]):
            inner = owner
        case ast.Call(func=ast.Name(), args=[argument]):
            inner = argument
        case ast.Attribute(value=owner):
            inner = owner
    if inner is None:
        return None
    place = source.place(node)
    text = source.text(source.place(inner))
    return Edit(place, text if isinstance(inner, TIGHT) else f"({text})", source.text(place))


def without_decorator(source: Source, mark: ast.expr) -> Edit | None:
    """Take a decorator off, with its line."""
    line = source.lines[mark.lineno - 1]
    if line.strip() != f"@{source.text(source.place(mark))}":
        return None
    whole = Place.at(source.filename, mark.lineno, 1, mark.lineno + 1, 1)
    return Edit(whole, "", source.text(whole))


def rebind(source: Source, node: ast.Call) -> Edit | None:
    """Take a result that was thrown away: `x.clamp(0)` becomes `x = x.clamp(0)`."""
    if not isinstance(node.func, ast.Attribute):
        return None
    owner = node.func.value
    if ast.unparse(owner) in _NAMESPACES:
        if not node.args:
            return None
        owner = node.args[0]
    if not is_assignable(owner) and not isinstance(owner, ast.Subscript):
        return None
    start = source.place(node).start
    here = Place(source.filename, start, start)
    return Edit(here, f"{ast.unparse(owner)} = ", "")


def write_in_place(source: Source, node: ast.Call) -> Edit | None:
    """Let a method whose result was thrown away write: `g.clamp(0)` becomes `g.clamp_(0)`."""
    if not isinstance(node.func, ast.Attribute):
        return None
    end = source.place(node.func).end
    return Edit(Place(source.filename, end, end), "_", "")


def plain_assignment(source: Source, node: ast.AugAssign, sign: str) -> str:
    """Write `h += e` as `h = h + e`; nothing for an item, which may be a part of a tensor."""
    if not is_assignable(node.target):
        return ""
    value = source.text(source.place(node.value))
    is_product = isinstance(node.value, ast.BinOp) and isinstance(node.value.op, _PRODUCTS)
    is_tight = isinstance(node.value, (*TIGHT, ast.Constant)) or (sign in "+-" and is_product)
    if not is_tight or "\n" in value:
        value = f"({value})"
    name = ast.unparse(node.target)
    return f"{name} = {name} {sign} {value}"
