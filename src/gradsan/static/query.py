"""What a rule may ask about a file: facts in the words of save, write, use.

Protocols and plain values only. Rules depend on this file and never on the interpreter
behind it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeAlias

from gradsan.model.finding import Confidence, Edit, Place

Form: TypeAlias = Literal["method", "augmented", "index", "function"]


class File(Protocol):
    """A file that can tell where a node of its tree stands, and which lines that takes."""

    def place(self, node: ast.expr | ast.stmt) -> Place:
        """Return where a node stands."""

    def rows_of(self, place: Place) -> tuple[str, ...]:
        """Return the whole lines of a place."""


class Spot:
    """A place in the file, with the function around it and its lines.

    A walk marks a spot at every step and tells few of them: what it is made of is kept, and the
    place is worked out when it is asked for.
    """

    __slots__ = ("_file", "_node", "_place", "function")

    def __init__(self, file: File, node: ast.expr | ast.stmt, function: str = "") -> None:
        self._file = file
        self._node = node
        self._place: Place | None = None
        self.function = function

    @property
    def place(self) -> Place:
        """Where it is."""
        if self._place is None:
            self._place = self._file.place(self._node)
        return self._place

    @property
    def source(self) -> tuple[str, ...]:
        """Its lines."""
        return self._file.rows_of(self.place)

    def __eq__(self, other: object) -> bool:
        """Tell whether it is the same place in the same function."""
        if self is other:
            return True
        return (
            isinstance(other, Spot)
            and self.function == other.function
            and self.place == other.place
        )

    def __hash__(self) -> int:
        return hash((self.place, self.function))


@dataclass(frozen=True, slots=True)
class StaticSave:
    """An op of the source keeps a value for backward."""

    spot: Spot
    op: str
    what: str  # "its result", "its input `h`"
    order: int
    clone: tuple[Edit, ...] = ()  # lets the op keep a copy of its own


@dataclass(frozen=True, slots=True)
class StaticWrite:
    """A statement of the source changes a value in place."""

    spot: Spot
    op: str  # add_, +=, []=
    form: Form
    target: str  # the written expression, as it stands there; empty if it has no name
    statement: Place  # the whole statement
    order: int
    through: str = ""  # "data" and the like; empty: the tensor itself
    rebinds: str = ""  # the out-of-place statement with the same value, if there is one
    keeps_names: bool = False  # no other name can see the change, so rebinding is the same
    clone: tuple[Edit, ...] = ()  # gives the target memory of its own before the write
    plain: tuple[Edit, ...] = ()  # makes an in-place call out of place
    outermost: Place | None = None  # the statement of the module or function that leads here
    calls: tuple[Place, ...] = ()  # the statements whose calls lead here, the nearest last


@dataclass(frozen=True, slots=True)
class StaticUse:
    """Backward runs here, or is believed to run on what the function returns."""

    spot: Spot | None
    call: str = "backward()"
    put_off: tuple[Edit, ...] = ()  # moves the write behind this use
    apart: tuple[Edit, ...] = ()  # keeps it out of what no step after it trains
    renew: tuple[Edit, ...] = ()  # runs it on what was computed again after the write


@dataclass(frozen=True, slots=True)
class StaticHazard:
    """A save, a write and a use that do not fit, on some path through the file."""

    save: StaticSave
    write: StaticWrite
    use: StaticUse
    confidence: Confidence = "proved"

    def joined(self, other: StaticHazard) -> StaticHazard:
        """Return the surer of two at the same places.

        Of two that are as sure, this one, with the edits of both: of two operands, two layers.
        """
        if self.confidence != other.confidence:
            return other if other.confidence == "proved" else self
        clone = _both(self.save.clone, other.save.clone)
        plain = _both(self.write.plain, other.write.plain)
        if clone == self.save.clone and plain == self.write.plain:
            return self
        save, write = replace(self.save, clone=clone), replace(self.write, plain=plain)
        return replace(self, save=save, write=write)


def _both(some: tuple[Edit, ...], others: tuple[Edit, ...]) -> tuple[Edit, ...]:
    """Join edits of different places; where one of the two has none, nothing is added."""
    known = {edit.place for edit in some}
    return (*some, *(edit for edit in others if some and edit.place not in known))


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that goes wrong by itself, without a save and a write that meet."""

    kind: str
    spot: Spot  # the guilty place
    subject: str = ""  # what it is about, in the user's words
    detail: str = ""
    made: Spot | None = None  # where the value came from
    needed: Spot | None = None  # where it shows
    raises: bool = True
    confidence: Confidence = "proved"
    edits: tuple[Edit, ...] = ()  # that would mend it


class Query(Protocol):
    """One file, seen by a rule."""

    @property
    def filename(self) -> str:
        """The name that findings carry."""
        ...

    def hazards(self) -> Iterator[StaticHazard]:
        """Yield every save-write-use that does not fit, once per pair of places."""
        ...

    def incidents(self, kind: str) -> Iterator[Incident]:
        """Yield what of this kind goes wrong, once per place."""
        ...

    def text(self, place: Place) -> str:
        """Return the source at a place."""
        ...

    def write_at(self, place: Place) -> StaticWrite | None:
        """Return the write whose own place this is."""
        ...
