"""Where the functions and classes of a file are, and the lines that may matter.

Text comes first: lines are found by plain words, functions and classes by their line numbers.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from gradsan.static.origins import Origins
from gradsan.static.reading import AnyFunction, Body
from gradsan.static.source import Source

_KNOWN = frozenset({"torch", "numpy", "math", "functools", "copy", "itertools", "collections"})
MODULE = re.compile(r"self\.(\w++)[^=\n]*+=\s*(?:[\w.]+\(\s*)*[\w.]*\b[A-Z]\w*\(")
_CONTAINER = re.compile(
    r"self\.(\w++)[^=\n]*+=\s*(?:\{|\[|dict\b|list\b|defaultdict|OrderedDict|set\b)"
)


Definition: TypeAlias = tuple[AnyFunction, str, ast.ClassDef | None]


@dataclass(slots=True, eq=False)
class Scouted:
    """A function of the file, and what was seen in it."""

    node: AnyFunction
    title: str  # its name after those of its classes
    cls: ast.ClassDef | None
    whole: str = field(repr=False)  # the text of the file
    starts: list[int] = field(repr=False)  # of its lines
    body: Body | None = None  # read when it is first asked for
    harms: set[str] = field(default_factory=set)  # kinds of the triggers that are left
    written: set[str] = field(default_factory=set)  # names; empty: it cannot be told
    rows: list[int] = field(default_factory=list)  # of the triggers that are left
    relays: set[int] = field(default_factory=set)  # rows of calls that may lead to one
    targets: set[int] = field(default_factory=set)  # first rows of the statements of both
    risks: set[int] = field(default_factory=set)  # rows of `where`, here and in what it calls
    is_own: bool = True  # nothing of it was found in what it calls

    @property
    def text(self) -> str:
        """Its lines; most are never asked for them."""
        last = self.node.end_lineno or 0
        return self.whole[self.starts[self.node.lineno - 1] : self.starts[last]]

    @property
    def name(self) -> str:
        """Its own name."""
        return getattr(self.node, "name", "")

    def matters(self) -> frozenset[str]:
        """Return the names on which the harm depends; none: all may matter."""
        if not self.is_own or not self.written or self.harms & {"use", "where"}:
            return frozenset()
        return self.read().dependencies(self.written)

    def read(self) -> Body:
        """Return what it does with its names."""
        if self.body is None:
            self.body = Body.of(self.node)
        return self.body


@dataclass(slots=True)
class Attributes:
    """What the attributes of a class are, as far as its text tells."""

    modules: set[str]  # modules, weights: made by a call of a class
    containers: set[str]  # lists and dicts
    has_weights: bool
    bases: set[str]


@dataclass(slots=True)
class Survey:
    """Where the functions and the triggers of a file are."""

    text: str
    starts: list[int]  # of the lines
    functions: list[Scouted]
    first_rows: list[int]
    rows: dict[str, list[int]]  # of triggers, by kind
    imported: frozenset[str]  # names from elsewhere
    origins: Origins
    classes: dict[str, Attributes] = field(default_factory=dict)  # read when they are asked for
    own: dict[str, bool] = field(default_factory=dict)  # attributes that classes here have

    @classmethod
    def of(cls, source: Source, functions: Sequence[Definition]) -> Survey:
        """Look for triggers in the text of a file."""
        text = source.code
        starts = source.starts
        scouted = [Scouted(node, title, cls, text, starts) for node, title, cls in functions]
        first_rows = [item.node.lineno for item in scouted]
        imported = _imported(source.tree)
        return cls(text, starts, scouted, first_rows, source.triggers, imported, Origins(source))

    def all_rows(self) -> list[int]:
        """Return the lines with triggers, whatever they may do."""
        return sorted({row for rows in self.rows.values() for row in rows})

    def rows_left(self) -> list[int]:
        """Return the lines whose triggers may do harm."""
        left = {row for item in self.functions for row in item.rows}
        return sorted(left.union(self.rows["layer"]))

    def attributes(self, cls: ast.ClassDef) -> Attributes:
        """Return what is known of the attributes of a class and of its bases in the file."""
        if cls.name not in self.classes:
            text = self.text[self.starts[cls.lineno - 1] : self.starts[cls.end_lineno or 0]]
            modules, containers = set(MODULE.findall(text)), set(_CONTAINER.findall(text))
            has_weights = "Parameter" in text or "requires_grad" in text
            known = Attributes(modules, containers, has_weights, base_names(cls))
            self.classes[cls.name] = known
            others = {item.cls.name: item.cls for item in self.functions if item.cls}
            for base in known.bases & others.keys() - {cls.name}:
                inherited = self.attributes(others[base])
                known.modules |= inherited.modules
                known.containers |= inherited.containers
                known.has_weights |= inherited.has_weights
        return self.classes[cls.name]

    def is_outside(self, item: Scouted, function: ast.expr) -> bool:
        """Tell whether what a function calls is neither of this file nor of a framework.

        The walk knows nothing of such a call, nor of what comes back from it.
        """
        match function:
            case ast.Name(id=name):
                return name in self.imported and name not in item.read().bound
            case ast.Attribute(value=ast.Name(id="self"), attr=name) if item.cls:
                return not self._is_of_self(name)
        return False

    def _is_of_self(self, name: str) -> bool:
        """Tell whether some class of the file gives its objects this attribute."""
        if name not in self.own:
            ways = (
                f"def {name}(", f".{name} =", f".{name}=", f".{name}:", f".{name},",
                f"    {name} =", f"    {name}:", f"'{name}'", f'"{name}"',
            )  # fmt: skip
            self.own[name] = any(way in self.text for way in ways)
        return self.own[name]

    def mentions(self, statement: ast.stmt, words: tuple[str, ...]) -> bool:
        """Tell whether the lines of a statement hold one of these words."""
        last = statement.end_lineno or statement.lineno
        text = self.text[self.starts[statement.lineno - 1] : self.starts[last]]
        return any(word in text for word in words)

    def at(self, row: int) -> Scouted | None:
        """Return the function that a line is in."""
        at = bisect_right(self.first_rows, row) - 1
        if at < 0 or row > (self.functions[at].node.end_lineno or 0):
            return None
        return self.functions[at]

    def by_function(self, *kinds: str) -> dict[Scouted, set[int]]:
        """Return the lines with triggers of these kinds, by function."""
        found: dict[Scouted, set[int]] = {}
        for row in (row for kind in kinds for row in self.rows[kind]):
            if item := self.at(row):
                found.setdefault(item, set()).add(row)
        return found


def _imported(tree: ast.Module) -> frozenset[str]:
    """Return the names that a file takes from modules of which check knows nothing."""
    found: set[str] = set()
    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom):
            home = (statement.module or "").partition(".")[0]
            if statement.level or home not in _KNOWN:
                found |= {alias.asname or alias.name for alias in statement.names}
    return frozenset(found)


def base_names(cls: ast.ClassDef) -> set[str]:
    """Return the bases of a class that are plain names."""
    return {base.id for base in cls.bases if isinstance(base, ast.Name)}
