"""Ends of a process that run no cleanup: `os._exit`, `os.exec…`. The report is told before."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

_EXEC = "gradsan: the program replaces itself (exec); what it runs from here on is not watched"


@contextmanager
def before_leaving(act: Callable[[], object]) -> Iterator[None]:
    """Act once before this process ends itself at once; children that were forked may."""
    process, has_acted = os.getpid(), False
    originals = {name: getattr(os, name) for name in ("_exit", "execv", "execve")}

    def leaving(name: str, original: Callable[..., Any]) -> Callable[..., Any]:
        def leave(*args: Any, **kwargs: Any) -> Any:
            nonlocal has_acted
            if os.getpid() == process and not has_acted:
                has_acted = True
                if name != "_exit":
                    print(_EXEC, file=sys.stderr)  # noqa: T201
                act()
            return original(*args, **kwargs)

        leave.__name__, leave.__doc__ = original.__name__, original.__doc__
        return leave

    for name, original in originals.items():
        setattr(os, name, leaving(name, original))
    try:
        yield
    finally:
        for name, original in originals.items():
            setattr(os, name, original)
