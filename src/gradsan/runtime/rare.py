"""What few programs do, so that nobody else pays for listening: looked for in their text."""

from __future__ import annotations

import linecache
import re

_RARE = re.compile(
    # an argument; `out = self.conv(x)` is on a line of its own, with spaces
    r"[(,]\s*out\s*=(?!=)|^\s*out=(?!=)|[\"']out[\"']"
    r"|spectral_norm"  # torch's own writes its vectors by `out=`
    r"|\btorch\.ops\b|\bops\.aten\b"
    r"|\bdata_ptr\b"
    # methods that are handed over
    r"|\bTensor\.\w+_\b(?!\()|\bTensor\b[^\n]*\bgetattr\b|\bgetattr\b[^\n]*\bTensor\b",
    re.MULTILINE,
)


def is_rare(filename: str) -> bool:
    """Tell whether a file speaks of `out=`, `torch.ops`, addresses, or unbound methods."""
    return _RARE.search("".join(linecache.getlines(filename))) is not None
