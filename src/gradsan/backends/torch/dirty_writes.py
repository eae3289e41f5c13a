"""Around a custom Function that changes its inputs: what torch would refuse, drop or misjudge.

torch refuses a marked input that is a leaf, a view of one or one of several views, but only after
forward has changed it; so those are made writable before. It drops the `.grad` of what is marked,
which is that of a leaf if the leaf is hidden behind it; so that is put back. It raises the version
once more than the writes did; values that lie beside what is marked take that over, and so do the
counters of `.data`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import torch

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.dirty_inputs import marked_positions
from gradsan.backends.torch.forbidden import UNRELEASED
from gradsan.backends.torch.kept import Kept, Shelves, region_of
from gradsan.backends.torch.leaves import Leaves, leaf_behind
from gradsan.backends.torch.memory import storage_of
from gradsan.backends.torch.overlap import touches
from gradsan.backends.torch.restricted import Restricted, is_tracked
from gradsan.backends.torch.twins import Twins

# The counters of aliases, and what is to be done about a storage if one of them has moved.
Unheard: TypeAlias = tuple[Twins, Callable[[int], None]]


class DirtyWrites:
    """Makes the calls of Functions that change their inputs."""

    def __init__(
        self,
        host: Host,
        shelves: Shelves,
        leaves: Leaves,
        restricted: Restricted,
        unheard: Unheard,
    ) -> None:
        self.host = host
        self.twins, self.look = unheard
        self.shelves = shelves
        self.leaves = leaves
        self.restricted = restricted
        self.bumped: list[Kept] = []  # values whose version rises when the call under way ends
        self.raised: list[int] = []  # storages with several counters, one of which rises then

    def make(self, cls: Any, call: Callable[[], Any], args: tuple[Any, ...]) -> Any:
        """Make a call whose forward marks inputs as changed."""
        if not torch.is_grad_enabled():
            return self.finish(call, args)
        inputs = list(_marked(cls, args))
        reasons: list[str] = []
        codes = self._release(inputs, reasons)
        constants = []
        for one in inputs:
            if (storage := storage_of(one)) in self.restricted.by_storage:
                if private.is_restricted_view(one) and is_tracked(one._base, one, args):
                    codes.append("GS304" if private.made_without_grad(one) else "GS303")
                constants.append((storage, self.restricted.free(storage, one, args)))
        try:
            result = self.finish(call, args)
        except RuntimeError as error:
            for reason in reasons:
                error.add_note(f"gradsan: not repaired: {reason}")
            raise
        for storage, views in constants:
            self.restricted.renew(storage, views)
        for code in codes:
            self.host.cured(code, cls.__name__, self.host.capture())
        return result

    def finish(self, call: Callable[[], Any], args: tuple[Any, ...]) -> Any:
        """Make a call, and put right what torch does to its inputs when it ends."""
        gradients: list[tuple[Any, Any]] = []
        if self.leaves.hidden:
            shown = [one for one in map(_root, args) if self.leaves.leaf_of(one) is not one]
            gradients = [(one, private.gradient_of(one)) for one in shown]
        try:
            result = call()
            for kept in self.bumped:
                kept.version = kept.value._version
            for storage in self.raised:
                self.twins.absorb(storage)
        finally:
            self.bumped.clear()
            self.raised.clear()
        for one, gradient in gradients:
            if gradient is not None and private.gradient_of(one) is None:
                one.grad = gradient
        return result

    def marked(self, dirty: tuple[Any, ...]) -> None:
        """Hear which inputs a forward marked: torch raises their version now, for no write."""
        for one in dirty:
            if (storage := storage_of(one)) in self.twins.by_storage:
                self.look(storage)
                self.raised.append(storage)
            region, size = region_of(one), one.element_size()
            self.bumped += [
                kept
                for kept in self.shelves.on(storage)
                if kept.is_unchanged
                and kept.value.element_size() == size
                and not touches(region, region_of(kept.value))
            ]

    def _release(self, inputs: list[Any], reasons: list[str]) -> list[str]:
        """Let the leaves that are going to be changed be inner values; return what was cured."""
        codes = []
        for one in inputs:
            leaf = leaf_behind(one)
            if leaf is None or not leaf.is_leaf or not leaf.requires_grad:
                continue
            if reason := self.leaves.reason_against(leaf, "mark_dirty", ()):
                reasons.append(reason)
            elif not self.leaves.release(leaf):
                reasons.append(UNRELEASED)
            else:
                codes.append("GS301" if leaf is one else "GS302")
        return codes


def _marked(cls: Any, args: tuple[Any, ...]) -> Iterator[Any]:
    positions = marked_positions(cls)
    for at, one in enumerate(args):
        if type(one) is torch.Tensor and (positions is None or at in positions):
            yield one


def _root(value: Any) -> Any:
    """Return the tensor that another is a view of, or the value itself."""
    return value._base if type(value) is torch.Tensor and value._is_view() else value
