"""A line of a report before it is painted: stretches of text, each with a style."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

Line: TypeAlias = tuple[tuple[str, str], ...]  # (text, style); the style is a rich one


def plain(texts: Iterable[str], style: str = "") -> Iterator[Line]:
    """Make each text a line of one style."""
    return (((text, style),) for text in texts)
