"""Where names stand below a node and in a block, looked up where thousands of writes would ask.

Each index is made once (`Source.once`), when the first question about its node comes.
"""

from __future__ import annotations

import ast
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gradsan.static.names import needs, stores
from gradsan.static.nodes import children, subtree, unparse
from gradsan.static.source import Source

Rows = dict[str, list[int]]


@dataclass(slots=True)
class Occurrences:
    """The names below a node, by what is done to them; in the order of their lines."""

    read: dict[str, list[ast.Name]] = field(default_factory=lambda: defaultdict(list))
    bound: set[str] = field(default_factory=set)  # but not deleted
    last: dict[str, int] = field(default_factory=dict)  # rows; whatever is done to the name
    outer: set[str] = field(default_factory=set)  # global and nonlocal

    def read_after(self, name: str, row: int) -> Iterator[ast.Name]:
        """Yield where a name is read behind a row."""
        found = self.read.get(name, [])
        yield from found[bisect_right(found, row, key=_row) :]

    def is_read_after(self, name: str, row: int) -> bool:
        """Tell whether a name is read behind a row."""
        found = self.read.get(name)
        return found is not None and found[-1].lineno > row

    def read_in(self, name: str, first: int, last: int) -> Iterator[ast.Name]:
        """Yield where a name is read in some rows."""
        found = self.read.get(name, [])
        yield from found[bisect_left(found, first, key=_row) : bisect_right(found, last, key=_row)]


def names_below(node: ast.AST) -> Occurrences:
    """Sort the names at or below a node."""
    found = Occurrences()
    for item in subtree(node):
        if isinstance(item, ast.Name):
            found.last[item.id] = max(item.lineno, found.last.get(item.id, 0))
            if isinstance(item.ctx, ast.Load):
                found.read[item.id].append(item)
            elif isinstance(item.ctx, ast.Store):
                found.bound.add(item.id)
        elif isinstance(item, (ast.Global, ast.Nonlocal)):
            found.outer.update(item.names)
    for names in found.read.values():
        names.sort(key=_row)
    return found


def assignments_below(node: ast.AST) -> dict[str, list[ast.Assign]]:
    """Return the assignments below a node under the names that they bind."""
    found: dict[str, list[ast.Assign]] = defaultdict(list)
    for item in children(node):
        if isinstance(item, ast.Assign):
            for name in stores(item):
                found[name].append(item)
    return found


def _row(node: ast.Name) -> int:
    return node.lineno


@dataclass
class InBlock:
    """At which statements of a block names are bound, needed, spoken of; positions in order."""

    bound: Rows = field(default_factory=lambda: defaultdict(list))
    needed: Rows = field(default_factory=lambda: defaultdict(list))
    spoken: Rows = field(default_factory=lambda: defaultdict(list))  # names, `a.b.c`
    names: list[set[str]] = field(default_factory=list)  # of each statement
    dropped: list[int] = field(default_factory=list)  # the statements that take no result
    block: Sequence[ast.stmt] = ()

    @cached_property
    def named_elsewhere(self) -> Rows:
        """Where a result is dropped that is written with the same words and named elsewhere."""
        return _named_elsewhere(self.block, self.dropped)

    def names_in(self, first: int, last: int) -> set[str]:
        """Return the names in the statements of some positions."""
        return set().union(*self.names[first:last])

    def may_pass(self, statement: ast.stmt, first: int, last: int) -> bool:
        """Tell whether a statement can change places with those of some positions."""
        bound = stores(statement)
        return not (
            any_between(self.bound, needs(statement) | bound, first, last)
            or any_between(self.needed, bound, first, last)
        )


def any_between(rows: Rows, words: Iterable[str], first: int, last: int) -> bool:
    """Tell whether one of these words stands at a position from `first`, before `last`."""
    return any(next_of(rows.get(word, []), first) < last for word in words)


def next_of(rows: list[int], first: int) -> float:
    """Return the next position from one on; beyond all if there is none."""
    at = bisect_left(rows, first)
    return rows[at] if at < len(rows) else float("inf")


def in_block(source: Source, block: list[ast.stmt]) -> InBlock:
    """Return what is said where in a block; it is known by its first statement."""
    found: InBlock | None = source.known.get(block[0])
    if found is None:
        found = source.known[block[0]] = _read(block)
    return found


def _read(block: list[ast.stmt]) -> InBlock:
    found = InBlock(block=block)
    for at, statement in enumerate(block):
        for name in stores(statement):
            found.bound[name].append(at)
        for name in needs(statement):
            found.needed[name].append(at)
        inside = list(children(statement))
        names = {item.id for item in inside if isinstance(item, ast.Name)}
        found.names.append(names)
        chains = {unparse(item) for item in inside if _is_chain(item)}
        for word in names | chains:
            found.spoken[word].append(at)
        if isinstance(statement, ast.Expr):
            found.dropped.append(at)
    return found


def _is_chain(node: ast.AST) -> bool:
    """Tell whether it is `a.b.c`: other expressions may be too deep to be written out."""
    if not isinstance(node, ast.Attribute):
        return False
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _named_elsewhere(block: Sequence[ast.stmt], dropped: list[int]) -> Rows:
    known = {
        ast.unparse(item.value): item.targets[0].id
        for item in block
        if isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Name)
    }
    found: Rows = defaultdict(list)
    for at in dropped:
        item = block[at]
        if isinstance(item, ast.Expr) and (name := known.get(ast.unparse(item.value))):
            found[name].append(at)
    return found
