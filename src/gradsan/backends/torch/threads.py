"""Hear the saves of threads that begin while a guard is on: hooks belong to a thread."""

from __future__ import annotations

import threading
from typing import Any

from gradsan.backends.host import Host
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.saves import Saves


def patches(host: Host, saves: Saves) -> list[Patch]:
    """Make the stand-in that lets a new thread enter the guard before it runs."""
    original = threading.Thread.start

    def start(thread: threading.Thread) -> None:
        if host.switch.on and "run" not in vars(thread):
            vars(thread)["run"] = _Run(thread.run, thread, saves)
        original(thread)

    start.__doc__ = original.__doc__
    return [Patch(threading.Thread, "start", start)]


class _Run:
    """The `run` of one thread, inside the guard."""

    def __init__(self, run: Any, thread: threading.Thread, saves: Saves) -> None:
        self.run = run
        self.thread = thread
        self.saves = saves

    def __call__(self) -> None:
        """Run as ever."""
        vars(self.thread).pop("run", None)  # what was given is what is found again
        self.saves.enter()
        try:
            self.run()
        finally:
            self.saves.leave()
