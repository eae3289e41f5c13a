"""What a backend may ask of the runtime that installs it.

A backend knows its framework, the runtime knows frames, clocks and sessions. The functions
are called on hot paths, so a backend takes them out of the host once, when it installs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from gradsan.model.event import Mishap, Proof, Save, Site, Stack, Use, Write

# How a written tensor lies in memory: bytes if they are consecutive, else (sizes, strides in
# elements, bytes per element, basic index of an item assignment or None).
Layout: TypeAlias = int | tuple[tuple[int, ...], tuple[int, ...], int, object]

# (began, order, storage, pointer, layout, op, version, door, stack, number of the next node
# before, after, thread); layout None: the version was raised and no byte changed. Flat and of
# few objects: there is one per write.
Entry: TypeAlias = tuple[int, int, int, int, Layout | None, str, int, str, Stack, int, int, int]


class Log(Protocol):
    """The writes that were heard, by storage."""

    @property
    def newest(self) -> int:
        """The order of the last one."""
        ...

    @property
    def last(self) -> dict[int, Entry]:
        """By storage, the last that changed bytes."""
        ...

    @property
    def forgotten(self) -> int:
        """What came before this order may be missing."""
        ...

    def add(self, entry: Entry) -> None:
        """Remember a write."""
        ...

    def add_late(self, entry: Entry) -> None:
        """Remember a write that was made before others that are in the log."""
        ...

    def op_at(self, order: int) -> str:
        """Return the op of the write that was under way at this time, or an empty string."""
        ...

    def entries(self) -> tuple[Entry, ...]:
        """Return all raw entries, in the order they ended."""
        ...

    def entries_to(self, storage: int) -> list[Entry]:
        """Return the raw entries of the writes to a storage, in the order they began."""
        ...

    def writes_to(self, storage: int) -> list[Write]:
        """Return the writes to a storage, oldest first."""
        ...


class Read(Protocol):
    """A gradient that is read: by which names, where, and what gave the tensor its name."""

    @property
    def path(self) -> tuple[str, ...]:
        """The names that lead to the tensor."""
        ...

    @property
    def site(self) -> Site:
        """Where it is read."""
        ...

    @property
    def bound(self) -> Site | None:
        """Where the tensor got its name."""
        ...

    @property
    def step(self) -> Site | None:
        """The step by hand that makes another tensor of it."""
        ...


class Scene(Protocol):
    """Where the user's own code met an error, and the variables that stand there."""

    @property
    def stack(self) -> Stack:
        """The innermost frame of the user."""
        ...

    @property
    def values(self) -> dict[str, Any]:
        """The variables that are read there, by name."""
        ...

    @property
    def gradients(self) -> Sequence[Read]:
        """The gradients that are read there, as by `Host.reads`."""
        ...


class Lines(Protocol):
    """The lines of the user's by the numbers of the nodes they made."""

    @property
    def is_on(self) -> bool:
        """Whether lines are heard."""
        ...

    def start(self) -> bool:
        """Hear lines from now on; False if that cannot be."""
        ...

    def stop(self) -> None:
        """Hear nothing more."""
        ...

    def at(self, number: int) -> Stack:
        """Return where a node was made; empty if unknown or ambiguous."""
        ...

    def has_made_after(self, number: int, stack: Stack) -> bool:
        """Tell whether a line has begun after a node was made."""
        ...


@dataclass(slots=True)
class Switch:
    """Whether anybody listens. A wrapper that could not be taken away asks."""

    on: bool = False
    repairs: bool = False  # whether what is changed is also put right
    nonfinite: str = "auto"  # "always": watch every pass closely; "never"
    is_forked: bool = False  # this process is a fork of the one that was watched
    proves: bool = False  # keeps copies of saved values that are written
    warns: bool = False  # at a write to a value that a living graph has saved


@dataclass(frozen=True, slots=True)
class Host:
    """The runtime, as a backend sees it."""

    ticks: Iterator[int]  # even numbers; the odd ones are between them
    capture: Callable[..., Stack]  # the user's frames, from so many frames outwards
    known: Mapping[int, Stack]  # what it returned, by id of the user's code plus instruction
    capture_write: Callable[..., tuple[Stack, str]]  # and the optimizer that was passed
    is_stepping: Callable[[int], bool]  # whether a step called, so far out or farther
    step_files: Mapping[str, bool]  # whether a file is an optimizer's
    is_users: Callable[[str], bool]  # whether a file is the user's own
    steps: Mapping[int, object]  # threads in which an optimizer steps
    begin_step: Callable[[str], None]  # of an optimizer of that name, in this thread
    forget_step: Callable[[], None]  # of this thread, which may have ended by an error
    step_under_way: Callable[[], tuple[Stack, str]]  # its place and its optimizer
    end_step: Callable[[], None]
    variables: Callable[[], Iterator[dict[str, Any]]]  # of the user's frames, innermost first
    log: Log
    stale: Callable[[Sequence[tuple[Save, Use]], BaseException], None]  # backward raised
    silent: Callable[[Save, Use], bool]  # backward may read changed memory; whether it does
    mishap: Callable[[Mishap, BaseException | None], None]  # and the error that showed it
    backwards: set[Stack]  # passes that came to their end add their place
    warn: Callable[[Stack, Stack, str], None]  # saved there, about to be written here, by this op
    forked: Callable[[], None]  # a forked process, which is not watched, runs a backward pass
    failed: Callable[[BaseException], None]  # the backend itself broke
    repaired: Callable[[Save, Use, int], None]  # backward was given a copy; bytes copied for it
    shown: Callable[[Save, Use, Proof], None]  # what a silent write did, in numbers
    cured: Callable[[str, str, Stack], None]  # a forbidden write was made: rule, op, where
    remark: Callable[[str], None]  # a line for the end of the report
    # of gradients, after a pass: the names that lead to the tensor, where, where it was bound
    reads: Callable[[Stack], Sequence[Read]]
    # variables that the loop around a line takes into its next turn, and where they are bound
    carried: Callable[[Stack], Sequence[tuple[str, Site]]]
    cut_among: Callable[[Iterable[Stack]], Site | None]  # what leaves the graph on these lines
    switch: Switch
    # from the number of the next node, and whether nodes are made now; None on older Pythons
    index_lines: Callable[[Callable[[], int], Callable[[], bool]], Lines | None]
