"""Allow a rule inside a block, with a reason.

A finding is silenced if its guilty line, or the backward that showed it, ran inside the block.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from gradsan.rules import index


class _Allowed(threading.local):
    """Per thread: the codes that are allowed now, innermost last."""

    def __init__(self) -> None:
        self.codes: list[frozenset[str]] = []


_allowed = _Allowed()


@contextmanager
def allow(*codes: str, reason: str) -> Iterator[None]:
    """Tell nothing of these rules (codes, prefixes or names) inside the block.

    The reason is for who reads the code; an empty one is refused.

    >>> with allow("GS401", reason="the target network lags on purpose"):
    ...     pass  # step, backward
    """
    if not codes:
        raise TypeError('allow() needs a code: allow("GS401", reason="…")')
    if not reason.strip():
        raise ValueError("allow() needs a reason: say why this is meant")
    _allowed.codes.append(index.matching(codes))
    try:
        yield
    finally:
        _allowed.codes.pop()


def is_allowed(code: str) -> bool:
    """Tell whether this thread is inside a block that allows a code."""
    return any(code in codes for codes in _allowed.codes)
