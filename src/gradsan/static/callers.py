"""Who may call whom in a file, as far as names tell."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import NamedTuple

from gradsan.static.survey import Scouted, Survey, base_names


class Call(NamedTuple):
    """A place where a function may be called, or handed to somebody who may."""

    prefix: str  # the word before the dot, if there is one
    caller: Scouted
    row: int


class Callers:
    """Who may call whom, as far as names tell."""

    def __init__(self, found: Survey) -> None:
        self._found = found
        self._methods: dict[str, list[Scouted]] = {}  # by class
        self._kin: dict[str, set[str]] = {}  # classes and their bases, both ways
        self._calls: dict[str, list[Call]] = {}
        for item in found.functions:
            if item.cls:
                self._methods.setdefault(item.cls.name, []).append(item)
                for base in base_names(item.cls):
                    self._kin.setdefault(base, set()).add(item.cls.name)
                    self._kin.setdefault(item.cls.name, set()).add(base)

    def of(self, item: Scouted) -> Iterator[tuple[Scouted, int]]:
        """Yield who may call a function, and in which line; 0 if it cannot be told."""
        if item.cls is None:
            yield from ((call.caller, call.row) for call in self._calling(item.name))
        elif item.name in ("forward", "__call__"):
            if item.harms & {"outer", "use", "where"}:
                for call in self._calling(item.cls.name):
                    yield from ((user, 0) for user in self._users(call.caller))
        elif item.name != "__init__":
            yield from self._of_method(item, item.cls.name)

    def _of_method(self, item: Scouted, owner: str) -> Iterator[tuple[Scouted, int]]:
        makers = {self._home(call.caller) for call in self._calling(owner)}
        kin = {owner} | self._kin.get(owner, set())
        for prefix, caller, row in self._calling(item.name):
            is_own = prefix in ("self", ")") and caller.cls and caller.cls.name in kin
            if is_own or (prefix and self._home(caller) in makers):
                yield caller, row

    def _calling(self, name: str) -> list[Call]:
        """Return where a name is called."""
        if name not in self._calls:
            self._calls[name] = list(self._read_calls(name))
        return self._calls[name]

    def _read_calls(self, name: str) -> Iterator[Call]:
        text = self._found.text
        for at in _find(text, name):
            before, after = text[max(at - 5, 0) : at], text[at + len(name) : at + len(name) + 1]
            if after not in "(,)\n":  # called, or handed to somebody who may
                continue
            if before[-1:].isalnum() or before[-1:] == "_" or before.endswith("def "):
                continue
            prefix = ""
            if before.endswith("."):
                prefix = "self" if before == "self." else before[-2:-1]
            row = bisect_right(self._found.starts, at)
            if caller := self._found.at(row):
                yield Call(prefix, caller, row)

    def _users(self, maker: Scouted) -> Iterator[Scouted]:
        """Yield what may call a module that was made here: the methods of the maker's class."""
        if maker.cls is not None and maker.name == "__init__":
            yield from (item for item in self._methods[maker.cls.name] if item is not maker)
        else:
            yield maker

    def _home(self, item: Scouted) -> object:
        return item.cls if item.cls is not None else item.node


def _find(text: str, word: str) -> Iterator[int]:
    """Yield where a word stands in a text."""
    at = text.find(word)
    while at >= 0:
        yield at
        at = text.find(word, at + 1)
