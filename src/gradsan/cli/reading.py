"""Lend the guard the eye of check: what the source of a file says."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from gradsan.model.finding import Finding
from gradsan.runtime.hub import hub

LARGEST = 1_000_000  # bytes of a file that is read


@lru_cache(maxsize=128)
def _read(filename: str, changed: float, added: str) -> tuple[Finding, ...]:
    from gradsan.runtime.sites import shown_name
    from gradsan.static.engine import check_file, check_source
    from gradsan.static.source import Trouble, load, parse

    shown = Path(shown_name(filename))
    raw = load(shown) if added else None
    if raw is None or isinstance(raw, Trouble):
        return check_file(shown)
    return check_source(parse(raw.content + b"\n" + added.encode("ascii"), raw.filename))


def read_source(filename: str, added: str = "", /) -> tuple[Finding, ...]:
    """Return what check says of a file, with lines added at its end; nothing if it cannot say."""
    try:
        facts = Path(filename).stat()
        return () if facts.st_size > LARGEST else _read(filename, facts.st_mtime, added)
    except Exception:  # noqa: BLE001 (a report without it is better than no report)
        return ()


def lend_check() -> None:
    """Let every guard of this process ask check."""
    hub.reader = read_source
