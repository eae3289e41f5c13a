"""Name a finding by what stays the same when lines above it come and go.

A name is the function around the finding and its statement, written as `ast` writes it:
without comments, spaces and line breaks of its own.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from gradsan.model.finding import Finding, Place, Position
from gradsan.static.notebook import is_notebook, read_notebook
from gradsan.static.source import Source, Trouble, parse, split_lines

_BODIES = ("body", "orelse", "finalbody", "handlers", "cases")
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True, slots=True)
class Name:
    """Where a finding is, without a row."""

    function: str  # qualified; empty: the module
    statement: str


def names_of(findings: Iterable[Finding], content: bytes, filename: str) -> tuple[Name, ...]:
    """Name findings of a file."""
    places = [finding.place for finding in findings]
    if not places:
        return ()
    if is_notebook(filename):
        notebook = read_notebook(content, filename)
        if isinstance(notebook, Trouble):
            return tuple(Name("", "") for _ in places)
        content = notebook.python()
        places = [_at_row(place, notebook.row_of(place)) for place in places]
    source = parse(content, filename)
    if isinstance(source, Trouble):
        lines = split_lines(content.decode("utf-8", "replace"))
        return tuple(Name("", _line(lines, place)) for place in places)
    return tuple(_name(source, place) for place in places)


def _at_row(place: Place, row: int) -> Place:
    return replace(place, start=Position(row, place.start.column))


def _name(source: Source, place: Place) -> Name:
    scopes: list[str] = []
    found: ast.stmt | None = None
    inside: Iterable[ast.stmt] = source.tree.body
    while inside:
        around = next((item for item in inside if _holds(source, item, place.start)), None)
        if around is None:
            break
        found = around
        inside = list(_statements(around))
        if isinstance(around, _SCOPES):
            scopes.append(around.name)
    statement = _written(found) if found else ""
    return Name(".".join(scopes), statement or _line(source.lines, place))


def _holds(source: Source, statement: ast.stmt, position: Position) -> bool:
    place = source.place(statement)
    first = min((item.lineno for item in getattr(statement, "decorator_list", ())), default=0)
    starts_above = bool(first) and first <= position.row
    return (starts_above or place.start <= position) and position < place.end


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements directly below, through the arms of `try` and `match`."""
    for name in _BODIES:
        for child in getattr(node, name, ()):
            if isinstance(child, ast.stmt):
                yield child
            else:
                yield from _statements(child)


def _written(statement: ast.stmt) -> str:
    """Write a statement on one line; of a compound one, its head only."""
    head = copy.copy(statement)
    for name in _BODIES:
        if hasattr(head, name):
            setattr(head, name, [])
    try:
        return " ".join(ast.unparse(head).split())
    except (RecursionError, ValueError):
        return ""


def _line(lines: tuple[str, ...], place: Place) -> str:
    return " ".join(" ".join(lines[place.start.row - 1 : place.start.row]).split())
