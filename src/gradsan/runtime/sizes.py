"""Bytes, as people read them."""

from __future__ import annotations

import math
import re

from gradsan.model.event import TensorFacts

_BITS = re.compile(r"\d+")


def size(count: int) -> str:
    """Tell a number of bytes.

    >>> size(12), size(2_200_000)
    ('12 bytes', '2.1 MiB')
    """
    if count < 1024:
        return f"{count} bytes"
    number, unit = count / 1024, "KiB"
    for larger in ("MiB", "GiB"):
        if number >= 1024:
            number, unit = number / 1024, larger
    return f"{number:.1f} {unit}"


def bytes_of(tensor: TensorFacts) -> int:
    """Return what a tensor takes; 0 if its kind is not known.

    >>> bytes_of(TensorFacts("float32", (32, 128))), bytes_of(TensorFacts("bool", (3,)))
    (16384, 3)
    """
    if not tensor.dtype:
        return 0
    bits = _BITS.search(tensor.dtype)
    return math.prod(tensor.shape) * (max(int(bits[0]) // 8, 1) if bits else 1)
