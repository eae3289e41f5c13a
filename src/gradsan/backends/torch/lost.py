"""Look at passes for gradients that are missed: what they reach, and what they leave without.

A pass is looked at the first times that its line is met, and only while something waits to be
met; the walk over its graph is the cost.
"""

from __future__ import annotations

from typing import Any

import torch

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.copies import Copies
from gradsan.backends.torch.graph import nodes_from, raw_names, raw_saves
from gradsan.backends.torch.memory import PLAIN, address
from gradsan.backends.torch.missed import Missed
from gradsan.backends.torch.modes import Modes
from gradsan.backends.torch.places import NodePlaces, key_of
from gradsan.model.event import Mishap, Stack

LOOKED = 3  # passes of a line that are looked at
REMEMBERED = 4096  # lines


class Lost:
    """What passes have met."""

    def __init__(self, host: Host, places: NodePlaces) -> None:
        self.host = host
        self.missed = Missed(host, places)
        self.copies = Copies(host)
        self._looks: dict[int, int] = {}  # by the place of the pass

    def forget(self) -> None:
        """Begin anew."""
        self.copies.forget()
        self.missed.forget()
        self._looks.clear()

    def begin(self, stack: Stack, roots: tuple[Any, ...]) -> None:
        """Look at a pass that begins and goes to every leaf."""
        ends_at_once = len(roots) == 1 and _is_leaf(roots[0])
        if not ends_at_once and not self.copies.is_waiting:
            return
        if private.is_overheard() or len(self._looks) > REMEMBERED:
            return
        if ends_at_once and not self.copies.knows(roots[0]):
            self.copies.ends_at_once(stack)
        looks = self._looks.get(key := key_of(stack), 0)
        if looks >= LOOKED:
            return
        self._looks[key] = looks + 1
        nodes = list(nodes_from(roots))
        leaves = [node.variable for node in nodes if hasattr(node, "variable")]
        leaves += [root for root in roots if _is_leaf(root)]
        self.copies.meet(stack, leaves, lambda: _storages(nodes))

    def end(self, stack: Stack, roots: tuple[Any, ...], inputs: tuple[Any, ...]) -> None:
        """Look at what a pass has left."""
        if not inputs and self.host.switch.on:
            self.missed.pass_ended(stack, roots)
        if self.copies.is_waiting:
            self.copies.pass_ended(inputs)

    def settle(self, *, is_untrained: bool) -> None:
        """Tell what only the end tells."""
        self.missed.settle()
        self.copies.settle(is_untrained=is_untrained)

    def without_graph(
        self,
        roots: tuple[Any, ...],
        inputs: tuple[Any, ...],
        modes: Modes,
        places: tuple[Stack, Stack],
    ) -> Mishap:
        """Tell why a loss has no graph: recording is off, it is a gradient, the text must say."""
        stack, last = places  # of this pass, and of the one before
        if modes.off and not torch.is_grad_enabled():
            return Mishap("cut-no_grad", modes.off, needed=stack, raised=True)
        gradients = [gradient for one in inputs if (gradient := _gradient(one)) is not None]
        if any(root is gradient for root in roots for gradient in gradients):
            return Mishap("first-order-only", last, needed=stack, raised=True)
        return Mishap("no-graph", stack, made=self.copies.only_line(), raised=True)


def _storages(nodes: list[Any]) -> set[int]:
    """Return the memory that nodes keep, whether packed by a hook of ours or as it is."""
    found = set()
    for node in nodes:
        for name in raw_names(type(node)):
            for raw in raw_saves(node, name):
                value = private.packed_data(raw)
                found.add(address(value[0] if isinstance(value, tuple) and value else value))
    return found - {0}


def _is_leaf(root: Any) -> bool:
    if type(root) not in PLAIN or not root.requires_grad:
        return False
    try:
        return bool(root.is_leaf)
    except RuntimeError:
        return False  # a view that torch refuses to look at


def _gradient(tensor: Any) -> Any:
    is_leaf = isinstance(tensor, torch.Tensor) and private.is_leaf(tensor)  # torch warns of others
    return private.gradient_of(tensor) if is_leaf else None
