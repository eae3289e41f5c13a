"""Where repair takes hold of the guard.

`before_write` is a list of functions, each called before memory is written, with the tensors
about to be written and the op in the user's words. An exception from one of them goes to the
user, and the write does not happen. `hooks` is the pair that packs and unpacks what is saved.
Both may be changed at any time; with nothing in them the guard pays one look at a list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from gradsan.backends.torch.private import HookPair

BeforeWrite: TypeAlias = Callable[[Sequence[Any], str], None]


@dataclass(slots=True)
class Seam:
    """What may be put in place of, or before, what the guard does."""

    before_write: list[BeforeWrite] = field(default_factory=list)
    hooks: HookPair | None = None  # None: the guard's own pair

    def warn(self, tensors: Sequence[Any], op: str) -> None:
        """Call everybody who wants to know before a write."""
        for hear in tuple(self.before_write):
            hear(tensors, op)
