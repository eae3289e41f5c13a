"""What a backward pass is made of: nodes, what they keep, bytes, writes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Kept:
    """A tensor that an op keeps for backward."""

    op: str
    shape: tuple[int, ...]
    dtype: str
    size: int  # bytes; 0 if the same memory was counted before, or is an input's


@dataclass(frozen=True, slots=True)
class Anatomy:
    """A backward pass, taken apart."""

    nodes: tuple[tuple[str, int], ...] = ()  # name and how often
    depth: int = 0  # nodes on the longest way from loss to input
    kept: tuple[Kept, ...] = ()
    peak: int | None = None  # bytes that were alive at once, inputs not counted
    writes: tuple[str, ...] | None = ()  # ops that wrote in place; None: cannot be told

    @property
    def count(self) -> int:
        """How many nodes there are."""
        return sum(number for _, number in self.nodes)

    @property
    def kept_bytes(self) -> int:
        """How many bytes are kept for backward, each memory once, inputs not counted."""
        return sum(one.size for one in self.kept)
