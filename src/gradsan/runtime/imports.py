"""Do something when a module is imported, without importing it.

`gradsan run` loads no framework itself: scripts set environment variables and seeds first.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from types import ModuleType


def when_imported(name: str, callback: Callable[[], None]) -> Callable[[], None]:
    """Call back once the top-level module is loaded, now if it is already.

    Returns a function that withdraws the wish.
    """
    module = sys.modules.get(name)
    if module is not None and not _is_loading(module):
        callback()
        return lambda: None
    finder = _Finder(name, callback)
    sys.meta_path.insert(0, finder)
    return finder.withdraw


def _is_loading(module: ModuleType) -> bool:
    return bool(getattr(getattr(module, "__spec__", None), "_initializing", False))


class _Finder(MetaPathFinder):
    """Let others find the module, and stand behind its loader."""

    def __init__(self, name: str, callback: Callable[[], None]) -> None:
        self.name = name
        self.callback = callback
        self.is_searching = False

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Answer for the one module, by asking everybody else."""
        if fullname != self.name or self.is_searching:
            return None
        self.is_searching = True
        try:
            spec = find_spec(fullname)
        finally:
            self.is_searching = False
        if spec is not None and spec.loader is not None:
            spec.loader = _Loader(spec.loader, self)
        return spec

    def withdraw(self) -> None:
        """Stop waiting."""
        if self in sys.meta_path:
            sys.meta_path.remove(self)


class _Loader(Loader):
    """The module's own loader, and a word when it is done."""

    def __init__(self, inner: Loader, finder: _Finder) -> None:
        self.inner = inner
        self.finder = finder

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Leave it to the module's own loader."""
        return self.inner.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        """Load the module as ever, then call back."""
        # The module is to see the loader it would have had.
        module.__loader__ = self.inner
        if module.__spec__ is not None:
            module.__spec__.loader = self.inner
        self.inner.exec_module(module)
        if self.finder in sys.meta_path:
            self.finder.withdraw()
            self.finder.callback()

    def __getattr__(self, name: str) -> object:
        return getattr(self.inner, name)
