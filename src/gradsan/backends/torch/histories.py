"""How tensors were made that a checkpoint read, and how to let them be made so again.

The graph of its second run is the one that a reentrant checkpoint goes back through. A tensor that
it closes over and that was written in between has another history by then. An alias made before
the first run knows the old one; it lives no longer than the tensor. The other kind goes back
through the graph of its first run; there it matters only what was a constant.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from weakref import ref

from gradsan.backends.torch import private
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.backends.torch.views import alias_of


class Histories:
    """The tensors that were read, each with the node that made it and an alias of then."""

    __slots__ = ("by_id",)

    def __init__(self) -> None:
        # None for the alias: a constant to autograd
        self.by_id: dict[int, tuple[ref[Any], Any, Any]] = {}

    def see(self, tensor: Any) -> None:
        """Remember how a tensor was made."""
        key, by_id = id(tensor), self.by_id
        if key not in by_id:
            alias = alias_of(tensor) if tensor.requires_grad else None
            # A graph is held by what the user holds, not by who remembers it.
            gone = OwnRef(tensor, lambda _: by_id.pop(key, None))
            by_id[key] = gone, tensor.grad_fn, alias

    @contextmanager
    def as_they_were(self) -> Iterator[None]:
        """Let every tensor have the history that it had."""
        exchanged = []
        try:
            with private.no_overrides():
                for known, node, alias in list(self.by_id.values()):
                    tensor = known()
                    if tensor is None or _is_same(tensor, node, alias):
                        continue
                    body = tensor.detach() if alias is None else alias_of(alias)
                    private.swap_bodies(tensor, body)
                    exchanged.append((tensor, body))
            yield
        finally:
            for tensor, body in reversed(exchanged):
                private.swap_bodies(tensor, body)


class Constants:
    """The tensors that were read and were constants to autograd: less is saved for those."""

    __slots__ = ("by_id",)

    def __init__(self) -> None:
        self.by_id: dict[int, ref[Any]] = {}

    def see(self, tensor: Any) -> None:
        """Remember a tensor if it is a constant."""
        key, by_id = id(tensor), self.by_id
        if key not in by_id and not tensor.requires_grad:
            by_id[key] = OwnRef(tensor, lambda _: by_id.pop(key, None))

    @contextmanager
    def as_they_were(self) -> Iterator[None]:
        """Let every tensor be a constant that was one."""
        exchanged = []
        try:
            with private.no_overrides():
                for known in list(self.by_id.values()):
                    tensor = known()
                    if tensor is not None and tensor.requires_grad:
                        body = tensor.detach()
                        private.swap_bodies(tensor, body)
                        exchanged.append((tensor, body))
            yield
        finally:
            for tensor, body in reversed(exchanged):
                private.swap_bodies(tensor, body)


def _is_same(tensor: Any, node: Any, alias: Any) -> bool:
    if tensor.requires_grad != (alias is not None):
        return False
    return tensor.grad_fn is node
