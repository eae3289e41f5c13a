"""What the guard does with what it finds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from gradsan.model.finding import Finding
from gradsan.rules import index

ON_SILENT = ("report", "raise")
ON_WRITE = (None, "warn")
NONFINITE = ("auto", "always", "never")


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
    on_write: str | None = None
    nonfinite: str = "auto"
    proof: bool = False

    @classmethod
    def of(
        cls,
        on_silent: str,
        select: Iterable[str],
        ignore: Iterable[str],
        *,
        on_write: str | None = None,
        nonfinite: str = "auto",
        proof: bool = False,
    ) -> Policy:
        """Check the arguments at the door.

        >>> Policy.of("explode", (), ())
        Traceback (most recent call last):
        ValueError: on_silent="explode" is not one of "report", "raise"
        """
        _refuse_other("on_silent", on_silent, ON_SILENT)
        _refuse_other("on_write", on_write, ON_WRITE)
        _refuse_other("nonfinite", nonfinite, NONFINITE)
        if not isinstance(proof, bool):
            raise TypeError(f"proof={proof!r} is not one of True, False")
        wanted = index.matching(_words("select", select)) or index.matching(["ALL"])
        codes = wanted - index.matching(_words("ignore", ignore))
        return cls(on_silent, codes, on_write, nonfinite, proof)


def together(policies: Iterable[Policy]) -> Policy:
    """Return what several sessions ask for that are open at once: the most any of them does.

    >>> together([Policy(nonfinite="never"), Policy(on_write="warn", nonfinite="always")])
    Policy(on_silent='report', codes=frozenset(), on_write='warn', nonfinite='always', proof=False)
    """
    asked = tuple(policies)
    modes = {one.nonfinite for one in asked}
    return Policy(
        on_write="warn" if any(one.on_write == "warn" for one in asked) else None,
        nonfinite=next((mode for mode in ("always", "auto", "never") if mode in modes), "auto"),
        proof=any(one.proof for one in asked),
    )


def _refuse_other(name: str, value: str | None, valid: tuple[str | None, ...]) -> None:
    if value not in valid:
        listed = ", ".join(f'"{one}"' if one else "None" for one in valid)
        shown = f'"{value}"' if isinstance(value, str) else repr(value)
        raise ValueError(f"{name}={shown} is not one of {listed}")


def _words(name: str, value: Iterable[str]) -> tuple[str, ...]:
    if isinstance(value, str):
        raise TypeError(f'{name}="{value}" must be a sequence of codes, e.g. ("{value}",)')
    if not isinstance(value, Iterable):
        raise TypeError(f'{name}={value!r} must be a sequence of codes, e.g. ("GS101",)')
    words: tuple[Any, ...] = tuple(value)
    for word in words:
        if not isinstance(word, str):
            raise TypeError(f'{name}: {word!r} is not a code, a prefix or a name, e.g. "GS101"')
    return words


def no_repair(error: BaseException) -> RuntimeError:
    """Make the error of a repair that cannot go on."""
    words = f"{type(error).__name__}: {error}"
    return RuntimeError(f"gradsan: repair failed and can vouch for no gradient ({words})")
