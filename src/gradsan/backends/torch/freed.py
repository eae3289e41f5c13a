"""A second backward through a graph that was freed: who freed it, and what was carried over.

Nodes that ran have let go of what they kept, but they are still linked: the walk from the
root of the failing pass meets the freed part where it was carried into the new one.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

import torch

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.graph import nodes_from, root_node, saved_names
from gradsan.backends.torch.memory import PLAIN
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.backends.torch.places import NodePlaces
from gradsan.model.event import Mishap, Site, Stack
from gradsan.model.finding import Place

REMEMBERED = 256  # passes
MANY = 64  # tensors of a state

_FREED = "Trying to backward through the graph a second time"


def is_freed_error(error: BaseException) -> bool:
    """Tell whether an error is torch's complaint about a freed graph."""
    return isinstance(error, RuntimeError) and str(error).startswith(_FREED)


class _Freeing(NamedTuple):
    """A backward pass that freed what it went through."""

    stack: Stack
    number: int  # of its root: what it freed has this number at most
    root: weakref.ref[Any]


class Freed:
    """The last passes that freed their graphs."""

    def __init__(self, host: Host, places: NodePlaces) -> None:
        self._host = host
        self._places = places
        self._noted: deque[tuple[Stack, int, weakref.ref[Any]]] = deque(maxlen=REMEMBERED)

    def forget(self) -> None:
        """Forget every pass."""
        self._noted.clear()

    @property
    def _passes(self) -> list[_Freeing]:
        return [_Freeing(*one) for one in self._noted]

    def note(self, stack: Stack, roots: tuple[Any, ...]) -> None:
        """Remember a pass that came to its end and kept nothing."""
        for root in roots:
            if type(root) in PLAIN:
                node = private.node_of(root)
            else:
                node = None if hasattr(root, "node") else root_node(root)
            if node is not None:
                self._noted.append((stack, node._sequence_nr(), OwnRef(root)))

    def explain(self, stack: Stack, roots: tuple[Any, ...]) -> Mishap:
        """Tell the second pass: the value it carried over, or the pass itself."""
        # What the failing pass itself has freed is younger than any pass before.
        last = max((one.number for one in self._passes), default=0)
        known = (node for node in nodes_from(roots) if node._sequence_nr() <= last)
        freed = [node for node in known if is_freed(node)]
        carried = max(freed, key=lambda node: node._sequence_nr(), default=None)
        if carried is None:
            return Mishap("second-backward", stack, needed=stack, raised=True)
        first = self._freer(carried)
        made = first.stack if first else ()
        origin = self._places.of(carried)
        # In a loop the fault is the value that outlives a turn, unless it is made anew in each;
        # of two different backwards it is the second.
        is_loop = made == stack and not self._places.is_made_after(last, origin)
        is_root = any(root_node(root) is carried for root in roots)
        is_near = bool(origin) and origin[0][0] is stack[0][0] if stack else False
        at: Stack | Site = origin if is_loop and is_near and not is_root else stack
        if at is stack and made == stack and not is_root:
            at = self._carrier(stack, carried, roots) or stack
        return Mishap("second-backward", at, made=made, needed=stack, raised=True)

    def _carrier(self, stack: Stack, node: Any, roots: tuple[Any, ...]) -> Site | None:
        """Return where a variable is bound that takes a node into the next turn, if it is one."""
        names = next(self._host.variables(), {})
        found: dict[Place, Site] = {}
        for name, site in self._host.carried(stack):
            tensors = list(_tensors(names.get(name)))
            if any(one is root for one in tensors for root in roots):
                continue
            if any(node is other for other in nodes_from(tuple(tensors))):
                found[site.place] = site
        return next(iter(found.values())) if len(found) == 1 else None

    def _freer(self, node: Any) -> _Freeing | None:
        number = node._sequence_nr()
        for one in self._passes:
            root = one.root()
            if one.number < number:
                continue
            if root is None or any(node is other for other in nodes_from((root,))):
                return one
        return None


def _tensors(value: Any, depth: int = 2) -> Iterator[Any]:
    """Yield a tensor, or those of a tuple or list: the state of an LSTM."""
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (tuple, list)) and depth:
        for one in islice(value, MANY):
            yield from _tensors(one, depth - 1)


def is_freed(node: Any) -> bool:
    """Tell whether a node has let go of what it kept."""
    for name in saved_names(type(node)):
        try:
            getattr(node, name)
        except RuntimeError as error:
            if is_freed_error(error):
                return True
    return False
