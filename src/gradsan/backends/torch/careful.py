"""What the guard does besides a call may fail; the program's call may not."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


def careful(method: Callable[P, R]) -> Callable[P, R | None]:
    """Let a method of an object with a host fail: the guard is then off, and None is returned."""

    @functools.wraps(method)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | None:
        try:
            return method(*args, **kwargs)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            owner: Any = args[0]
            owner.host.failed(failure)
        return None

    return guarded
