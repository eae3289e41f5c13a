"""What few programs do, so that nobody else pays for listening: looked for in their text."""

from __future__ import annotations

import linecache
import re

_RARE = re.compile(
    r"\bout\s*=|spectral_norm"  # torch's own spectral norm writes its vectors by `out=`
    r"|\btorch\.ops\b|\bops\.aten\b"
    r"|\bdata_ptr\b"
    # methods that are handed over
    r"|\bTensor\.\w+_\b(?!\()|\bTensor\b[^\n]*\bgetattr\b|\bgetattr\b[^\n]*\bTensor\b"
)


def is_rare(filename: str) -> bool:
    """Tell whether a file speaks of `out=`, `torch.ops`, addresses, or unbound methods."""
    return _RARE.search("".join(linecache.getlines(filename))) is not None
