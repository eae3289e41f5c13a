"""A baseline: the findings a project has decided to live with for now.

An entry is known by its rule, its file, the function around it, its statement and which of
several alike it is. There is no row in it, so lines may come and go above. Paths are relative
to the folder of the baseline file.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from gradsan.cli.entry import UsageError
from gradsan.model.finding import Finding
from gradsan.static.naming import Name

SCHEMA = 1
SHOWN = 200  # characters of a statement


@dataclass(frozen=True, slots=True, order=True)
class Entry:
    """A finding that is not told."""

    path: str
    function: str
    code: str
    statement: str  # cropped; the key has all of it
    nth: int  # which of several alike, from 1
    key: str


@dataclass(frozen=True, slots=True)
class Compared:
    """The findings of a run beside a baseline."""

    new: tuple[Finding, ...]
    now: tuple[Entry, ...]  # of all findings, new and known
    gone: tuple[Entry, ...]  # entries that no longer occur
    kept: tuple[Entry, ...]  # entries of files and rules that this run did not look at

    def written(self) -> str:
        """Return the baseline that holds what was found now."""
        entries = [asdict(entry) for entry in sorted({*self.now, *self.kept})]
        return json.dumps({"schema": SCHEMA, "findings": entries}, indent=2) + "\n"


def read(path: Path) -> tuple[Entry, ...]:
    """Read a baseline."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise UsageError(f"no baseline {path} (--write-baseline makes it)") from None
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read the baseline {path}: {error}") from None
    try:
        document = json.loads(text)
        if document["schema"] != SCHEMA:
            schema = f"schema {document['schema']!r}; this gradsan reads {SCHEMA}"
            raise UsageError(f"the baseline {path} has {schema}")
        return tuple(_entry(record) for record in document["findings"])
    except (ValueError, KeyError, TypeError) as error:
        raise UsageError(f"{path} is not a baseline of gradsan: {error!r}") from None


def _entry(record: dict[str, object]) -> Entry:
    entry = Entry(**record)  # type: ignore[arg-type]
    texts = (entry.path, entry.function, entry.code, entry.statement, entry.key)
    if not all(isinstance(text, str) for text in texts) or not isinstance(entry.nth, int):
        raise ValueError(f"an entry of it is {record!r}")
    return entry


def entries_of(named: Iterable[tuple[Finding, Name]], folder: Path) -> tuple[Entry, ...]:
    """Make the entry of each finding; they come in the order of their places."""
    seen: Counter[tuple[str, ...]] = Counter()
    entries = []
    for finding, name in named:
        path = path_in(folder, finding.place.filename)
        parts = (finding.code, path, name.function, name.statement)
        seen[parts] += 1
        text = "\0".join((*parts, str(seen[parts]))).encode("utf-8", "surrogatepass")
        key = hashlib.sha256(text).hexdigest()[:16]
        shown = name.statement[:SHOWN]
        entries.append(Entry(path, name.function, finding.code, shown, seen[parts], key))
    return tuple(entries)


def path_in(folder: Path, filename: str) -> str:
    """Return a file's path from a folder, the same on every system."""
    return Path(os.path.relpath(filename, folder)).as_posix()


def notes(compared: Compared, path: Path, *, is_written: bool) -> Iterator[str]:
    """Say what the baseline holds back, and what in it is gone."""
    new, gone = len(compared.new), len(compared.gone)
    if is_written:
        held = _count(len({*compared.now, *compared.kept}), "finding")
        yield f"{path} holds {held}: {new} new, {gone} gone"
        return
    if known := len(compared.now) - new:
        yield f"{_count(known, 'finding')} of {path} not told"
    if gone:
        entries = "1 baseline entry is" if gone == 1 else f"{gone} baseline entries are"
        yield f"{entries} gone; --write-baseline drops {'it' if gone == 1 else 'them'}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def compare(
    findings: Sequence[Finding],
    now: Sequence[Entry],
    before: Sequence[Entry],
    was_looked_for: Callable[[Entry], bool],
) -> Compared:
    """Part the findings into new and known, and the entries into those that occur and not."""
    known = {entry.key for entry in before}
    occurring = {entry.key for entry in now}
    new = tuple(f for f, entry in zip(findings, now, strict=True) if entry.key not in known)
    absent = [entry for entry in before if entry.key not in occurring]
    gone = tuple(entry for entry in absent if was_looked_for(entry))
    kept = tuple(entry for entry in absent if not was_looked_for(entry))
    return Compared(new, tuple(now), gone, kept)
