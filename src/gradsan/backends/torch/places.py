"""Where the nodes of the graph come from: the user's line for a node.

A node is known by its sequence number, which torch hands out in order. The pack hook notes the
place of each node that saves something; where lines are heard, they know every node.
"""

from __future__ import annotations

from typing import Any

from gradsan.backends.host import Lines
from gradsan.model.event import Stack

SIZE = 65_536  # a power of two
MASK = SIZE - 1


class NodePlaces:
    """The line of a node, by its number: a ring, so that memory is bounded.

    `numbers` and `stacks` are written by the pack hook itself, at `number & MASK`.
    """

    __slots__ = ("is_doubtful", "lines", "numbers", "stacks")

    def __init__(self, lines: Lines | None = None) -> None:
        self.lines = lines
        self.numbers: list[int] = [-1] * SIZE
        self.stacks: list[Stack] = [()] * SIZE
        self.is_doubtful = False  # nodes were made by threads of the engine, with own numbers

    @property
    def has_lines(self) -> bool:
        """Whether lines are heard, so that no hook is needed."""
        return self.lines is not None and self.lines.is_on

    def of(self, node: Any) -> Stack:
        """Return where a node was made; empty if that is not known."""
        return self.at(node._sequence_nr())

    def at(self, number: int) -> Stack:
        """Return where the node of this number was made; empty if that is not known."""
        slot = number & MASK
        if self.numbers[slot] == number:
            return self.stacks[slot]
        if self.lines is None or self.is_doubtful:
            return ()
        return self.lines.at(number)

    def is_made_after(self, number: int, stack: Stack) -> bool:
        """Tell whether a line has made nodes younger than this one."""
        if self.lines is not None and self.lines.has_made_after(number, stack):
            return True
        pairs = zip(self.numbers, self.stacks, strict=True)
        return any(one > number and at == stack for one, at in pairs)


def key_of(stack: Stack) -> int:
    """Return a number for the innermost place; a code object is dear to hash."""
    return id(stack[0][0]) + stack[0][1] if stack else 0
