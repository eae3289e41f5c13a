"""How freely a walk goes on: it slows down, but it comes to every trigger.

A root is walked on several paths until it has taken its share of steps. From then on one path is
followed, past what holds no trigger the short way, and later on no call is entered any more: what
is left costs no more than its own statements. Where a path parts, it goes where a trigger is that
no path has come to.
"""

from __future__ import annotations

import ast
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

FREE = 0  # several paths, loops three times
ONE_PATH = 1
NO_CALLS = 2

MAX_STEPS = 8_000  # statements the module may take before it is hurried, over all its paths
MAX_STEPS_ALONE = 60  # the same for a function that nobody calls
MAX_STEPS_HURRIED = 300  # statements on one path before no call is entered any more
ENOUGH_ELEMENTS = 20_000  # of the comprehensions of a root; then each is walked for one
MAX_STEPS_AFTER = 10_000  # statements that a root may take to come to what it has missed

_MANY = 8  # blocks; of more the lines are looked up

Block = Sequence[ast.stmt]


@dataclass(slots=True)
class Pace:
    """What a walk has spent, and the triggers that it has not come to."""

    steps: int = 0  # of this root, or of this walk of it
    gear: int = FREE
    elements: int = 0  # of comprehensions, in this root
    limit: int = MAX_STEPS  # of steps in this gear
    missed: set[int] = field(default_factory=set)  # lines of statements with triggers
    aims: set[int] = field(default_factory=set)  # where one path is to go, of these
    ruled_out: set[int] = field(default_factory=set)  # of them: a value that is known forbids it

    def start(self, limit: int) -> None:
        """Begin a walk on several paths."""
        self.elements = 0
        self.steps, self.gear, self.limit, self.aims = 0, FREE, limit, self.missed

    def aim(self, rows: set[int]) -> None:
        """Begin a walk on one path, to some of these lines."""
        self.steps, self.gear, self.limit, self.aims = 0, ONE_PATH, MAX_STEPS_HURRIED, rows

    def step(self, statement: ast.stmt) -> None:
        """Count a statement."""
        self.steps += 1
        if self.missed:
            self.missed.discard(statement.lineno)
        if self.steps > self.limit:
            self.limit += max(MAX_STEPS_HURRIED, self.limit)
            self.gear = min(self.gear + 1, NO_CALLS)

    def is_hurried(self) -> bool:
        """Tell whether only one path is followed."""
        return self.gear > FREE

    def is_aim(self, block: Block) -> bool:
        """Tell whether there is a trigger in a block that no path has come to."""
        return bool(self.aims and block and self.aims_in(block))

    def aims_in(self, block: Block) -> set[int]:
        """Return the lines of a block that no path has come to, and this one may go to."""
        return _between(self.aims, _first(block), _last(block)) & self.missed

    def way(self, blocks: Sequence[Block]) -> int:
        """Return which block one path takes: to a trigger that was missed, or one that goes on."""
        if len(blocks) > _MANY:
            rows = sorted(self.aims & self.missed)
            aimed = (at for at, block in enumerate(blocks) if block and _has_row(rows, block))
        else:
            aimed = (at for at, block in enumerate(blocks) if self.is_aim(block))
        if (first := next(aimed, None)) is not None:
            return first
        return next((at for at, block in enumerate(blocks) if not leaves(block)), 0)

    def rule_out(self, taken: Block, other: Block, home: ast.AST | None) -> None:
        """Note what a known value forbids: the other block, and all after one that leaves."""
        if other:
            self.ruled_out |= _between(self.missed, _first(other), _last(other))
        if taken and leaves(taken):
            self.ruled_out |= _between(self.missed, _last(taken), getattr(home, "end_lineno", 0))


def _between(rows: set[int], first: int, last: int) -> set[int]:
    if last - first < len(rows):  # a statement of a script that has thousands of triggers
        return {row for row in range(first, last + 1) if row in rows}
    return {row for row in rows if first <= row <= last}


def _has_row(rows: list[int], block: Block) -> bool:
    at = bisect_left(rows, block[0].lineno)
    return at < len(rows) and rows[at] <= _last(block)


def _first(block: Block) -> int:
    return block[0].lineno


def _last(block: Block) -> int:
    return block[-1].end_lineno or block[-1].lineno


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
