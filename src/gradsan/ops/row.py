"""One row of the op table: its text and the value that it stands for.

    name.overload(parameters) [-> results] [alias[?] P] [views P] [copies? P] [writes P]
                              [saves THING ...] [nograd] [int] [zero] [singular] [undefined]

A parameter is `name:KIND`, with `=` if it has a default and `*` if it takes all that follows;
those after a lone `*` must be named. Kinds: T tensor, T? tensor or None, L list of tensors,
s number, i whole number, flag or list of them, t text, a anything that is no tensor, ? any.
A result is `name`, `name:int`, or `name*` for a list.
THING is a result, a parameter, `thing?guard` (kept only if that parameter needs a gradient),
and ends in `~` if it is kept in some cases only. `copies? P`: a new tensor, in odd cases P.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

# `plain`: no tensor, but it may be a number, a text, a size or None.
Kind = Literal["tensor", "number", "text", "list", "none", "plain", "other", "unknown"]

_LINE = re.compile(r"(?P<row>[\w.]+)\((?P<parameters>[^)]*)\)(?P<effects>.*)")
_WORDS = frozenset({"->", "alias", "alias?", "views", "copies?", "writes", "saves"})
_FIRST = frozenset({"self", "input", "tensor", "x", "x1"})
# What PyTorch's argument parser takes for the names that NumPy uses.
_ALIASES = {"axis": "dim", "keepdims": "keepdim", "x2": "other"}
HOMES = ("F", "linalg", "special", "fft")  # what may stand before the name of an op


@dataclass(frozen=True, slots=True)
class Kept:
    """One thing an op keeps: a result or a parameter, perhaps only if another needs grad."""

    what: str
    guard: str = ""
    is_certain: bool = True


@dataclass(frozen=True, slots=True)
class Op:
    """What one op does, as far as gradients care."""

    name: str  # as the user says it, without home and overload
    parameters: tuple[str, ...]
    required: frozenset[str] = frozenset()
    saves: tuple[Kept, ...] = ()
    alias: str = ""  # the result shares memory with this parameter
    is_differentiable: bool = True
    gives_integers: bool = False
    row: str = ""  # with home and overload, as in the table
    kinds: tuple[str, ...] = ()  # in step with the parameters
    positional: int = 99  # how many parameters may be given without their names
    takes_rest: bool = False  # the last positional parameter takes all that follow
    results: tuple[str, ...] = ("result",)
    integers: frozenset[str] = frozenset()  # results of integer or bool type
    result_is_list: bool = False
    writes: str = ""
    views: str = ""  # each of several results is a view of this parameter
    may_alias: bool = False  # `alias` holds, or the result is a copy
    may_return: str = ""  # a new tensor, but in odd cases this parameter itself
    is_zero: bool = False  # lets gradient through, and it is zero everywhere
    is_singular: bool = False  # has a point where its derivative is not finite
    is_undefined: bool = False  # backward through it raises: there is no formula

    def parameter_for(self, key: str) -> str | None:
        """Return the parameter that a keyword means.

        >>> parse_row("sum(self:T, dim:i=)").parameter_for("axis")
        'dim'
        """
        if key in self.parameters:
            return key
        if key in _FIRST and self.parameters and self.parameters[0] in _FIRST:
            return self.parameters[0]
        other = _ALIASES.get(key)
        return other if other in self.parameters else None


def parse_row(line: str) -> Op:
    """Read one line of the table.

    >>> parse_row("mul.Tensor(self:T, other:T) saves self?other other?self").saves[0]
    Kept(what='self', guard='other', is_certain=True)
    >>> parse_row("max.dim(self:T, dim:i) -> values indices:int saves indices").results
    ('values', 'indices')
    """
    match = _LINE.fullmatch(line.strip())
    if match is None:
        raise ValueError(f"not an op row: {line!r}")
    effects, flags = _effects(match["effects"].split())
    names, kinds, required, positional, rest = _parameters(match["parameters"])
    results = effects.get("->", ["result"])
    parts = [word.rstrip("*").partition(":") for word in results]
    integers = frozenset(name for name, _, kind in parts if kind == "int")
    if "int" in flags:
        integers = frozenset(name for name, _, _ in parts)
    row: str = match["row"]
    return Op(
        name=_name(row),
        row=row,
        parameters=names,
        kinds=kinds,
        required=required,
        positional=positional,
        takes_rest=rest,
        results=tuple(name for name, _, _ in parts),
        integers=integers,
        result_is_list=results[0].endswith("*"),
        saves=tuple(parse_kept(word) for word in effects.get("saves", ())),
        alias=_only(effects.get("alias") or effects.get("alias?")),
        may_alias="alias?" in effects,
        may_return=_only(effects.get("copies?")),
        views=_only(effects.get("views")),
        writes=_only(effects.get("writes")),
        is_differentiable="nograd" not in flags,
        gives_integers=len(integers) == len(parts),
        is_zero="zero" in flags,
        is_singular="singular" in flags,
        is_undefined="undefined" in flags,
    )


def _name(row: str) -> str:
    parts = row.split(".")
    return parts[1] if parts[0] in HOMES else parts[0]


def _effects(words: list[str]) -> tuple[dict[str, list[str]], set[str]]:
    """Group words behind the effect that they belong to; return what is left as flags."""
    effects: dict[str, list[str]] = {}
    flags: set[str] = set()
    group: list[str] | None = None
    for word in words:
        if word in _WORDS:
            group = effects.setdefault(word, [])
        elif word in ("nograd", "int", "zero", "singular", "undefined"):
            flags.add(word)
        elif group is None:
            raise ValueError(f"not an op row: {word!r} says nothing")
        else:
            group.append(word)
    return effects, flags


def _parameters(
    text: str,
) -> tuple[tuple[str, ...], tuple[str, ...], frozenset[str], int, bool]:
    names: list[str] = []
    kinds: list[str] = []
    required: set[str] = set()
    positional, rest = None, False
    for word in filter(None, (word.strip() for word in text.split(","))):
        if word == "*":
            positional = len(names)
            continue
        name, _, kind = word.partition(":")
        bare = kind.rstrip("=*")
        if "*" in kind:
            rest = True
        if "=" not in kind and "*" not in kind:
            required.add(name)
        names.append(name)
        kinds.append(bare or "?")
    count = len(names) if positional is None else positional
    return tuple(names), tuple(kinds), frozenset(required), count, rest


def parse_kept(word: str) -> Kept:
    """Read what is kept: `thing`, `thing?guard`, `thing~`."""
    what, _, guard = word.rstrip("~").partition("?")
    return Kept(what, guard, not word.endswith("~"))


def _only(words: list[str] | None) -> str:
    return words[0] if words else ""
