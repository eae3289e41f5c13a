"""Show that a line of a package breaks training: run the package as it is, then with the line mended.

A case is shown if the run as it is raises in autograd, gives a gradient that is not finite or
one that differs, and the run in which nothing but that line was mended does none of it.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from seeded_models import import_packages
from seeded_outcomes import AUTOGRAD, replace_code


@dataclass(frozen=True, slots=True)
class Case:
    """A run of a package's own code, and what to mend in it."""

    module: str
    old: str  # stands once in the module
    new: str
    gradients: Callable[[], list[Any]]


def show(case: Case) -> None:
    """Run both ways, say what happened, and exit with 0 if the fault was shown, else with 1."""
    import torch

    before = attempt(case.gradients)
    mend(case)
    after = attempt(case.gradients)
    if isinstance(after, str) or not all(bool(torch.isfinite(grad).all()) for grad in after):
        sys.exit(f"mended, it is no better: {after if isinstance(after, str) else 'not finite'}")
    if isinstance(before, str):
        finish(f"raises: {before.split(chr(10))[0][:150]}")
    if not all(bool(torch.isfinite(grad).all()) for grad in before):
        finish("gradient is not finite; mended, it is")
    error = max(float((one - two).abs().max()) for one, two in zip(before, after, strict=True))
    if error > 1e-3 * max(float(grad.abs().max()) for grad in after):
        finish(f"gradient differs by {error:.2g} from that of the mended code")
    sys.exit("not shown: the gradients are the same")


def finish(word: str) -> None:
    print(word)
    sys.exit(0)


def attempt(gradients: Callable[[], list[Any]]) -> list[Any] | str:
    """Return the gradients, or what autograd says."""
    import torch

    torch.manual_seed(0)
    try:
        return gradients()
    except RuntimeError as error:
        if not AUTOGRAD.search(str(error)):
            raise
        return str(error)


def mend(case: Case) -> None:
    """Put the mended line into the live functions of the module."""
    path = Path(str(importlib.import_module(case.module).__file__))
    source = path.read_text()
    if source.count(case.old) != 1:
        sys.exit(f"{case.module} has {source.count(case.old)} times: {case.old}")
    if not replace_code(path, source.replace(case.old, case.new)):
        sys.exit("no live function holds the line")


def parameters(model: Any, loss: Any) -> list[Any]:
    """Go backward and return the gradients of the parameters."""
    loss.backward()
    return [parameter.grad for parameter in model.parameters() if parameter.grad is not None]


def load(module: str) -> Any:
    """Import a module of a package."""
    import_packages()
    return importlib.import_module(module)
