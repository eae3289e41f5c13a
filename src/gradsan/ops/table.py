"""Look up what an op keeps for backward, writes, aliases and lets flow.

The data lies beside this file as text: `torch_ops.txt`, made by `make table` out of PyTorch
itself. It is split by name when it is first asked for; a row is parsed when its op is. No
framework is imported.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from gradsan.ops.row import HOMES, Kept, Kind, Op, parse_kept, parse_row

_UNKNOWN: Kind = "unknown"
_UNSURE: frozenset[Kind] = frozenset({"unknown", "plain"})


class Rows(Mapping[str, tuple[Op, ...]]):
    """The rows of a table by the name of the op, parsed when they are asked for.

    >>> rows = Rows(["exp(self:T) saves result", "max(self:T)", "max.dim(self:T, dim:i)"])
    >>> [op.row for op in rows["max"]], "exp" in rows, len(rows)
    (['max', 'max.dim'], True, 2)
    """

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines: dict[str, list[str]] = {}
        self._parsed: dict[str, tuple[Op, ...]] = {}
        for line in lines:
            parts = line[: line.index("(")].split(".", 2)
            name = f"{parts[0]}.{parts[1]}" if parts[0] in HOMES else parts[0]
            self._lines.setdefault(name, []).append(line)

    def __getitem__(self, name: str) -> tuple[Op, ...]:
        if name not in self._parsed:
            self._parsed[name] = tuple(parse_row(line) for line in self._lines[name])
        return self._parsed[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


@cache
def torch_ops() -> Rows:
    """Load the PyTorch table: rows by name, in the order in which PyTorch tries them."""
    return Rows(read_lines("torch_ops.txt"))


def read_lines(name: str) -> list[str]:
    """Return the lines of a table that are not comments."""
    text = Path(__file__).with_name(name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and line[0] != "#"]


def find(
    name: str,
    positional: int | Sequence[Kind] = 1,
    named: Collection[str] | Mapping[str, Kind] = (),
    *,
    is_open: bool = False,
    table: Mapping[str, tuple[Op, ...]] | None = None,
) -> Op | None:
    """Return the row of an op for the arguments given, or None.

    The first row that fits wins. An argument of unknown kind may fit several rows; then what
    only some of them keep is not certain. `is_open`: more arguments may follow. A name with a
    home (`F.relu`, `linalg.norm`) is looked up there first.

    >>> find("max", ["tensor"]).saves == (Kept("self"), Kept("result"))
    True
    >>> find("max", ["tensor", "number"]).row, find("max", ["tensor", "tensor"]).row
    ('max.dim', 'max.other')
    >>> [(kept.what, kept.is_certain) for kept in find("pow", ["tensor", "unknown"]).saves]
    [('self', True), ('exponent', False), ('result', False)]
    """
    kinds = [_UNKNOWN] * positional if isinstance(positional, int) else positional
    keys = named if isinstance(named, Mapping) else dict.fromkeys(named, _UNKNOWN)
    rows = _rows(torch_ops() if table is None else table, name)
    for lenient in (False, True):
        fitting: list[Op] = []
        for op in rows:
            fit = _fit(op, kinds, keys, is_open, lenient)
            if fit is not None:
                fitting.append(op)
            if fit:
                break
        if fitting:
            return _merge(fitting)
    return None


def _rows(table: Mapping[str, tuple[Op, ...]], name: str) -> tuple[Op, ...]:
    if name in table:
        return table[name]
    home, _, last = name.rpartition(".")
    if home:
        return table.get(last, ()) if home == "F" else ()
    return next((table[key] for key in (f"{home}.{name}" for home in HOMES) if key in table), ())


def _fit(
    op: Op, positional: Sequence[Kind], named: Mapping[str, Kind], is_open: bool, lenient: bool
) -> bool | None:
    """Tell whether arguments fit a row: True, None, or False if only the unknown ones do."""
    if len(positional) > op.positional and not op.takes_rest:
        return None
    bound = dict(zip(op.parameters[: op.positional], positional, strict=False))
    for key, kind in named.items():
        parameter = op.parameter_for(key)
        if parameter is None or parameter in bound:
            return None
        bound[parameter] = kind
    if not is_open and not op.required <= bound.keys():
        return None
    kinds = dict(zip(op.parameters, op.kinds, strict=False))
    if op.takes_rest:
        kinds[op.parameters[op.positional - 1]] = "?"  # one by one, or as a list
    if not all(_takes(kinds.get(key, "?"), kind, lenient) for key, kind in bound.items()):
        return None
    return not is_open and _UNSURE.isdisjoint(bound.values())


_PLAIN: frozenset[Kind] = frozenset({"number", "none", "plain", "unknown"})
_TAKES: dict[str, frozenset[Kind]] = {
    "T": frozenset({"tensor", "unknown"}),
    "T?": frozenset({"tensor", "none", "unknown"}),
    "L": frozenset({"list", "unknown"}),
    "s": _PLAIN,
    "i": _PLAIN | {"list", "other"},
    "t": frozenset({"text", "none", "plain", "unknown"}),
    "a": _PLAIN | {"list", "text", "other"},
}
_EXTRA: dict[str, frozenset[Kind]] = {  # what is taken if nothing else fits
    "T": frozenset({"number", "plain"}),
    "T?": frozenset({"number", "plain", "other"}),
    "L": frozenset({"tensor", "other"}),
    "s": frozenset({"tensor", "other"}),  # a tensor of one element passes for a number
    "i": frozenset({"tensor", "text"}),
    "t": frozenset({"other"}),
}


def _takes(parameter: str, kind: Kind, lenient: bool) -> bool:
    takes = _TAKES.get(parameter)
    return takes is None or kind in takes or (lenient and kind in _EXTRA.get(parameter, ()))


def _merge(ops: list[Op]) -> Op:
    """Join the rows that may be meant into one that claims only what all of them do."""
    first, *others = ops
    if not others:
        return first
    saves: dict[tuple[str, str], Kept] = {}
    for op in ops:
        for kept in op.saves:
            sure = kept.is_certain and all(kept in other.saves for other in ops)
            saves.setdefault((kept.what, kept.guard), replace(kept, is_certain=sure))
    return replace(
        first,
        saves=tuple(saves.values()),
        alias=first.alias if all(op.alias == first.alias for op in ops) else "",
        may_alias=any(op.may_alias for op in ops),
        is_differentiable=any(op.is_differentiable for op in ops),
        gives_integers=all(op.gives_integers for op in ops),
        is_zero=all(op.is_zero for op in ops),
        is_singular=any(op.is_singular for op in ops),
    )


@dataclass(frozen=True, slots=True)
class Layer:
    """A torch.nn module: the op that it calls, with which of its attributes."""

    name: str
    op: str  # "?": more than one op; `saves` says what it keeps
    attributes: tuple[str, ...] = ()
    inplace_at: int | None = None  # where the constructor takes `inplace`; None: it does not
    results: int = 1
    saves: tuple[Kept, ...] = ()


@cache
def torch_modules() -> dict[str, Layer]:
    """Load what the modules of torch.nn do when they are called."""
    table: dict[str, Layer] = {}
    for line in read_lines("torch_modules.txt"):
        head, _, kept = line.partition(" saves ")
        name, op, *rest = head.split()
        numbers = dict(word.split("=") for word in rest if "=" in word)
        table[name] = Layer(
            name=name,
            op=op,
            attributes=tuple(word for word in rest if "=" not in word),
            inplace_at=int(numbers["inplace"]) if "inplace" in numbers else None,
            results=int(numbers.get("results", 1)),
            saves=tuple(map(parse_kept, kept.split())),
        )
    return table


def find_layer(layer: Layer, positional: Sequence[Kind], *, in_place: bool = False) -> Op | None:
    """Return the row of the op that a module calls; a module of many ops has a row of its own.

    None for a module with several results: which of them is kept is not known.

    >>> find_layer(torch_modules()["ReLU"], ["tensor"], in_place=True).row
    'relu_'
    """
    if layer.op == "?":
        return Op(layer.name, ("input",), saves=layer.saves) if layer.results == 1 else None
    return _first_row(f"{layer.op}_" if in_place else layer.op, tuple(positional))


@cache
def _first_row(name: str, positional: tuple[Kind, ...]) -> Op | None:
    """Return the common row, if these are the first arguments; a module hands over the rest."""
    rows = _rows(torch_ops(), name)
    return next((op for op in rows if _fit(op, positional, {}, True, False) is not None), None)


__all__ = [
    "HOMES", "Kept", "Kind", "Layer", "Op", "Rows", "find", "find_layer", "parse_row",
    "read_lines", "torch_modules", "torch_ops",
]  # fmt: skip
