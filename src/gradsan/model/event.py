"""What happens to memory: saves, writes, uses, frees, and the hazards they make.

Bytes are told by `Extent`, a strided region of a storage. An event carries its stack
unresolved (code objects and instruction offsets): no file is read while a program runs.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from types import CodeType
from typing import TypeAlias

from gradsan.model.finding import Place

SaveId: TypeAlias = int
StorageId: TypeAlias = int
# code object, index of the last instruction; or minus the line, if only that is known
Frame: TypeAlias = tuple[CodeType, int]
Stack: TypeAlias = tuple[Frame, ...]  # innermost first; user frames only

# Ops that write and raise no version counter at all.
UNCOUNTED = frozenset(
    {"apply_", "map_", "map2_", "_amp_foreach_non_finite_check_and_unscale_", "_amp_update_scale_"}
)

EXACT_LIMIT = 1 << 16  # elements; beyond it two interleaved regions are taken to overlap


@dataclass(frozen=True, slots=True)
class Extent:
    """The bytes of a strided tensor inside its storage."""

    start: int
    sizes: tuple[int, ...]
    strides: tuple[int, ...]  # in bytes
    itemsize: int

    @classmethod
    def of_range(cls, start: int, stop: int) -> Extent:
        """Make the extent of `stop - start` consecutive bytes."""
        return cls(start, (max(stop - start, 0),), (1,), 1)

    @property
    def count(self) -> int:
        """How many elements it has."""
        return math.prod(self.sizes)

    @property
    def span(self) -> range:
        """The smallest byte range that holds it."""
        if self.count == 0:
            return range(self.start, self.start)
        low = high = self.start
        for size, stride in zip(self.sizes, self.strides, strict=True):
            reach = (size - 1) * stride
            low, high = (low + min(reach, 0), high + max(reach, 0))
        return range(low, high + self.itemsize)

    def is_dense(self) -> bool:
        """Tell whether it fills its span without a hole.

        Counting elements is not enough: windows may share some bytes and leave out others.
        """
        if self.count == 0:
            return True
        dimensions = zip(self.sizes, self.strides, strict=True)
        filled = self.itemsize  # bytes without a hole from the start, smallest stride first
        for stride, size in sorted((abs(stride), size) for size, stride in dimensions if size > 1):
            if stride > filled:
                return False
            filled += (size - 1) * stride
        return True

    def offsets(self) -> Iterator[int]:
        """Yield where each element starts."""
        steps = (
            range(0, size * stride, stride) if stride else (0,) * size
            for size, stride in zip(self.sizes, self.strides, strict=True)
        )
        return (self.start + sum(step) for step in product(*steps))

    def overlaps(self, other: Extent) -> bool:
        """Tell whether a byte belongs to both.

        Exact up to `EXACT_LIMIT` elements; larger interleaved regions count as overlapping.

        >>> rows = Extent(0, (4, 2), (8, 4), 4)
        >>> left, right = Extent(0, (4,), (8,), 4), Extent(4, (4,), (8,), 4)
        >>> rows.overlaps(left), left.overlaps(right)
        (True, False)
        """
        mine, theirs = self.span, other.span
        low, high = max(mine.start, theirs.start), min(mine.stop, theirs.stop)
        if low >= high:
            return False
        if self.is_dense() and other.is_dense():
            return True
        if max(self.count, other.count) > EXACT_LIMIT:
            return True
        return not self._bytes().isdisjoint(other._bytes())

    def _bytes(self) -> set[int]:
        return {at + byte for at in self.offsets() for byte in range(self.itemsize)}


@dataclass(frozen=True, slots=True)
class TensorFacts:
    """What a report tells about a tensor besides its name."""

    dtype: str = ""
    shape: tuple[int, ...] = ()

    def __str__(self) -> str:
        return f"{self.dtype} [{', '.join(map(str, self.shape))}]" if self.dtype else ""


@dataclass(frozen=True, slots=True)
class Site:
    """A stack once resolved: the place to show and the words around it."""

    place: Place
    function: str = ""
    source: tuple[str, ...] = ()  # the lines of the place
    target: str = ""  # the written or saved thing, in the user's words
    called_from: Place | None = None


@dataclass(frozen=True, slots=True)
class Save:
    """An op kept a tensor for backward."""

    id: SaveId
    order: int  # position in the trace
    storage: StorageId
    extent: Extent
    op: str = ""
    version: int = 0
    tensor: TensorFacts = TensorFacts()
    stack: Stack = ()
    kept: str = ""  # "ctx", "checkpoint": where no version is checked; empty: by the framework
    name: str = ""  # of the parameter or buffer, as the user's variables lead to it
    is_operand: bool = False  # the op was given it, and it is in no graph: no result of the op


@dataclass(frozen=True, slots=True)
class Write:
    """Memory was changed. It begins at `began` and is done at `order`."""

    order: int
    storage: StorageId
    extent: Extent
    op: str = ""
    version: int = 0  # of the written tensor's own counter, after the write
    began: int | None = None  # None: the write takes no time
    through: str = ""  # "data", "numpy", "optimizer" …: the door, when it is not the tensor itself
    stack: Stack = ()


@dataclass(frozen=True, slots=True)
class Use:
    """Backward read what was saved."""

    order: int
    save: SaveId
    node: str = ""  # e.g. ExpBackward0
    version: int = 0  # found by backward
    raised: bool = False
    stack: Stack = ()


@dataclass(frozen=True, slots=True)
class Free:
    """The graph let go of a save; its storage may be used for something else."""

    order: int
    save: SaveId


Event: TypeAlias = Save | Write | Use | Free


@dataclass(frozen=True, slots=True)
class Hazard:
    """A save, a write and a use that do not fit."""

    save: Save
    write: Write
    use: Use
    later: int = 0  # further overlapping writes between `write` and `use`
    intact: bool = False  # no write overlaps the saved bytes; the framework objects all the same
    saved_at: Site | None = None
    changed_at: Site | None = None
    needed_at: Site | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two tensors of one shape differ most, and how much of them differs."""

    index: tuple[int, ...]
    now: float | complex
    before: float | complex
    count: int  # elements that differ
    total: int
    largest: float  # distance of the two


@dataclass(frozen=True, slots=True)
class Proof:
    """What a silent write did, in numbers: as run, and with the value that was saved."""

    values: Difference
    gradient: Difference | None = None  # of what the op that read it passes on


@dataclass(frozen=True, slots=True)
class Mishap:
    """Something that went wrong by itself, without a save and a write that meet.

    The kinds are those of check's incidents, so one rule has the same words for both. A place
    is a stack, or a site where the source told it.
    """

    kind: str
    at: Stack | Site  # the guilty place
    subject: str = ""  # what it is about; empty: what is written at the guilty place
    detail: str = ""
    made: Stack | Site = ()  # where the value came from
    needed: Stack | Site = ()  # where it showed
    raised: bool = False
    called: str = ""  # the subject by the user's variables, where the guilty place does not tell
    happened_at: Site | None = None
    made_at: Site | None = None
    needed_at: Site | None = None


AS_NEW = " as under no_grad"  # behind the op of a write to a leaf that trains its new value

RuntimeEvent: TypeAlias = Hazard | Mishap
