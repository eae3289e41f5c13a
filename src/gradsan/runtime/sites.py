"""Turn a stack into the place to show and the words around it.

Done when a report is built, never while the program runs. Columns come from the code object
itself; the written thing is read off the syntax tree at exactly that span.
"""

from __future__ import annotations

import ast
import linecache
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import CodeType
from typing import TypeAlias, TypeGuard

from gradsan.model.event import Frame, Site, Stack
from gradsan.model.finding import Place
from gradsan.runtime import syntax
from gradsan.runtime.expressions import expression_at
from gradsan.runtime.syntax import binding_of, read_names, statement_at, tree_of

Span: TypeAlias = tuple[int, int, int, int]  # as ast has it: rows from 1, byte columns from 0

LONGEST_TARGET = 40


def resolve(stack: Stack, op: str = "") -> Site | None:
    """Return the place of the innermost user frame; None for an empty stack.

    If only the line is known, the op tells which expression of it is meant.
    """
    if not stack:
        return None
    code, last = stack[0]
    if last < 0 and (node := expression_at(code.co_filename, -last, op)):
        site = site_of(code.co_filename, node, function_of(code))
        return replace(site, called_from=place_of(stack[1]) if len(stack) > 1 else None)
    span = span_of(stack[0])
    place = place_of(stack[0])
    source = _lines(code.co_filename, place)
    called_from = place_of(stack[1]) if len(stack) > 1 else None
    target = _target(code.co_filename, span) if span else ""
    return Site(place, function_of(code), source, target, called_from)


