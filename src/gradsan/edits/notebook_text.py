"""Put new sources into cells of a notebook's JSON; every other byte stays as it is.

The text is walked token by token, because `json` does not say where a value stands. It must
be valid JSON: whoever calls has parsed it before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
_LINE = re.compile(r"[^\n]*\n|[^\n]+")


@dataclass(slots=True)
class _Level:
    """An object or a list that is open."""

    is_list: bool
    key: str = ""  # of the value that comes, in an object
    index: int = 0  # of the value that comes, in a list
    awaits_key: bool = True


@dataclass(slots=True)
class _Value:
    """The source of a cell: where it stands, and each string of it."""

    cell: int  # from 0
    start: int
    end: int = 0
    strings: list[tuple[int, int]] = field(default_factory=list)


def replace_sources(text: str, sources: Mapping[int, str]) -> str:
    r"""Give cells (by index, from 0) new sources.

    >>> replace_sources('{"cells": [ {"source": ["a\\n", "b"]} ]}', {0: "a\nc"})
    '{"cells": [ {"source": ["a\\n", "c"]} ]}'
    """
    parts, at = [], 0
    for value in _source_values(text):
        if value.cell in sources:
            parts += [text[at : value.start], _written(text, value, sources[value.cell])]
            at = value.end
    return "".join([*parts, text[at:]])


def _written(text: str, value: _Value, source: str) -> str:
    """Write a source as the old one was written: a string, or a list of lines."""
    only_ascii = text.isascii()  # else the file holds letters as they are
    old = text[value.start : value.end]
    if not old.startswith("["):
        return json.dumps(source, ensure_ascii=only_ascii)
    raws = [text[start:end] for start, end in value.strings]
    lines = _LINE.findall(source)
    before = [json.loads(raw) for raw in raws]
    head = _shared(before, lines)
    tail = _shared(before[head:][::-1], lines[head:][::-1])
    middle = [json.dumps(line, ensure_ascii=only_ascii) for line in lines[head : len(lines) - tail]]
    items = [*raws[:head], *middle, *raws[len(raws) - tail :]]
    opening, between, closing = _gaps(text, value)
    return opening + between.join(items) + closing


def _gaps(text: str, value: _Value) -> tuple[str, str, str]:
    """Return what stands before, between and after the strings of a list."""
    if not value.strings:
        return "[", ", ", "]"
    (first, end), *others = value.strings
    opening = text[value.start : first]
    closing = text[value.strings[-1][1] : value.end]
    between = text[end : others[0][0]] if others else f",{opening[1:] or ' '}"
    return opening, between, closing


def _shared(one: Sequence[str], other: Sequence[str]) -> int:
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


def _source_values(text: str) -> Iterator[_Value]:
    """Yield where the sources of the cells stand."""
    levels: list[_Level] = []
    value: _Value | None = None
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in "]}":
            levels.pop()
            if value and len(levels) == 3:
                value.end = match.end()
                yield value
                value = None
        elif token == ",":
            levels[-1].index += 1
            levels[-1].awaits_key = True
        elif token == ":":
            levels[-1].awaits_key = False
        elif levels and not levels[-1].is_list and levels[-1].awaits_key:
            levels[-1].key = json.loads(token)
        else:
            if _is_source(levels):
                value = _Value(levels[1].index, match.start(), match.end())
                if token not in "[{":
                    yield value
                    value = None
            elif value and token.startswith('"'):
                value.strings.append(match.span())
            if token in "[{":
                levels.append(_Level(token == "["))


def _is_source(levels: Sequence[_Level]) -> bool:
    """Tell whether the value that comes is `cells[i].source`."""
    if [level.is_list for level in levels] != [False, True, False]:
        return False
    return levels[0].key == "cells" and levels[2].key == "source"
