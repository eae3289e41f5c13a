"""A row in the making: what the sources fill in and the table prints."""

from __future__ import annotations

from dataclasses import dataclass, field

from gradsan.ops.row import HOMES, Kept, Op, parse_row


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of an op; `kind` as in the table."""

    name: str
    kind: str
    has_default: bool = False
    is_named: bool = False  # must be given by name
    takes_rest: bool = False

    def __str__(self) -> str:
        marks = ("*" if self.takes_rest else "") + ("=" if self.has_default else "")
        return f"{self.name}:{self.kind}{marks}"


@dataclass(slots=True)
class Draft:
    """A row that is not yet finished."""

    row: str  # home, name and overload
    parameters: list[Parameter]
    source: str  # "derived", "probed", "none" or "hand"
    results: list[str] = field(default_factory=lambda: ["result"])
    result_is_list: bool = False
    saves: list[Kept] = field(default_factory=list)
    alias: str = ""
    may_alias: bool = False
    may_return: str = ""
    views: str = ""
    writes: str = ""
    integers: set[str] = field(default_factory=set)
    flags: set[str] = field(default_factory=set)

    @property
    def key(self) -> str:
        """Return the name under which the row is found: with its home, without overload."""
        parts = self.row.split(".")
        return ".".join(parts[:2]) if parts[0] in HOMES else parts[0]

    def op(self) -> Op:
        """Return the row as the table's reader gives it."""
        return parse_row(str(self))

    def __str__(self) -> str:
        words = [f"{self.row}({self._signature()})"]
        words += self._results()
        for effect, name in (("alias?" if self.may_alias else "alias", self.alias),
                             ("views", self.views), ("copies?", self.may_return),
                             ("writes", self.writes)):  # fmt: skip
            words += [effect, name] if name else []
        if self.saves:
            words += ["saves", *(text_of(kept) for kept in self.saves)]
        words += sorted(self.flags)
        if self.integers and self.integers >= set(self.results):
            words.append("int")
        return " ".join(words)

    def _signature(self) -> str:
        plain = [str(p) for p in self.parameters if not p.is_named]
        named = [str(p) for p in self.parameters if p.is_named]
        return ", ".join([*plain, *(["*", *named] if named else [])])

    def _results(self) -> list[str]:
        if self.result_is_list:
            return ["->", f"{self.results[0]}*"]
        if self.results == ["result"]:
            return []
        whole = self.integers >= set(self.results)
        marks = [f"{r}:int" if r in self.integers and not whole else r for r in self.results]
        return ["->", *marks]


def text_of(kept: Kept) -> str:
    """Write what is kept as the table does."""
    return f"{kept.what}{'?' if kept.guard else ''}{kept.guard}{'' if kept.is_certain else '~'}"
