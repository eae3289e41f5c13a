"""A source file as bytes, text and tree, and places in it.

Whatever the bytes are, `read` gives back a `Source` or a `Trouble`; it never raises for
what a file contains. Byte offsets of `ast` are turned into columns that count characters.
"""

from __future__ import annotations

import ast
import os
import re
import stat
import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from symtable import symtable
from typing import Any, TypeVar

from gradsan.edits.encoding import encoding_of
from gradsan.model.finding import Place, Position
from gradsan.static.nodes import below, below_at, children, first_row, last_row
from gradsan.static.triggers import trigger_rows

MAX_BYTES = 64 * 1024 * 1024
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
            start, end = (
                bisect_left(body, row, key=last_row),
                bisect_right(body, row, key=first_row),
            )
            inside: list[ast.AST] = [*body[start:end]]
            for node in inside:  # it grows while it is read
                inside += below_at(node, row)
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
