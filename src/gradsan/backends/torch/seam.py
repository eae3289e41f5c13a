"""Where repair takes hold of the guard.

`before_write` is a list of functions, each called before memory is written, with the tensors
about to be written and the op in the user's words. An exception from one of them goes to the
user, and the write does not happen. `hooks` is the pair that packs and unpacks what is saved.
`around` is handed the call itself and makes it: it may prepare, make it again after an error
that it cured, and look at what it did; without it `through_views` makes the calls that write
through a view. All may be changed at any time; with nothing in them the guard pays one look at
each.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from gradsan.backends.torch.private import HookPair

BeforeWrite: TypeAlias = Callable[[Sequence[Any], str], None]
# (function, op in the user's words, its arguments, its keywords) -> what the function returns
Around: TypeAlias = Callable[[Callable[..., Any], str, tuple[Any, ...], dict[str, Any]], Any]


def _call(call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    return call(*args, **kwargs)


@dataclass(slots=True)
class Seam:
    """What may be put in place of, or before, what the guard does."""

    before_write: list[BeforeWrite] = field(default_factory=list)
    hooks: HookPair | None = None  # None: the guard's own pair
    around: Around | None = None  # None: the call is made as it is
    # whether `around` need not be asked about a tensor that no graph can save while it is written
    spares: Callable[[Any], bool] = field(default=lambda tensor: False)
    through_views: Around = _call
    # the same for all that stands in these lists, among other things
    spares_all: Callable[[Sequence[Any]], bool] = field(default=lambda lists: False)
    around_out: Around | None = None  # the same for calls that write what `out=` names

    def make(
        self, call: Callable[..., Any], op: str, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> Any:
        """Make a call that writes, by `around` if there is one."""
        return (self.around or self.through_views)(call, op, args, kwargs)

    def warn(self, tensors: Sequence[Any], op: str) -> None:
        """Call everybody who wants to know before a write."""
        for hear in tuple(self.before_write):
            hear(tensors, op)
