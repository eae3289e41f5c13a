"""Remember what was found in a file, by its content.

An entry is text under a key that hashes the bytes, the file's name, the settings and gradsan
itself; a change of any of them makes another key. All are rows of one small database, since
thousands of files take longer to write than to check. Entries are data, never code: a cache that
came with a cloned repository can at worst tell a wrong finding. Entries that were made long ago
are dropped. A cache that cannot be read or written is no cache, and no error.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

FOLDER = ".gradsan_cache"
NAME = "findings.sqlite"
KEEP_SECONDS = 30 * 24 * 3600
WAIT_SECONDS = 2.0  # for another run that writes


@cache
def tool_fingerprint() -> str:
    """Hash gradsan's own source, so that another version never reads this one's entries."""
    root = Path(__file__).parent.parent
    digest = hashlib.sha256()
    for path in sorted((*root.rglob("*.py"), *root.rglob("*.txt"))):
        stat = path.stat()
        name = path.relative_to(root).as_posix()
        digest.update(f"{name}:{stat.st_size}:{stat.st_mtime_ns};".encode())
    return digest.hexdigest()


def key_of(content: bytes, filename: str, settings: Hashable) -> str:
    """Name what is remembered about these bytes under these settings."""
    digest = hashlib.sha256(content)
    text = f"\0{filename}\0{_shown(settings)}\0{tool_fingerprint()}"
    digest.update(text.encode("utf-8", "surrogatepass"))  # a name need not be UTF-8
    return digest.hexdigest()


_shown = lru_cache(maxsize=64)(repr)  # most files of a run have the same settings


@dataclass(slots=True)
class Cache:
    """Remembered texts; `opened` writes what is new at the end."""

    database: sqlite3.Connection | None = None
    is_empty: bool = True  # when it was opened: no file has to be read for a key
    new: dict[str, str] = field(default_factory=dict)

    def get(self, key: str) -> str | None:
        """Return what was remembered."""
        if self.database is None:
            return None
        try:
            found = self.database.execute("SELECT text FROM entries WHERE key = ?", (key,))
            row = found.fetchone()
        except self.database.Error:
            return None
        return row[0] if row and isinstance(row[0], str) else None

    def put(self, key: str, text: str) -> None:
        """Remember a text."""
        self.new[key] = text

    def write(self) -> None:
        """Write what is new, and drop what is old."""
        if self.database is None or not self.new:
            return
        now = int(time.time())
        rows = [(key, text, now) for key, text in self.new.items()]
        with suppress(self.database.Error), self.database:
            self.database.execute("DELETE FROM entries WHERE made < ?", (now - KEEP_SECONDS,))
            self.database.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", rows)
        self.new.clear()


@contextmanager
def opened(folder: Path | None) -> Iterator[Cache]:
    """Open the cache in a folder; without one nothing is remembered."""
    database = _connect(folder) if folder else None
    found = Cache(database, is_empty=database is None or _is_empty(database))
    try:
        yield found
    finally:
        found.write()
        if database is not None:
            database.close()


def _is_empty(database: sqlite3.Connection) -> bool:
    try:
        return database.execute("SELECT 1 FROM entries LIMIT 1").fetchone() is None
    except database.Error:
        return True


def _connect(folder: Path) -> sqlite3.Connection | None:
    """Open the database, or make it; one that is broken is made anew."""
    try:
        import sqlite3
    except ImportError:  # some builds of Python come without it
        return None
    try:
        if not folder.exists():
            folder.mkdir(parents=True)
            (folder / ".gitignore").write_text("*\n")
        try:
            return _open(folder / NAME)
        except sqlite3.OperationalError:  # locked, read-only: not ours to mend
            return None
        except sqlite3.DatabaseError:
            (folder / NAME).unlink()
            return _open(folder / NAME)
    except (OSError, sqlite3.Error):
        return None


def _open(path: Path) -> sqlite3.Connection:
    import sqlite3

    database = sqlite3.connect(path, timeout=WAIT_SECONDS)
    try:
        # What a crash can cost here is a cache.
        database.execute("PRAGMA synchronous = OFF")
        database.execute("PRAGMA journal_mode = MEMORY")
        database.execute(
            "CREATE TABLE IF NOT EXISTS entries"
            " (key TEXT PRIMARY KEY, text TEXT, made INTEGER) WITHOUT ROWID"
        )
    except sqlite3.Error:
        database.close()
        raise
    return database
