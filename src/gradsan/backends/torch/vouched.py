"""Writes that torch itself vouches for: numbers put back as they were.

FSDP frees weights after the forward and fills them again before the backward, inside
`_unsafe_preserve_version_counter`. What is written there is no suspect.
"""

from __future__ import annotations

from typing import Any

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.memory import address


def patches(host: Host) -> list[Patch]:
    """Make the stand-ins for the ends of that block."""
    block = private.version_preserver()
    if block is None:
        return []
    enter, leave = block.__enter__, block.__exit__
    since: dict[int, int] = {}  # by block under way: when it began

    def begin(self: Any) -> Any:
        since[id(self)] = next(host.ticks)
        return enter(self)

    def end(self: Any, *error: Any) -> Any:
        began = since.pop(id(self), 0)
        for storage in map(address, self.tensors):
            entry = host.log.last.get(storage)
            if entry is not None and entry[0] > began:
                host.log.last.pop(storage, None)
        return leave(self, *error)

    return [Patch(block, "__enter__", begin), Patch(block, "__exit__", end)]
