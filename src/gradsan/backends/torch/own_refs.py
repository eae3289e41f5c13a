"""Weak references of gradsan's own to tensors of the user's, which `swap_tensors` shall not mind.

`torch.utils.swap_tensors` refuses tensors that somebody refers to weakly; the program has no part
in what gradsan remembers.
"""

from __future__ import annotations

import weakref
from typing import Any


class OwnRef(weakref.ref[Any]):
    """A weak reference that can be told from those of the program."""

    __slots__ = ()


class OthersRefs:
    """The module `weakref` as torch.utils shall see it: without our references."""

    def __getattr__(self, name: str) -> Any:
        return getattr(weakref, name)

    @staticmethod
    def getweakrefs(tensor: Any) -> list[Any]:
        """Return the weak references of the program to a tensor."""
        return [one for one in weakref.getweakrefs(tensor) if type(one) is not OwnRef]
