"""What the guard does with what it finds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gradsan.model.finding import Finding
from gradsan.rules import index

ON_SILENT = ("report", "raise")


class HazardError(RuntimeError):
    """Backward was about to read memory that had been changed unseen."""

    def __init__(self, finding: Finding) -> None:
        place = finding.place
        where = f"{place.filename}:{place.start.row}"
        super().__init__(f"{finding.code} {finding.name}: {finding.message} ({where})")
        self.finding = finding


@dataclass(frozen=True, slots=True)
class Policy:
    """The arguments of `guard`, checked."""

    on_silent: str = "report"
    codes: frozenset[str] = frozenset()

    @classmethod
    def of(cls, on_silent: str, select: Iterable[str], ignore: Iterable[str]) -> Policy:
        """Check the arguments at the door.

        >>> Policy.of("explode", (), ())
        Traceback (most recent call last):
        ValueError: on_silent="explode" is not one of "report", "raise"
        """
        if on_silent not in ON_SILENT:
            valid = ", ".join(f'"{value}"' for value in ON_SILENT)
            raise ValueError(f'on_silent="{on_silent}" is not one of {valid}')
        wanted = index.matching(_words("select", select)) or index.matching(["ALL"])
        return cls(on_silent, wanted - index.matching(_words("ignore", ignore)))


def _words(name: str, value: Iterable[str]) -> tuple[str, ...]:
    if isinstance(value, str):
        raise TypeError(f'{name}="{value}" must be a sequence of codes, e.g. ("{value}",)')
    return tuple(value)
