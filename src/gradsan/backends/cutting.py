"""Record where values leave the graph while a function runs; hold some of them fixed.

A cut is a call that takes a value with a gradient and gives one without: a number, an array, a
detached tensor. A record of one run tells which there are, in order; a second run is given
what some of them gave in the first, as if they did not depend on the inputs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

Capture = Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Cut:
    """A value that left the graph."""

    deed: str  # in the program's words: `.item()`
    stack: Any  # where
    value: Any  # what came out; kept so that nobody can change it
    code: str = ""  # of the rule that tells more about it
    is_draw: bool = False  # a random number, which has no derivative by definition


class StrayedError(Exception):
    """A run that does not come to the same cuts as the one before."""


@dataclass(slots=True)
class Record:
    """The cuts of one run."""

    capture: Capture
    held: Mapping[int, Cut] = field(default_factory=dict)  # by their number in the run
    cuts: list[Cut] = field(default_factory=list)

    def passes(self, deed: str, value: Any, code: str = "", *, is_draw: bool = False) -> Any:
        """Note a cut; return the value to go on with."""
        number = len(self.cuts)
        self.cuts.append(Cut(deed, self.capture(), value, code, is_draw))
        before = self.held.get(number)
        if before is None:
            return value
        if before.deed != deed:
            raise StrayedError(deed)
        return before.value


@contextmanager
def patched(owner: Any, name: str, make: Callable[[Any], Any]) -> Iterator[None]:
    """Put a wrapper made of an attribute in its place, for a while."""
    original = getattr(owner, name)
    is_own = name in vars(owner)
    setattr(owner, name, make(original))
    try:
        yield
    finally:
        if is_own:
            setattr(owner, name, original)
        else:
            delattr(owner, name)
