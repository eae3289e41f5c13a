"""Write a changed file at once or not at all, and show a change as a patch."""

from __future__ import annotations

import contextlib
import difflib
import io
import os
import tempfile
from pathlib import Path

_NO_NEWLINE = b"\n\\ No newline at end of file\n"


def replace_file(path: Path, content: bytes) -> None:
    """Put new content into a file: written beside it, then moved over it, mode kept.

    A symbolic link stays one; its target is changed.
    """
    target = path.resolve()
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(target.stat().st_mode & 0o7777)
        Path(name).replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(name).unlink()
        raise


def patch(before: bytes, after: bytes, name: str) -> bytes:
    r"""Return the change as a unified diff, in the bytes of the file, so that it can be applied.

    >>> print(patch(b"a\nb\n", b"a\nc\n", "x.py").decode(), end="")
    --- x.py
    +++ x.py
    @@ -1,2 +1,2 @@
     a
    -b
    +c
    """
    shown = name.encode("utf-8", "surrogateescape")
    # A file of bytes is read line by line: lines end at LF only, as patches have it.
    old, new = list(io.BytesIO(before)), list(io.BytesIO(after))
    lines = difflib.diff_bytes(difflib.unified_diff, old, new, shown, shown)
    return b"".join(line if line.endswith(b"\n") else line + _NO_NEWLINE for line in lines)
