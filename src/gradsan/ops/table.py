"""Read the op table: what each op keeps for backward, aliases, and lets flow.

Data lies beside this file as text (`torch_ops.txt` says how a line is read). No framework is
imported.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

_LINE = re.compile(r"(?P<name>\w+)\((?P<parameters>[^)]*)\)(?P<effects>.*)")


@dataclass(frozen=True, slots=True)
class Kept:
    """One thing an op keeps: `result` or a parameter, perhaps only if another needs grad."""

    what: str
    guard: str = ""


@dataclass(frozen=True, slots=True)
class Op:
    """What one op does, as far as gradients care."""

    name: str
    parameters: tuple[str, ...]
    required: frozenset[str] = frozenset()
    saves: tuple[Kept, ...] = ()
    alias: str = ""
    is_differentiable: bool = True
    gives_integers: bool = False


@dataclass(frozen=True, slots=True)
class Layer:
    """A torch.nn module: the op that it calls, with which of its attributes."""

    name: str
    op: str
    attributes: tuple[str, ...] = ()
    inplace_at: int | None = None  # where the constructor takes `inplace`; None: it does not


@cache
def torch_modules() -> dict[str, Layer]:
    """Load what the modules of torch.nn do when they are called."""
    table: dict[str, Layer] = {}
    for line in _lines("torch_modules.txt"):
        name, op, *rest = line.split()
        at = next((int(word[8:]) for word in rest if word.startswith("inplace=")), None)
        attributes = tuple(word for word in rest if "=" not in word)
        table[name] = Layer(name, op, attributes, at)
    return table


@cache
def torch_ops() -> dict[str, tuple[Op, ...]]:
    """Load the PyTorch table: rows by name, the most particular first."""
    table: dict[str, tuple[Op, ...]] = {}
    for line in _lines("torch_ops.txt"):
        op = parse_row(line)
        table[op.name] = (*table.get(op.name, ()), op)
    return table


def _lines(name: str) -> list[str]:
    text = files("gradsan.ops").joinpath(name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def find(name: str, positional: int = 1, named: Collection[str] = ()) -> Op | None:
    """Return the row of an op for the arguments given.

    >>> find("max", 1).saves == (Kept("self"), Kept("result"))
    True
    >>> find("max", 2).saves, find("max", 1, ["dim"]).saves
    ((), ())
    """
    for op in torch_ops().get(name, ()):
        if op.required <= {*op.parameters[:positional], *named}:
            return op
    return None


def parse_row(line: str) -> Op:
    """Read one line of the table.

    >>> parse_row("mul(self, other) saves self?other other?self").saves[0]
    Kept(what='self', guard='other')
    """
    match = _LINE.fullmatch(line.strip())
    if match is None:
        raise ValueError(f"not an op row: {line!r}")
    words = [word.strip() for word in match["parameters"].split(",")]
    parameters = tuple(word.rstrip("!") for word in words)
    effects = match["effects"].split()
    saves: tuple[Kept, ...] = ()
    if "saves" in effects:
        rest = effects[effects.index("saves") + 1 :]
        saves = tuple(
            Kept(what, guard) for what, _, guard in (word.partition("?") for word in rest)
        )
    return Op(
        name=match["name"],
        parameters=parameters,
        required=frozenset(word[:-1] for word in words if word.endswith("!")),
        saves=saves,
        alias=effects[effects.index("alias") + 1] if "alias" in effects else "",
        is_differentiable="nograd" not in effects,
        gives_integers="int" in effects,
    )
