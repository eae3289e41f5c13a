"""How freely a walk goes on: it slows down, but it comes to every trigger.

A root is walked on several paths until it has taken its share of steps. From then on one path is
followed, past what holds no trigger the short way, and later on no call is entered any more: what
is left costs no more than its own statements. Where a path parts, it goes where a trigger is that
no path has come to.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field

FREE = 0  # several paths, loops three times
ONE_PATH = 1
NO_CALLS = 2

MAX_STEPS = 20_000  # statements the module may take before it is hurried, over all its paths
MAX_STEPS_ALONE = 230  # the same for a function that nobody calls
MAX_STEPS_AFTER = 10_000  # statements that a root may take to come to what it has missed

Block = Sequence[ast.stmt]


@dataclass(slots=True)
class Pace:
    """What a walk has spent, and the triggers that it has not come to."""

    steps: int = 0  # of this root, or of this walk of it
    gear: int = FREE
    share: int = MAX_STEPS  # steps in each gear
    limit: int = MAX_STEPS  # of steps, before the next gear
    missed: set[int] = field(default_factory=set)  # lines of statements with triggers
    ruled_out: set[int] = field(default_factory=set)  # of them: a value that is known forbids it

    def start(self, share: int, gear: int = FREE) -> None:
        """Begin a walk."""
        self.steps, self.gear, self.share, self.limit = 0, gear, share, share

    def step(self, statement: ast.stmt) -> None:
        """Count a statement."""
        self.steps += 1
        if self.missed:
            self.missed.discard(statement.lineno)
        if self.steps > self.limit:
            self.limit += self.share
            self.gear = min(self.gear + 1, NO_CALLS)

    def is_missed_in(self, first: int, last: int) -> bool:
        """Tell whether there is a trigger between two lines that no path has come to."""
        return any(first <= row <= last for row in self.missed)

    def misses(self, block: Block) -> bool:
        """Tell whether there is a trigger in a block that no path has come to."""
        if not block or not self.missed:
            return False
        return self.is_missed_in(block[0].lineno, block[-1].end_lineno or block[-1].lineno)

    def way(self, blocks: Sequence[Block]) -> int:
        """Return which block one path takes: to a trigger that was missed, or the one that goes on."""
        for at, block in enumerate(blocks):
            if self.misses(block):
                return at
        return next((at for at, block in enumerate(blocks) if not leaves(block)), 0)

    def rule_out(self, block: Block) -> None:
        """Note that a value which is known forbids a block."""
        if self.misses(block):
            first, last = block[0].lineno, block[-1].end_lineno or block[-1].lineno
            self.ruled_out |= {row for row in self.missed if first <= row <= last}


def leaves(block: Block) -> bool:
    """Tell whether what stands after a block is not come to from it."""
    match block[-1] if block else None:
        case ast.Return() | ast.Raise() | ast.Continue() | ast.Break():
            return True
        case ast.If(body=body, orelse=orelse):
            return leaves(body) and leaves(orelse)
        case ast.With(body=body):
            return leaves(body)
    return False
