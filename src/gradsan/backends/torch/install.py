"""Put the watch on torch and take it off again.

Made once per process: the stand-ins are the same objects from one guard to the next. The
patches are process-wide; the saved-tensor hooks are pushed per thread that enters a guard.
"""

from __future__ import annotations

import threading

import torch

from gradsan.backends.host import Host
from gradsan.backends.torch import writes
from gradsan.backends.torch.backward import Backward
from gradsan.backends.torch.doors import lift_all, place_all


class TorchWatch:
    """torch, heard."""

    name = "torch"

    def __init__(self, host: Host) -> None:
        self._backward = Backward(host)
        self._patches = [*writes.patches(host), *self._backward.patches]
        self._users = 0
        self._lock = threading.Lock()

    @property
    def version(self) -> str:
        """The version of torch that is watched."""
        return str(torch.__version__)

    def enter(self) -> None:
        """Begin to watch, or be one more that does."""
        with self._lock:
            self._users += 1
            if self._users == 1:
                place_all(self._patches)
        self._backward.saves.enter()

    def leave(self) -> None:
        """Stop watching when the last one leaves."""
        self._backward.saves.leave()
        with self._lock:
            self._users -= 1
            if self._users == 0:
                lift_all(reversed(self._patches))


def make_watch(host: Host) -> TorchWatch:
    """Make the watch of this process."""
    return TorchWatch(host)
