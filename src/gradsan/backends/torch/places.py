"""Where the nodes of the graph come from: the user's line for each node that saved something.

A node is known by its sequence number, which torch hands out in order. Two generations are
kept, so that the memory is bounded and the last 65 536 nodes at least are known.
"""

from __future__ import annotations

from typing import Any

from gradsan.model.event import Stack

LIMIT = 65_536


class NodePlaces:
    """The line of a node, by its number."""

    __slots__ = ("old", "young")

    def __init__(self) -> None:
        self.young: dict[int, Stack] = {}
        self.old: dict[int, Stack] = {}

    def note(self, number: int, stack: Stack) -> None:
        """Remember where a node was made."""
        young = self.young
        young[number] = stack
        if len(young) > LIMIT:
            self.old, self.young = young, {}

    def of(self, node: Any) -> Stack:
        """Return where a node was made; empty if that is not known."""
        number = node._sequence_nr()
        return self.young.get(number) or self.old.get(number) or ()

    def is_made_after(self, number: int, stack: Stack) -> bool:
        """Tell whether a line has made nodes younger than this one."""
        return any(one > number and at == stack for one, at in self.young.items())
