"""What the guard does besides a call may fail; the program's call may not."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

Method = TypeVar("Method", bound=Callable[..., Any])


def careful(method: Method) -> Method:
    """Let a method of an object with a host fail: the guard is then off, and None is returned."""

    @functools.wraps(method)
    def guarded(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return method(self, *args, **kwargs)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)
        return None

    return guarded  # type: ignore[return-value]
