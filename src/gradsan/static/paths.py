"""The choices of a path through a file, so that the next path can take the others."""

from __future__ import annotations


class Tape:
    """The choices of a path, so that the next path can take the others.

    >>> tape = Tape()
    >>> [(tape.choose(2), tape.advance()) for _ in range(3)]
    [(0, True), (1, False), (0, True)]
    """

    def __init__(self) -> None:
        self._choices: list[tuple[int, int]] = []
        self._at = 0

    def choose(self, ways: int) -> int:
        """Return which of several ways this path takes."""
        if self._at == len(self._choices):
            self._choices.append((0, ways))
        taken, _ = self._choices[self._at]
        self._at += 1
        return taken

    def advance(self) -> bool:
        """Go back to the start with the next choices; False when all were taken."""
        self._at = 0
        while self._choices:
            taken, ways = self._choices.pop()
            if taken + 1 < ways:
                self._choices.append((taken + 1, ways))
                return True
        return False
