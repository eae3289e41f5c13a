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
    from gradsan.runtime.allowing import allow
    from gradsan.runtime.policy import HazardError
    from gradsan.runtime.repairing import repair
    from gradsan.runtime.session import guard
    from gradsan.transforms.arrays import as_numpy
    from gradsan.transforms.decorating import numpy_function
    from gradsan.transforms.updating import at
    from gradsan.verification.verifying import verify

_HOMES = {
    "HazardError": "gradsan.runtime.policy",
    "allow": "gradsan.runtime.allowing",
    "as_numpy": "gradsan.transforms.arrays",
    "at": "gradsan.transforms.updating",
    "compare": "gradsan.comparison.comparing",
    "explain": "gradsan.messages.match",
    "guard": "gradsan.runtime.session",
    "numpy_function": "gradsan.transforms.decorating",
    "repair": "gradsan.runtime.repairing",
    "verify": "gradsan.verification.verifying",
}

__all__ = [
    "HazardError", "__version__", "allow", "as_numpy", "at", "compare", "explain", "guard",
    "numpy_function", "repair", "verify",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'gradsan' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    if name == "guard":  # runtime never imports static: who may import both hands it over
        import_module("gradsan.cli.reading").lend_check()
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
