"""Which line made which node, learned from steps that repeat themselves.

Where lines are not heard (Python 3.11), a hook on every save names its line, and that costs.
But a training makes the same nodes on the same lines, step after step. A stretch is what one
thread makes from the end of a pass to the end of the next. Once stretches came out the same
several times in a row, hooks rest: torch checks versions itself, and the place of a node in its
stretch names the line. Two are enough where all that saves stands in the function that asks for the
pass, that can go one way only, and in which the kind of a node names its line (`one_way`). One
stretch in a few is heard again; one of another length ends the rest.

A line is told only if the stretch has as many nodes as the one that was heard, and if all of
its nodes that the graph shows have the names they had. Otherwise it is not known: never a guess.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from threading import get_ident
from typing import Any, TypeAlias

from gradsan.backends.torch.graph import nodes_from
from gradsan.backends.torch.one_way import goes_one_way
from gradsan.model.event import Stack

STEADY = 8  # stretches in a row that came out as they did before
PATIENT = 6  # times that what is asked for doubles, where they change all the same
LEAST = 8  # nodes of a stretch that save something: the hooks of fewer cost nothing
PERIOD = 16  # of so many stretches one is heard
LARGEST = 16_384  # nodes of a stretch
REMEMBERED = 64  # stretches
KINDS = 64  # of stretches

# its place as a number, its roots, the number of the next node when it began, its place
Pass: TypeAlias = tuple[int, tuple[Any, ...], int, Stack]
Key: TypeAlias = tuple[int, int]  # the places of the passes at the two ends, as numbers
Heard: TypeAlias = Callable[[int, int], list[Stack]]  # the lines of a range of numbers


@dataclass(slots=True, eq=False)
class _Pattern:
    """What a kind of stretch looks like."""

    lines: list[Stack]  # of each node; empty if it saved nothing
    saves: int  # how many lines are not empty
    lead: int  # how many nodes there were when the pass began
    names: dict[int, str] = field(default_factory=dict)  # of the nodes that passes went through


@dataclass(slots=True, eq=False)
class _Stretch:
    """Numbers that came one after the other."""

    began: int
    end: int
    pattern: _Pattern | None  # None: it is like none that is known
    is_heard: bool


class Learned:
    """The patterns of stretches, and which of the last ones were not heard."""

    def __init__(self, peek: Callable[[], int], heard: Heard) -> None:
        self._peek = peek
        self._heard = heard
        self.forget()

    def forget(self) -> None:
        """Begin anew."""
        self.is_resting = False
        self.has_rested = False
        self._thread = 0  # that asks for passes
        self._entered = (0, -1)  # the thread that began to listen, and the next number there
        self._is_shared = False  # several threads do: their numbers cannot be told apart
        self._began, self._place = -1, 0  # of the stretch under way
        self._agreed = self._changes = self._rested = 0
        self._patterns: dict[Key, _Pattern] = {}
        self._stretches: list[_Stretch] = []
        self._asked: Pass | None = None
        self._known: dict[int, _Pattern] = {}  # by where a stretch began: it was compared

    def rests_here(self) -> bool:
        """Tell whether this thread may save without a hook."""
        return self.is_resting and self._thread == get_ident()

    # -- steps --------------------------------------------------------------------------------

    def begin(self) -> None:
        """Be told that this thread is heard from now on."""
        if not self._entered[0]:
            self._entered = get_ident(), self._peek()

    def is_short(self, place: int) -> bool:
        """Pass over a stretch too short to rest by itself, if none before it was long enough."""
        if self.is_resting or self._agreed or self._thread != get_ident():
            return False
        number = self._peek()
        if not 0 <= self._began <= number < self._began + LEAST:
            return False
        self._began, self._place, self._asked = number, place, None
        return True

    def pass_ended(self, here: Pass, *, may_rest: bool) -> None:
        """Take down what was made since the last pass, and decide about the next stretch."""
        place = here[0]
        thread, number = get_ident(), self._peek()
        self._asked = None
        if thread != self._thread:
            self._is_shared = self._thread != 0
            is_first = not self._is_shared and thread == self._entered[0]
            self._thread, self._began = thread, self._entered[1] if is_first else -1
        began, key = self._began, (self._place, place)
        self._began, self._place = number, place
        if self._is_shared or not may_rest or not 0 <= number - began <= LARGEST or began < 0:
            self.wake()
        elif self.is_resting:
            self._take_silent(_Stretch(began, number, self._patterns.get(key), is_heard=False))
        else:
            lines = self._heard(began, number)
            new = _Pattern(lines, sum(map(bool, lines)), here[2] - began)
            self._take_heard(key, new, began, here)

    def wake(self) -> None:
        """Hear what comes next: something is not as it was."""
        self.is_resting = False
        self._agreed = 0

    def lose(self) -> None:
        """Be told that a pass has failed, or that it is not known what went before."""
        self.wake()
        self._asked, self._began = None, -1
        self._known = {}

    def _take_silent(self, stretch: _Stretch) -> None:
        pattern = stretch.pattern
        if pattern is None or len(pattern.lines) != stretch.end - stretch.began:
            stretch.pattern = None
            self._changes += 1
            self.wake()
        self._remember(stretch)
        self._rested += 1
        if self._rested % PERIOD == PERIOD - 1:
            self.is_resting = False

    def _take_heard(self, key: Key, new: _Pattern, began: int, here: Pass) -> None:
        pattern, first = self._patterns.get(key), self._patterns.get((0, key[1]))
        if pattern is None and first is not None and _is_same(first, new):
            pattern = self._patterns[key] = first  # it began with the guard: a step like others
        is_same = pattern is not None and _is_same(pattern, new)
        if pattern is None or not is_same:
            self._changes += pattern is not None
            self._agreed = 0
            if len(self._patterns) >= KINDS:
                self._patterns.clear()
            pattern = self._patterns[key] = new
        self._remember(_Stretch(began, began + len(new.lines), pattern, is_heard=True))
        if not is_same or (pattern.saves < LEAST and not self._agreed):
            return
        self._agreed += 1
        if not pattern.names:
            self._learn_names(here[1])
        if self._agreed >= self._needed(pattern, here[3]):
            self._rest()

    def _needed(self, pattern: _Pattern, stack: Stack) -> int:
        """Return how many stretches in a row must come out as before."""
        if not self._changes and goes_one_way(stack, pattern.lines, pattern.names):
            return 1
        return STEADY << min(self._changes, PATIENT)

    def _rest(self) -> None:
        self.is_resting = self.has_rested = True
        self._rested += self._rested % PERIOD == PERIOD - 1

    def _remember(self, stretch: _Stretch) -> None:
        self._stretches.append(stretch)
        del self._stretches[:-REMEMBERED]

    def _learn_names(self, roots: tuple[Any, ...]) -> None:
        """Take down the names of the nodes that this pass went through; they are linked still."""
        for node in nodes_from(roots):
            number = node._sequence_nr()
            if (stretch := self._around(number)) is not None and stretch.pattern is not None:
                stretch.pattern.names[number - stretch.began] = node.name()

    # -- questions ----------------------------------------------------------------------------

    def ask(self, here: Pass) -> None:
        """Be told the pass under way, which ends the youngest stretch, before `at` is asked."""
        self._asked, self._known = here if self.has_rested else None, {}

    def _compared(self) -> dict[int, _Pattern]:
        """Return the patterns of the stretches of a graph that are like those that were heard."""
        if self._asked is not None:
            self._compare(self._asked)
            self._asked = None
        return self._known

    def _compare(self, here: Pass) -> None:
        silent = {one.began: one for one in self._stretches if not one.is_heard and one.pattern}
        if (open_ := self._open(here)) is not None:
            silent[open_.began] = open_
        begins = sorted(silent)
        differing: set[int] = set()
        for node in nodes_from(here[1]):
            number = node._sequence_nr()
            if (at := bisect_right(begins, number)) == 0:
                continue
            stretch = silent[begins[at - 1]]
            names = stretch.pattern.names if stretch.pattern else {}
            if number < stretch.end and names.get(number - stretch.began) != node.name():
                differing.add(stretch.began)
        self._known = {
            began: one.pattern
            for began, one in silent.items()
            if one.pattern is not None and began not in differing
        }

    def _open(self, here: Pass) -> _Stretch | None:
        """Return the stretch under way, if it is as long as what it is believed to be.

        Its length now says nothing: a view whose base was written gets a new node when it is read.
        """
        pattern, began = self._patterns.get((self._place, here[0])), self._began
        if pattern is None or not self.rests_here() or not 0 <= began == here[2] - pattern.lead:
            return None
        return _Stretch(began, began + len(pattern.lines), pattern, is_heard=False)

    def _around(self, number: int) -> _Stretch | None:
        at = bisect_right(self._stretches, number, key=lambda one: one.began)
        if at == 0 or number >= self._stretches[at - 1].end:
            return None
        return self._stretches[at - 1]

    def covers(self, number: int) -> bool:
        """Tell whether a node of this number was made while hooks rested in this thread."""
        if not self.has_rested or self._thread != get_ident():
            return False
        if self.is_resting and 0 <= self._began <= number < self._peek():
            return True
        stretch = self._around(number)
        return stretch is not None and not stretch.is_heard

    def at(self, number: int) -> Stack:
        """Return where a node was made; empty unless the graph bears out what was learned."""
        for began, pattern in self._compared().items():
            if began <= number < began + len(pattern.lines):
                return pattern.lines[number - began]
        return ()

    def has_made_after(self, number: int, stack: Stack) -> bool:
        """Tell whether a line has made nodes younger than this one."""
        return any(
            stack in pattern.lines[max(number + 1 - began, 0) :]
            for began, pattern in self._compared().items()
        )


def _is_same(one: _Pattern, other: _Pattern) -> bool:
    return (one.lines, one.lead) == (other.lines, other.lead)
