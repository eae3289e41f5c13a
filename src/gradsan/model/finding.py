"""What is told to a person: places, labels, fixes, findings.

One shape for static and runtime. Rows and columns count from 1; columns count characters;
the end of a place is exclusive, as editors have it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["error", "warning", "info"]
Outcome: TypeAlias = Literal["raises", "silent", "lost", "nonfinite", "repaired", "advice"]
Confidence: TypeAlias = Literal["proved", "maybe"]
Applicability: TypeAlias = Literal["safe", "unsafe", "display"]
Role: TypeAlias = Literal["saved", "changed", "needed", "made", "cut"]

QUIET_OUTCOMES: frozenset[Outcome] = frozenset({"repaired", "advice"})  # never change the status


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A point in a text, from 1."""

    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a file; in a notebook, of a cell, whose rows count from 1 again."""

    filename: str
    start: Position
    end: Position
    cell: int | None = None  # from 1, counting all cells of the notebook

    def __lt__(self, other: Place) -> bool:
        """Order by file, cell, start and end."""
        mine = (self.filename, self.cell or 0, self.start, self.end)
        return mine < (other.filename, other.cell or 0, other.start, other.end)

    @property
    def home(self) -> tuple[str, int | None]:
        """The text that rows count in: a file, or one cell of it."""
        return self.filename, self.cell

    @classmethod
    def at(cls, filename: str, row: int, column: int, end_row: int, end_column: int) -> Place:
        """Make a place from plain numbers."""
        return cls(filename, Position(row, column), Position(end_row, end_column))


@dataclass(frozen=True, slots=True)
class Label:
    """A place with a role and a few words."""

    role: Role
    place: Place
    text: str
    function: str = ""
    source: tuple[str, ...] = ()  # the lines of the place, so that renderers read no file
    called_from: Place | None = None


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `content` where `old` stands."""

    place: Place
    content: str
    old: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change of the source that removes a finding."""

    applicability: Applicability
    message: str
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class Finding:
    """A hazard or a static match as told to a person.

    `place` is the guilty one: the write, the cut, the step, the conversion.
    """

    code: str
    name: str
    framework: str
    severity: Severity
    outcome: Outcome
    confidence: Confidence
    message: str
    place: Place
    labels: tuple[Label, ...] = ()
    why: str = ""
    notes: tuple[tuple[str, str], ...] = ()  # further (heading, text) lines, e.g. ("what", "...")
    count: int = 1
    url: str = ""
    fix: Fix | None = None

    def label(self, role: Role) -> Label | None:
        """Return the label with this role, if there is one."""
        return next((label for label in self.labels if label.role == role), None)

    @property
    def fails(self) -> bool:
        """Whether it counts for the exit status."""
        return self.outcome not in QUIET_OUTCOMES