def span_of(frame: Frame) -> Span | None:
    """Return what the instruction stands for in the source, if the code object knows."""
    code, last = frame
    if last < 0:
        return None  # only the line is known
    match next(islice(code.co_positions(), max(last, 0) // 2, None), None):
        case (int(row), int(end_row), int(column), int(end_column)):
            return row, column, end_row, end_column
    return None  # code compiled with -X no_debug_ranges


def place_of(frame: Frame) -> Place:
    """Return the place of a frame, columns in characters; the whole line if unknown."""
    code, last = frame
    name = code.co_filename
    shown = shown_name(name)
    if span := span_of(frame):
        row, column, end_row, end_column = span
        start, end = _characters(name, row, column), _characters(name, end_row, end_column)
        return Place.at(shown, row, start + 1, end_row, end + 1)
    row = -last if last < 0 else line_of(frame)
    line = linecache.getline(name, row).rstrip("\r\n")
    indent = len(line) - len(line.lstrip())
    return Place.at(shown, row, indent + 1, row, max(len(line), indent) + 1)


def row_of(place: Place) -> tuple[str, int]:
    """Return the file and the first row of a place."""
    return place.filename, place.start.row


def line_of(frame: Frame) -> int:
    """Return the line of an instruction; the first of its code if that is not known."""
    code, last = frame
    known = next((at[2] for at in code.co_lines() if at[0] <= last < at[1]), None)
    return known or code.co_firstlineno


def _characters(filename: str, row: int, column: int) -> int:
    """Convert a column that counts UTF-8 bytes into one that counts characters."""
    line = linecache.getline(filename, row)
    if line.isascii():
        return column
    return len(line.encode()[:column].decode(errors="replace"))


def shown_name(filename: str) -> str:
    """Return the name of a file relative to where the user stands, if it is below."""
    here = f"{Path.cwd()}{os.sep}"
    return filename.removeprefix(here) if filename.startswith(here) else filename


def site_of(filename: str, node: ast.stmt | ast.expr, function: str = "", target: str = "") -> Site:
    """Return the site of a piece of syntax; of a block, its first line."""
    row, column = node.lineno, node.col_offset
    end_row, end_column = node.end_lineno or row, node.end_col_offset or column
    if hasattr(node, "body") and isinstance(node, ast.stmt):
        end_row, end_column = row, len(linecache.getline(filename, row).rstrip().encode())
    start, end = _characters(filename, row, column), _characters(filename, end_row, end_column)
    place = Place.at(shown_name(filename), row, start + 1, end_row, end + 1)
    return Site(place, function, _lines(filename, place), target)


def _lines(filename: str, place: Place) -> tuple[str, ...]:
    rows = range(place.start.row, place.end.row + 1)
    return tuple(linecache.getline(filename, row).rstrip("\r\n") for row in rows)


def binding(stack: Stack, name: str) -> Site | None:
    """Return where a name that is used at a place was bound, if the text is sure of it."""
    root = name.partition(".")[0].partition("[")[0]
    if not stack or not root.isidentifier():
        return None
    code = stack[0][0]
    row = place_of(stack[0]).start.row
    statement = binding_of(root, code.co_filename, row)
    if statement is None or statement.lineno == row:
        return None
    return site_of(code.co_filename, statement, function_of(code))


def flag_before(stack: Stack | Site) -> Site | None:
    """Return where requires_grad was last switched on before a place, by assignment."""
    if isinstance(stack, Site):
        return None
    code = stack[0][0]
    statement = syntax.flag_before(code.co_filename, place_of(stack[0]).start.row)
    return site_of(code.co_filename, statement, function_of(code)) if statement else None


def sole_binding(stack: Stack) -> Site | None:
    """Return where the one variable that a statement reads was bound, if it reads one."""
    if not stack:
        return None
    filename, row = stack[0][0].co_filename, place_of(stack[0]).start.row
    statement = statement_at(filename, row)
    names = read_names(statement) if statement else []
    found = [site for name in names if (site := binding(stack, name))]
    return found[0] if len(found) == 1 else None


def function_of(code: CodeType) -> str:
    """Return what to call the function of a code object; a module has no name."""
    return "" if code.co_name == "<module>" else code.co_qualname.replace("<locals>.", "")


def mentions_data(stack: Stack) -> bool:
    """Tell whether the file of the innermost frame speaks of `.data` at all."""
    return bool(stack) and _syntax(stack[0][0].co_filename).has_data


# -- the written thing -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Syntax:
    """What is known of a file's syntax tree."""

    by_span: dict[Span, ast.AST]
    by_end: dict[tuple[int, int], ast.Call]  # method calls over several lines start elsewhere
    imported: frozenset[str]
    has_data: bool


@lru_cache(maxsize=256)
def _syntax(filename: str) -> _Syntax:
    tree = tree_of(filename)
    by_span: dict[Span, ast.AST] = {}
    by_end: dict[tuple[int, int], ast.Call] = {}
    for node in ast.walk(tree):
        if isinstance(node, (ast.Call, ast.AugAssign, ast.Subscript)) or _is_data(node):
            end = (node.end_lineno or 0, node.end_col_offset or 0)
            by_span[(node.lineno, node.col_offset, *end)] = node
            if isinstance(node, ast.Call):
                by_end.setdefault(end, node)
    has_data = any(isinstance(n, ast.Attribute) and n.attr == "data" for n in ast.walk(tree))
    return _Syntax(by_span, by_end, frozenset(_imported(tree)), has_data)


def _is_data(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Tell whether a node is the target of `x.data = other`."""
    return (
        isinstance(node, ast.Attribute) and node.attr == "data" and isinstance(node.ctx, ast.Store)
    )


def _imported(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for alias in node.names:
                yield (alias.asname or alias.name).partition(".")[0]


def _target(filename: str, span: Span) -> str:
    syntax = _syntax(filename)
    node = syntax.by_span.get(span) or syntax.by_end.get((span[2], span[3]))
    match node:
        case ast.AugAssign(target=target):
            return _words(target)
        case ast.Subscript() | ast.Attribute():
            return _words(node)
        case ast.Call():
            return _words(_written(node, syntax.imported))
    return ""


def _written(call: ast.Call, imported: frozenset[str]) -> ast.expr | None:
    """Return the argument or receiver that a call changes, as far as its text tells.

    `h.add_(x)` and `torch.relu_(h)` look alike; what tells them apart is that torch was
    imported.
    """
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    if "out" in named:
        return named["out"]
    first = call.args[0] if call.args else named.get("input")
    match named.get("inplace"), call.func:
        case ast.Constant(value=True), _:
            return first
        case _, ast.Attribute(value=receiver, attr=name) if _is_in_place(name):
            return first if _root(receiver) in imported else receiver
        case _, ast.Attribute(value=receiver, attr="step"):
            return receiver  # an optimizer; whose weights it holds the text does not say
        case _, ast.Name(id=name) if _is_in_place(name) and name in imported:
            return first
    return None


def _is_in_place(name: str) -> bool:
    return name.endswith("_") and not name.endswith("__")


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _words(node: ast.expr | None) -> str:
    """Name the thing itself: `h` for `h[0]`, `h.data` and `h.detach()`."""
    match node:
        case None:
            return ""
        case ast.Subscript(value=inner) | ast.Attribute(value=inner, attr="data"):
            return _words(inner)
        case ast.Call(func=ast.Attribute(value=inner, attr="detach"), args=[]):
            return _words(inner)
    text = ast.unparse(node)
    return text if len(text) <= LONGEST_TARGET and "\n" not in text else ""
