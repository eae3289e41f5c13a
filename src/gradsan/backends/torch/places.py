"""Where the nodes of the graph come from: the user's line for a node.

A node is known by its sequence number, which torch hands out in order. The pack hook notes the
place of each node that saves something; where lines are heard, they know every node. What steps
that repeat themselves have taught stands in for a hook that rests.
"""

from __future__ import annotations

from typing import Any

from gradsan.backends.host import Lines
from gradsan.backends.torch import private
from gradsan.backends.torch.learned import Learned
from gradsan.model.event import Stack

BITS = 16
SIZE = 1 << BITS
MASK = SIZE - 1
_NOBODY = (-1,) * SIZE


class NodePlaces:
    """The line of a node, by its number: a ring, so that memory is bounded.

    `laps` and `stacks` are written by the pack hook itself, at `number & MASK`. How often a number
    went around is a small number, which Python makes once; numbers themselves would be made anew
    and die at each save, far from everything in the caches.
    """

    __slots__ = ("is_doubtful", "laps", "learned", "lines", "stacks")

    def __init__(self, lines: Lines | None = None) -> None:
        self.lines = lines
        self.laps: list[int] = list(_NOBODY)  # `number >> BITS` of the node that is noted
        self.stacks: list[Stack] = [()] * SIZE
        self.is_doubtful = False  # nodes were made by threads of the engine, with own numbers
        self.learned = Learned(private.next_sequence_number(), self.heard)

    @property
    def has_lines(self) -> bool:
        """Whether lines are heard, so that no hook is needed."""
        return self.lines is not None and self.lines.is_on

    def forget(self) -> None:
        """Begin anew."""
        self.is_doubtful = False
        self.laps[:] = _NOBODY  # another thread may give the same numbers now
        self.learned.forget()

    def heard(self, first: int, end: int) -> list[Stack]:
        """Return where the nodes of these numbers saved something; empty for those that did not."""
        laps, stacks = self.laps, self.stacks
        return [
            stacks[number & MASK] if laps[number & MASK] == number >> BITS else ()
            for number in range(first, end)
        ]

    def is_ours(self, number: int) -> bool:
        """Tell whether a node that no hook has heard was made in this thread."""
        return not self.is_doubtful and self.learned.covers(number)

    def unhooked(self, number: int) -> Stack:
        """Return where a node was made that no hook has heard; empty if that is not known."""
        if self.has_lines:
            return self.at(number)
        return () if self.is_doubtful else self.learned.at(number)

    def of(self, node: Any) -> Stack:
        """Return where a node was made; empty if that is not known, or there is none."""
        return () if node is None else self.at(node._sequence_nr())

    def at(self, number: int) -> Stack:
        """Return where the node of this number was made; empty if that is not known."""
        if self.lines is not None and self.lines.is_on:  # they know of which thread a number is
            return () if self.is_doubtful else self.lines.at(number)
        slot = number & MASK
        if self.laps[slot] == number >> BITS:
            return self.stacks[slot]
        return () if self.is_doubtful else self.learned.at(number)

    def is_made_after(self, number: int, stack: Stack) -> bool:
        """Tell whether a line has made nodes younger than this one."""
        if self.lines is not None and self.lines.has_made_after(number, stack):
            return True
        if self.learned.has_made_after(number, stack):
            return True
        noted = enumerate(zip(self.laps, self.stacks, strict=True))
        return any((lap << BITS) + slot > number and at == stack for slot, (lap, at) in noted)


def key_of(stack: Stack) -> int:
    """Return a number for the innermost place; a code object is dear to hash."""
    return id(stack[0][0]) + stack[0][1] if stack else 0
