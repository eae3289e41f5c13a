"""Remember what was found in a file, by its content.

An entry is text under a key that hashes the bytes, the file's name, the settings and gradsan
itself; a change of any of them makes another key. Entries are data, never code: a cache that
came with a cloned repository can at worst tell a wrong finding. Entries not used for a while
are dropped.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = ".gradsan_cache"
KEEP_SECONDS = 30 * 24 * 3600


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


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of remembered texts."""

    folder: Path

    def key(self, content: bytes, filename: str, settings: object) -> str:
        """Name what is remembered about these bytes under these settings."""
        digest = hashlib.sha256(content)
        digest.update(f"\0{filename}\0{settings!r}\0{tool_fingerprint()}".encode())
        return digest.hexdigest()

    def get(self, key: str) -> str | None:
        """Return what was remembered."""
        try:
            return (self.folder / key[:2] / key).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def put(self, key: str, text: str) -> None:
        """Remember a text; a cache that cannot be written is no cache, and no error."""
        path = self.folder / key[:2] / key
        with contextlib.suppress(OSError):
            if not self.folder.exists():
                self._create()
            path.parent.mkdir(exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent)
            with os.fdopen(handle, "w", encoding="utf-8") as stream:
                stream.write(text)
            Path(name).replace(path)

    def _create(self) -> None:
        self.folder.mkdir(parents=True)
        (self.folder / ".gitignore").write_text("*\n")

    def sweep(self) -> None:
        """Drop the entries that are too old."""
        limit = time.time() - KEEP_SECONDS
        with contextlib.suppress(OSError):
            for path in self.folder.glob("??/*"):
                if path.stat().st_mtime < limit:
                    path.unlink()
