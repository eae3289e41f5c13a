"""Repair: right gradients in spite of the writes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ParamSpec, TypeVar, overload

from gradsan.runtime.policy import Policy
from gradsan.runtime.session import Guard

P = ParamSpec("P")
R = TypeVar("R")


class Repair(Guard):
    """A session in which backward sees the values that were saved.

    What cannot be repaired raises, as it does without gradsan.
    """

    repairs = True
    keywords = ("select", "ignore")
    # What was added to an old gradient is what the program asked for; nothing is wrong with it.
    as_executed = frozenset({"GS404"})


@overload
def repair(function: Callable[P, R], /) -> Callable[P, R]: ...
@overload
def repair(*, select: Iterable[str] = (), ignore: Iterable[str] = ()) -> Repair: ...
def repair(
    function: Callable[..., Any] | None = None,
    /,
    *,
    select: Iterable[str] = (),
    ignore: Iterable[str] = (),
) -> Any:
    """Give backward the values that were saved, whatever was written over them since.

    A context manager, and a decorator with or without parentheses. In-place operations that
    PyTorch forbids (on leaves, on outputs of unbind, split and chunk, on views made in no_grad)
    work, and differentiate with respect to the leaf as it was. Each repair is a finding with
    the outcome «repaired»; what cannot be repaired raises.

    >>> with repair() as r:
    ...     pass  # forward, in-place writes, backward
    >>> r.report.findings
    ()
    """
    session = Repair(Policy.of("raise", select, ignore))
    return session if function is None else session(function)
