"""Write a changed file at once or not at all, and show a change as a patch."""

from __future__ import annotations

import contextlib
import difflib
import os
import tempfile
from pathlib import Path


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


def patch(before: bytes, after: bytes, name: str) -> str:
    r"""Return the change as a unified diff.

    >>> print(patch(b"a\nb\n", b"a\nc\n", "x.py"), end="")
    --- x.py
    +++ x.py
    @@ -1,2 +1,2 @@
     a
    -b
    +c
    """
    old = before.decode("utf-8", "replace").splitlines(keepends=True)
    new = after.decode("utf-8", "replace").splitlines(keepends=True)
    lines = difflib.unified_diff(old, new, name, name)
    return "".join(line if line.endswith("\n") else f"{line}\n" for line in lines)
