"""Find the node that first makes NaN or inf out of finite gradients.

A pass is watched closely when its line is met for the first time, and again after a step has
met a gradient that is not finite. The hooks look and change nothing. A pass whose root is not
finite itself is left alone: there the forward is at fault. So is a program that scales its
loss (AMP): there an overflow is part of the recipe.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.graph import nodes_from
from gradsan.backends.torch.memory import PLAIN
from gradsan.backends.torch.places import NodePlaces
from gradsan.backends.torch.words import op_of
from gradsan.model.event import Mishap, Stack

LARGEST = 20_000  # nodes of a graph that is watched node by node
REARMED = 100  # times that a step may arm the watch anew
REMEMBERED = 4096  # lines of backward passes

_CHOOSERS = ("Where", "MaskedFill", "MaskedScatter", "IndexPut", "MaskedSelect", "Index")


class CloseWatch:
    """One pass, node by node."""

    def __init__(self, roots: tuple[Any, ...]) -> None:
        self.nodes = list(nodes_from(roots))
        self.culprit: tuple[str, int, bool] | None = None  # op, number, behind a where
        self.leaves = [node.variable for node in self.nodes if hasattr(node, "variable")]
        inner = [node for node in self.nodes if not hasattr(node, "variable")]
        self._behind = _behind_choosers(inner)
        self._handles = [self._watch(node) for node in inner]

    def _watch(self, node: Any) -> Any:
        name, number = node.name(), node._sequence_nr()
        is_behind = number in self._behind

        def look(grad_inputs: Any, grad_outputs: Any) -> None:
            if self.culprit is not None or not has_nonfinite(grad_inputs):
                return
            if not has_nonfinite(grad_outputs):
                self.culprit = op_of(name), number, is_behind

        return node.register_hook(look)

    def end(self) -> None:
        """Take the hooks away."""
        for handle in self._handles:
            handle.remove()


def _behind_choosers(nodes: list[Any]) -> set[int]:
    """Return the numbers of the nodes whose result a where or a mask has chosen from."""
    choosers = [n for n in nodes if n.name().partition("Backward")[0] in _CHOOSERS]
    behind: set[int] = set()
    for chooser in choosers:
        for parent, _ in chooser.next_functions:
            if parent is not None:
                behind |= {node._sequence_nr() for node in _below(parent)}
    return behind


def _below(node: Any) -> list[Any]:
    seen, queue = [], [node]
    known: set[Any] = set()
    while queue:
        one = queue.pop()
        if one is None or one in known:
            continue
        known.add(one)
        seen.append(one)
        queue.extend(parent for parent, _ in one.next_functions)
    return seen


def has_nonfinite(tensors: Any) -> bool:
    """Tell whether a tensor among these holds NaN or inf."""
    with torch.no_grad(), private.no_overrides():
        return any(_is_nonfinite(tensor) for tensor in tensors if type(tensor) in PLAIN)


def _is_nonfinite(tensor: Any) -> bool:
    if tensor.layout is not torch.strided or not tensor.is_floating_point():
        return False
    total = tensor.sum().item()
    if total - total == 0:
        return False
    return not bool(torch.isfinite(tensor).all())  # a sum of finite numbers may overflow


class Nonfinite:
    """Which passes are watched closely, and what they showed."""

    def __init__(self, host: Host, places: NodePlaces) -> None:
        self.host = host
        self.places = places
        self.is_scaled = False
        self.on_rearm: Callable[[], None] = lambda: None  # called before the next forward
        self._rearmed = 0
        self._known: set[Stack] = set()
        self._last: Stack | None = None  # the line met last; a code object is dear to hash
        self._switch = host.switch
        self.patches = [self._scale_patch()]

    def _scale_patch(self) -> Patch:
        scaler = torch.amp.GradScaler
        original = scaler.scale

        def scale(scaler_: Any, outputs: Any) -> Any:
            self.is_scaled = self.is_scaled or scaler_.is_enabled()
            return original(scaler_, outputs)

        scale.__doc__ = original.__doc__
        return Patch(scaler, "scale", scale)

    def forget(self) -> None:
        """Forget the lines that were met, and that the loss was scaled."""
        self._known.clear()
        self._last = None
        self.is_scaled = False
        self._rearmed = 0

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to arm: never asked for, always on, or a scaled loss."""
        return self.host.switch.nonfinite != "auto" or self.is_scaled

    def rearm(self) -> None:
        """Watch the next pass of every line closely: a step has met NaN or inf."""
        if self._rearmed < REARMED:
            self._rearmed += 1
            self._known.clear()
            self._last = None
            self.on_rearm()

    def is_known(self, stack: Stack) -> bool:
        """Tell whether a pass of the line met last needs no look."""
        return stack is self._last and self._switch.nonfinite == "auto"

    def begin(self, stack: Stack, roots: tuple[Any, ...]) -> CloseWatch | None:
        """Watch a pass closely if it is time to."""
        mode = self.host.switch.nonfinite
        if mode == "never" or not self.host.switch.on:
            return None
        if mode == "auto" and (self.is_scaled or stack is self._last or stack in self._known):
            return None
        self._last = stack
        if len(self._known) < REMEMBERED:
            self._known.add(stack)
        if private.is_overheard() or has_nonfinite(roots):
            return None
        size = 0
        for size, _ in enumerate(nodes_from(roots)):
            if size > LARGEST:
                return None
        return CloseWatch(roots) if size or roots else None

    def end(self, watch: CloseWatch, stack: Stack, result: Any) -> None:
        """Tell what a pass showed: the op that first left the finite numbers."""
        watch.end()
        if watch.culprit is None:
            return
        grads = [leaf.grad for leaf in watch.leaves]
        if not has_nonfinite([*grads, *(result or ())]):
            return
        op, number, is_behind = watch.culprit
        line = self.places.at(number)
        kind = "where-nan" if is_behind else "singular-point"
        self.host.mishap(Mishap(kind, line or stack, op, needed=stack), None)
