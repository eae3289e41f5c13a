"""Find the node that first makes NaN or inf out of finite gradients.

A pass is watched closely when its line is met for the first time, and a number of times after a
step has met a gradient that is not finite. The hooks look and change nothing. Where the root is
not finite itself the forward is at fault, and what the nodes kept is looked through; that is done
if asked for, or after such a step. A program that scales its loss (AMP) is left alone: there an
overflow is part of the recipe.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.graph import nodes_from
from gradsan.backends.torch.overflows import CHOOSERS, Overflow, is_nonfinite, look_for_overflow
from gradsan.backends.torch.places import NodePlaces
from gradsan.backends.torch.words import op_of
from gradsan.model.event import Mishap, Stack

LARGEST = 20_000  # nodes of a graph that is watched node by node
REARMED = 100  # times that a step may arm the watch anew
EAGER = 64  # passes that are watched after that: what goes wrong now and then comes again
REMEMBERED = 4096  # lines of backward passes


class CloseWatch:
    """One pass, node by node."""

    def __init__(self, roots: tuple[Any, ...]) -> None:
        self.nodes = list(nodes_from(roots))
        self.overflow: Overflow | None = None  # what the forward left, if the root is not finite
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
    choosers = [n for n in nodes if n.name().partition("Backward")[0] in CHOOSERS]
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
    return any(is_nonfinite(tensor) for tensor in tensors)


class Nonfinite:
    """Which passes are watched closely, and what they showed."""

    def __init__(self, host: Host, places: NodePlaces) -> None:
        self.host = host
        self.places = places
        self.is_scaled = False
        self.on_rearm: Callable[[], None] = lambda: None  # called before the next forward
        self._rearmed = 0
        self._eager = 0  # passes that are watched though their line is known
        self._met: tuple[Stack, Stack] | None = None  # the pass and the step that showed it first
        self._is_told = False
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
        self._rearmed = self._eager = 0
        self._met = None
        self._is_told = False

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to arm: never asked for, always on, or a scaled loss."""
        return self.host.switch.nonfinite != "auto" or self.is_scaled

    def rearm(self, backward: Stack, step: Stack) -> None:
        """Watch the next passes closely: a step has met NaN or inf."""
        self._met = self._met or (backward, step)
        if self._rearmed < REARMED:
            self._rearmed += 1
            self._eager = EAGER
            self._known.clear()
            self._last = None
            self.on_rearm()

    def settle(self) -> None:
        """Tell at the end that a step has met NaN or inf, if nobody knows why."""
        if self._met and not self._is_told:
            backward, step = self._met
            self.host.mishap(Mishap("nonfinite-step", backward, needed=step), None)

    def is_known(self, stack: Stack) -> bool:
        """Tell whether a pass of the line met last needs no look."""
        return stack is self._last and self._switch.nonfinite == "auto" and not self._eager

    def begin(self, stack: Stack, roots: tuple[Any, ...]) -> CloseWatch | None:
        """Watch a pass closely if it is time to."""
        mode = self.host.switch.nonfinite
        if mode == "never" or not self.host.switch.on:
            return None
        if mode == "auto" and (self.is_scaled or self._is_seen(stack)):
            return None
        self._eager = max(self._eager - 1, 0)
        self._last = stack
        if len(self._known) < REMEMBERED:
            self._known.add(stack)
        is_finite = not has_nonfinite(roots)
        if private.is_overheard() or not (is_finite or mode == "always" or self._met):
            return None
        size = 0
        for size, _ in enumerate(nodes_from(roots)):
            if size > LARGEST:
                return None
        watch = CloseWatch(roots) if size or roots else None
        if watch and not is_finite:
            watch.overflow = look_for_overflow(watch.nodes, watch.leaves)
            if watch.overflow is None:
                watch.end()
                return None
        return watch

    def _is_seen(self, stack: Stack) -> bool:
        return not self._eager and (stack is self._last or stack in self._known)

    def end(self, watch: CloseWatch, stack: Stack, result: Any) -> None:
        """Tell what a pass showed: the op that first left the finite numbers."""
        watch.end()
        if watch.culprit is None:
            return
        grads = [leaf.grad for leaf in watch.leaves]
        if not has_nonfinite([*grads, *(result or ())]):
            return
        op, number, is_behind = watch.culprit
        kind = "where-nan" if is_behind else "singular-point"
        if watch.overflow and number in watch.overflow.tainted:
            kind, maker = "nonfinite-input", watch.overflow.maker
            if maker is not None:
                kind, op, number = "overflow", op_of(maker.name()), maker._sequence_nr()
        line = self.places.at(number)
        self._is_told, self._eager = True, 0
        self.host.mishap(Mishap(kind, line or stack, op, needed=stack), None)
