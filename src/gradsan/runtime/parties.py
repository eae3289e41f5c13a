"""Who the hub speaks with: sessions that listen, frameworks that are watched."""

from __future__ import annotations

from typing import Protocol

from gradsan.model.event import Hazard, Mishap, Proof, RuntimeEvent, Stack
from gradsan.model.finding import Finding
from gradsan.runtime.policy import Policy
from gradsan.runtime.uncaught import Scene


class Listener(Protocol):
    """A session, as the hub sees it."""

    @property
    def policy(self) -> Policy:
        """What it was asked to do."""
        ...

    def hear(self, event: RuntimeEvent) -> bool:
        """Take a hazard or a mishap; may raise where the user asked for that."""
        ...

    def take(self, finding: Finding, *, is_met: bool = False) -> bool:
        """Take what check has read and the run has borne out, or met just now."""
        ...

    def remark(self, text: str) -> None:
        """Take a remark for the report."""
        ...

    def mended(self, hazard: Hazard, copied: int) -> None:
        """Take a hazard that was repaired, and how many bytes were copied for it."""
        ...

    def cured(self, code: str, op: str, stack: Stack) -> None:
        """Take a forbidden write that was made possible."""
        ...

    def shown(self, hazard: Hazard, proof: Proof) -> None:
        """Take the numbers of a silent hazard."""
        ...


class Watch(Protocol):
    """A framework, watched."""

    name: str
    version: str

    def enter(self) -> None:
        """Begin to watch."""
        ...

    def leave(self) -> None:
        """Stop."""
        ...

    def warn_at_writes(self) -> None:
        """Warn before a write to what a living graph has saved."""
        ...

    def prove_writes(self) -> None:
        """Keep copies of saved values that are written."""
        ...

    def begin_repair(self) -> None:
        """Begin to repair as well."""
        ...

    def end_repair(self) -> None:
        """Only watch again."""
        ...

    def hear_out(self) -> None:
        """Begin to hear writes by `out=` and by the registered names of ops."""
        ...

    def settle(self) -> None:
        """Tell what only the end tells."""
        ...

    def explain(self, error: BaseException, scene: Scene) -> Mishap | None:
        """Say what is behind an error that no door has told."""
        ...
