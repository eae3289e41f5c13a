"""A second backward through a graph that was freed: who freed it, and what was carried over.

Nodes that ran have let go of what they kept, but they are still linked: the walk from the
root of the failing pass meets the freed part where it was carried into the new one.
"""

from __future__ import annotations

import weakref
from collections import deque
from typing import Any, NamedTuple

from gradsan.backends.torch import private
from gradsan.backends.torch.graph import nodes_from, root_node, saved_names
from gradsan.backends.torch.memory import PLAIN
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.backends.torch.places import NodePlaces
from gradsan.model.event import Mishap, Stack

REMEMBERED = 256  # passes

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

    def __init__(self, places: NodePlaces) -> None:
        self._places = places
        self._passes: deque[_Freeing] = deque(maxlen=REMEMBERED)

    def forget(self) -> None:
        """Forget every pass."""
        self._passes.clear()

    def note(self, stack: Stack, roots: tuple[Any, ...]) -> None:
        """Remember a pass that came to its end and kept nothing."""
        for root in roots:
            if type(root) in PLAIN:
                node = private.node_of(root)
            else:
                node = None if hasattr(root, "node") else root_node(root)
            if node is not None:
                self._passes.append(_Freeing(stack, node._sequence_nr(), OwnRef(root)))

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
        at = origin if is_loop and is_near and not is_root else stack
        return Mishap("second-backward", at, made=made, needed=stack, raised=True)

    def _freer(self, node: Any) -> _Freeing | None:
        number = node._sequence_nr()
        for one in self._passes:
            root = one.root()
            if one.number < number:
                continue
            if root is None or any(node is other for other in nodes_from((root,))):
                return one
        return None


def is_freed(node: Any) -> bool:
    """Tell whether a node has let go of what it kept."""
    for name in saved_names(type(node)):
        try:
            getattr(node, name)
        except RuntimeError as error:
            if is_freed_error(error):
                return True
    return False
