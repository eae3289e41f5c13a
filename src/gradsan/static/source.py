"""A source file as bytes, text and tree, and places in it.

Whatever the bytes are, `read` gives back a `Source` or a `Trouble`; it never raises for
what a file contains. Byte offsets of `ast` are turned into columns that count characters.
"""

from __future__ import annotations

import ast
import os
import re
import stat
import sys
import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from symtable import symtable
from typing import Any, TypeVar

from gradsan.edits.encoding import encoding_of
from gradsan.model.finding import Place, Position
from gradsan.static.triggers import trigger_rows

MAX_BYTES = 64 * 1024 * 1024
_LONG = 16  # from so many children on, those of a row are looked up
Answer = TypeVar("Answer")
Node = TypeVar("Node", bound=ast.AST)
_FRAMEWORKS = (b"torch", b"jax", b"tensorflow", b"keras")
_FRAMEWORK = re.compile(rb"\b(?:%s)\b" % b"|".join(_FRAMEWORKS))


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why a file could not be checked, and where."""

    filename: str
    is_syntax: bool
    message: str
    row: int = 1
    column: int = 1
    line: str = ""


@dataclass(frozen=True)
class Source:
    """A file that parses."""

    filename: str
    content: bytes = field(repr=False)
    encoding: str
    code: str = field(repr=False)  # decoded; lines end as in Unix
    _around: dict[int, list[ast.AST]] = field(default_factory=dict, repr=False, compare=False)
    _inside: dict[ast.AST, list[ast.AST]] = field(default_factory=dict, repr=False, compare=False)
    known: dict[Any, Any] = field(default_factory=dict, repr=False, compare=False)  # see `once`
    _starts: dict[int, list[int]] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def tree(self) -> ast.Module:
        """The whole file."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # the file's own invalid escapes are not our matter
            return ast.parse(self.code, self.filename)

    @cached_property
    def is_framework_code(self) -> bool:
        """Whether it names a framework."""
        # A plain search is ten times as fast; most files that have none of these words end here.
        has_word = any(word in self.content for word in _FRAMEWORKS)
        return has_word and _FRAMEWORK.search(self.content) is not None

    @cached_property
    def may_matter(self) -> bool:
        """Whether there may be something to tell: it names a framework, and has a trigger.

        Two calls raise at once, without a write or a backward: of an optimizer, and of a copy.
        """
        if not self.is_framework_code:
            return False
        return any(self.triggers.values()) or "optim" in self.code or "deepcopy" in self.code

    @cached_property
    def triggers(self) -> dict[str, list[int]]:
        """Its lines that may write or the like, by kind."""
        return trigger_rows(self.code, self.starts)

    @cached_property
    def starts(self) -> list[int]:
        """Where each line starts in the text, and where the last one ends."""
        return [0, *accumulate(map((1).__add__, map(len, self.lines)))]

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Its lines, without their ends."""
        return tuple(self.code.split("\n"))

    def place(self, node: ast.expr | ast.stmt) -> Place:
        """Return where a node stands."""
        end_row = node.end_lineno or node.lineno
        end = node.end_col_offset or node.col_offset
        return Place.at(
            self.filename,
            node.lineno,
            self._column(node.lineno, node.col_offset),
            end_row,
            self._column(end_row, end),
        )

    def end(self, node: ast.arg | ast.expr) -> Position:
        """Return where a node ends."""
        row = node.end_lineno or node.lineno
        return Position(row, self._column(row, node.end_col_offset or node.col_offset))

    def _column(self, row: int, byte: int) -> int:
        line = self.lines[row - 1] if row <= len(self.lines) else ""
        if line.isascii():
            return byte + 1
        if row not in self._starts:
            self._starts[row] = [0, *accumulate(len(character.encode()) for character in line)][:-1]
        return bisect_left(self._starts[row], byte) + 1

    def in_bytes(self, position: Position) -> tuple[int, int]:
        """Return a position as `ast` gives it: the row, and the bytes before it in its line."""
        line = self.lines[position.row - 1] if position.row <= len(self.lines) else ""
        column = position.column - 1
        return position.row, column if line.isascii() else len(line[:column].encode())

    def around(self, row: int) -> list[ast.AST]:
        """Return the nodes whose lines hold a row, from the outside in; they are remembered."""
        if row not in self._around:
            body = self.tree.body  # many, and in order
            start, end = bisect_left(body, row, key=_last_row), bisect_right(body, row, key=_row)
            inside: list[ast.AST] = [*body[start:end]]
            for node in inside:  # it grows while it is read
                inside += _below_at(node, row)
            self._around[row] = [self.tree, *inside]
        return self._around[row]

    def kind_around(self, row: int, kinds: tuple[type[Node], ...]) -> list[Node]:
        """Return those of a kind among the nodes whose lines hold a row; they are remembered."""
        found: list[Node] | None = self.known.get((row, kinds))
        if found is None:
            found = [node for node in self.around(row) if isinstance(node, kinds)]
            self.known[row, kinds] = found
        return found

    def once(self, question: Callable[[Any], Answer], node: ast.AST | int) -> Answer:
        """Return what a function says of a node or a row; it is asked once, and not of others."""
        key = question, node
        if key not in self.known:
            self.known[key] = question(node)
        answer: Answer = self.known[key]
        return answer

    @cached_property
    def parents(self) -> dict[ast.AST, ast.AST]:
        """The node around each node of the file."""
        return {child: node for node in (self.tree, *self.nodes) for child in below(node)}

    def above(self, node: ast.AST) -> Iterator[ast.AST]:
        """Yield the nodes around a node, from the inside out."""
        parents = self.parents
        while (around := parents.get(node)) is not None:
            yield around
            node = around

    def is_inside(self, node: ast.AST, other: ast.AST) -> bool:
        """Tell whether a node stands below another one; `node in children(other)`."""
        return any(around is other for around in self.above(node))

    @property
    def nodes(self) -> list[ast.AST]:
        """Every node of the file."""
        return self.inside(self.tree)

    def inside(self, node: ast.AST) -> list[ast.AST]:
        """Return every node below this one, as `children` does; they are remembered."""
        if node not in self._inside:
            self._inside[node] = list(children(node))
        return self._inside[node]

    def mentions(self, node: ast.stmt, word: str) -> bool:
        """Tell whether the lines of a statement hold a word."""
        return any(word in line for line in self.lines[node.lineno - 1 : node.end_lineno])

    def text(self, place: Place) -> str:
        """Return the source at a place."""
        rows = list(self.lines[place.start.row - 1 : place.end.row])
        if not rows:
            return ""
        rows[-1] = rows[-1][: place.end.column - 1]
        rows[0] = rows[0][place.start.column - 1 :]
        return "\n".join(rows)

    def rows_of(self, place: Place) -> tuple[str, ...]:
        """Return the whole lines of a place."""
        return self.lines[place.start.row - 1 : place.end.row]


def _row(node: ast.AST) -> int:
    """Return the first row of a node, or of its decorators; 0 if it does not tell."""
    known = node.__dict__
    if node.__class__ is ast.match_case:
        known = known["pattern"].__dict__
    decorators = known.get("decorator_list")
    row: int = decorators[0].lineno if decorators else known.get("lineno", 0)
    return row


def _last_row(node: ast.AST) -> int:
    """Return the last row of a node; beyond any file if it does not tell."""
    known = node.__dict__
    if node.__class__ is ast.match_case:
        known = known["body"][-1].__dict__
    row: int = known.get("end_lineno", sys.maxsize)
    return row


def _below_at(node: ast.AST, row: int) -> list[ast.AST]:
    """Return the nodes directly below this one whose lines hold a row."""
    found: list[ast.AST] = []
    values = node.__dict__
    for name in _FIELDS[node.__class__]:
        value = values.get(name)
        if value.__class__ is not list:
            parts = [] if value is None else [value]
        elif name in _MIXED_FIELDS:
            parts = [item for item in value if isinstance(item, ast.AST)]
        else:
            parts = value
        if len(parts) > _LONG and not isinstance(node, ast.JoinedStr):  # its parts are misplaced
            start = bisect_left(parts, row, key=_last_row)
            parts = parts[start : bisect_right(parts, row, key=_row)]
        found += [child for child in parts if _row(child) <= row <= _last_row(child)]
    return found


@dataclass(frozen=True, slots=True)
class Raw:
    """The bytes of a file, not looked at yet."""

    filename: str
    content: bytes = field(repr=False)


def load(path: Path | str, display: str | None = None) -> Raw | Trouble:
    """Read the bytes of a file."""
    name = display or str(path)
    try:
        status = os.stat(path)  # noqa: PTH116  (three times as fast as by a Path)
        if not stat.S_ISREG(status.st_mode):
            return Trouble(name, False, "not a regular file")
        if status.st_size > MAX_BYTES:
            return Trouble(name, False, f"larger than {MAX_BYTES >> 20} MiB; not read")
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123
            return Raw(name, file.readall())
    except OSError as error:
        return Trouble(name, False, (error.strerror or str(error)).lower())


def read(path: Path, display: str | None = None) -> Source | Trouble:
    """Read and parse a file."""
    raw = load(path, display)
    return raw if isinstance(raw, Trouble) else parse(raw.content, raw.filename)


def parse(content: bytes, filename: str) -> Source | Trouble:
    """Decode and parse the bytes of a file.

    >>> parse(b"x = (", "a.py").message
    "'(' was never closed"
    """
    if b"\0" in content:
        row = content[: content.index(b"\0")].count(b"\n") + 1
        return Trouble(filename, True, "source has a null byte", row)
    try:
        encoding = encoding_of(content)
        text = content.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError) as error:
        return Trouble(filename, False, f"cannot be decoded: {_first_line(error)}")
    source = Source(filename, content, encoding, _plain_ends(text.removeprefix("\ufeff")))
    try:
        _check_syntax(source)
    except SyntaxError as error:
        row = min(max(error.lineno or 1, 1), len(source.lines))
        line = source.lines[row - 1]
        return Trouble(filename, True, _first_line(error), row, max(error.offset or 1, 1), line)
    except (RecursionError, MemoryError):
        return Trouble(filename, True, "nested too deeply to be parsed")
    except ValueError as error:
        return Trouble(filename, True, _first_line(error))
    return source


def _check_syntax(source: Source) -> None:
    """Raise what Python raises for a file that it cannot parse.

    Nobody asks for the tree of a file of which there is nothing to tell; where a table of its names
    can be made, which takes a third less, there is no need for one.
    """
    if not source.may_matter:
        with suppress(SyntaxError, RecursionError, MemoryError, ValueError):
            symtable(source.code, source.filename, "exec")
            return
    _ = source.tree  # made now, and kept


def split_lines(text: str) -> tuple[str, ...]:
    """Split as Python does: at LF, CRLF and CR only."""
    return tuple(_plain_ends(text).split("\n"))


def _plain_ends(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _first_line(error: BaseException) -> str:
    text = error.msg if isinstance(error, SyntaxError) else str(error)
    return (text or type(error).__name__).splitlines()[0]


_PLAIN_FIELDS = frozenset(
    "ctx op ops id attr kind type_comment is_async simple level conversion module asname arg "  # noqa: SIM905
    "name rest".split()
)
_MIXED_FIELDS = frozenset({"keys", "kw_defaults", "names", "kwd_attrs"})  # nodes and others


_WITH_BLOCKS = (
    ast.mod, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.If, ast.For, ast.AsyncFor,
    ast.While, ast.With, ast.AsyncWith, ast.Try, ast.TryStar, ast.Match, ast.excepthandler,
    ast.match_case,
)  # fmt: skip


class _Fields(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of a kind of node that may hold nodes; operators and contexts are left out."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        names = () if kind is ast.Constant else kind._fields
        self[kind] = found = tuple(name for name in names if name not in _PLAIN_FIELDS)
        return found


_FIELDS = _Fields()


def below(node: ast.AST) -> list[ast.AST]:
    """Return the nodes directly below this one; three times as fast as `ast.iter_child_nodes`."""
    found: list[ast.AST] = []
    values = node.__dict__
    for name in _FIELDS[node.__class__]:
        value = values.get(name)
        if value.__class__ is not list:
            if value is not None:
                found.append(value)
        elif name in _MIXED_FIELDS:
            found += [item for item in value if isinstance(item, ast.AST)]
        else:
            found += value
    return found


def statements_below(node: ast.AST) -> list[ast.AST]:
    """Return the statements directly below a node, with the handlers and cases that hold some."""
    if not isinstance(node, _WITH_BLOCKS):
        return []
    kinds = (ast.stmt, ast.excepthandler, ast.match_case)
    return [child for child in below(node) if isinstance(child, kinds)]


def subtree(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it, as `ast.walk` does; no operators and contexts."""
    todo = [node]
    for item in todo:  # it grows while it is read
        yield item
        todo += below(item)


def unparse(node: ast.AST) -> str:
    """Write a node as `ast.unparse` does; names and chains of attributes at once.

    >>> unparse(ast.parse("self.layer.weight", mode="eval").body)
    'self.layer.weight'
    """
    names: list[str] = []
    whole = node
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return ast.unparse(whole)
    return ".".join((node.id, *reversed(names)))


def is_under_condition(home: ast.AST, node: ast.expr) -> bool:
    """Tell whether it depends on a condition in its function whether an expression is reached."""
    last = node.end_lineno or node.lineno
    return any(first <= node.lineno and last <= end for first, end in _conditional_rows(home))


@lru_cache(maxsize=8)  # one function is asked about for each of its calls
def _conditional_rows(home: ast.AST) -> tuple[tuple[int, int], ...]:
    """Return the first and the last row of each condition below a node."""
    return tuple(
        (item.lineno, item.end_lineno or item.lineno)
        for item in children(home)
        if isinstance(item, (ast.If, ast.IfExp))
    )


def children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield every node below this one, without recursion."""
    todo = [node]
    while todo:
        for child in below(todo.pop()):
            todo.append(child)
            yield child
