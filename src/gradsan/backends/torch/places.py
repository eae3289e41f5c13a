"""Where the nodes of the graph come from: the user's line for each node that saved something.

A node is known by its sequence number, which torch hands out in order.
"""

from __future__ import annotations

from typing import Any

from gradsan.model.event import Stack

SIZE = 65_536  # a power of two
MASK = SIZE - 1


class NodePlaces:
    """The line of a node, by its number: a ring, so that memory is bounded.

    `numbers` and `stacks` are written by the pack hook itself, at `number & MASK`.
    """

    __slots__ = ("numbers", "stacks")

    def __init__(self) -> None:
        self.numbers: list[int] = [-1] * SIZE
        self.stacks: list[Stack] = [()] * SIZE

    def of(self, node: Any) -> Stack:
        """Return where a node was made; empty if that is not known."""
        number = node._sequence_nr()
        slot = number & MASK
        return self.stacks[slot] if self.numbers[slot] == number else ()

    def is_made_after(self, number: int, stack: Stack) -> bool:
        """Tell whether a line has made nodes younger than this one."""
        pairs = zip(self.numbers, self.stacks, strict=True)
        return any(one > number and at == stack for one, at in pairs)
