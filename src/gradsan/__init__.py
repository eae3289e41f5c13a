"""gradsan: the gradient sanitizer for tensor programs.

`import gradsan` loads no framework and nothing third-party; each public name is loaded when
it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from gradsan.comparison.comparing import compare
    from gradsan.messages.match import explain
    from gradsan.runtime.policy import HazardError
    from gradsan.runtime.session import guard
    from gradsan.transforms.arrays import as_numpy
    from gradsan.transforms.decorating import numpy_function
    from gradsan.transforms.updating import at
    from gradsan.verification.verifying import verify

_HOMES = {
    "HazardError": "gradsan.runtime.policy",
    "as_numpy": "gradsan.transforms.arrays",
    "at": "gradsan.transforms.updating",
    "compare": "gradsan.comparison.comparing",
    "explain": "gradsan.messages.match",
    "guard": "gradsan.runtime.session",
    "numpy_function": "gradsan.transforms.decorating",
    "verify": "gradsan.verification.verifying",
}

__all__ = [
    "HazardError", "__version__", "as_numpy", "at", "compare", "explain", "guard",
    "numpy_function", "verify",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'gradsan' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
