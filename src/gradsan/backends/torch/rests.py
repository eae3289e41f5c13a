"""When hooks rest: the lines of a step are known, and nothing else needs a hook.

Only where lines are not heard (see `learned`). Repair, proof, warnings at writes and memory that
others can write keep the hooks, as they do where lines are heard.
"""

from __future__ import annotations

from typing import Any

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.places import key_of
from gradsan.backends.torch.saves import Saves
from gradsan.model.event import Stack


class Rests:
    """Decide after each pass whether what comes now is heard by a hook."""

    def __init__(self, host: Host, saves: Saves) -> None:
        self.switch = host.switch
        self.saves = saves
        self.places = saves.places
        self.learned = saves.places.learned
        # What was saved without a hook must be readable, and other people's hooks visible.
        self.is_possible = private.can_read_saved() and private.hooks_are_visible()

    def pass_ended(self, stack: Stack, roots: tuple[Any, ...], number: int) -> None:
        """Learn from a pass that came to its end, and is in no other."""
        places, learned, exports = self.places, self.learned, self.saves.exports
        if not places.has_lines and not learned.is_short(key := key_of(stack)):
            learned.pass_ended((key, roots, number, stack), may_rest=self._may_rest())
        if exports.by_storage and (places.has_lines or learned.is_resting):
            exports.sweep()
            self.saves.renew()
        elif learned.has_rested and learned.rests_here() is self.saves.here.is_pushed:
            self.saves.renew()

    def _may_rest(self) -> bool:
        if not self.is_possible or self.saves.seam.hooks is not None:
            return False
        return self.switch.nonfinite != "always" and not self.places.is_doubtful

    def pass_failed(self) -> None:
        """Hear what comes after a pass that raised."""
        if self.learned.is_resting:
            self.end()
        else:
            self.learned.lose()

    def end(self) -> None:
        """Hear the saves from here on: more than usual must be known about them."""
        if self.learned.is_resting:
            self.learned.lose()
            self.saves.renew()

    def ask(self, stack: Stack, roots: tuple[Any, ...], number: int) -> None:
        """Say which pass it is whose graph is about to be asked for lines."""
        self.learned.ask((key_of(stack), roots, number, stack))
