"""Weights that were deep-copied: an optimizer may hold the ones, the loss go through the others.

Copies are often meant (averages, target networks, the best weights so far), so they are only
remembered, weakly. One is told at the end if an optimizer stepped after a backward and never had
a gradient, while the other side of the copy got one since, and nothing that trains holds it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any
from weakref import ref

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.careful import careful
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.model.event import Mishap, Stack

REMEMBERED = 8192  # weights that were copied


@dataclass(frozen=True, slots=True)
class _Copy:
    """A weight and its copy."""

    source: ref[Any]
    result: ref[Any]
    gradient: tuple[int, int] | None  # which one the source had then
    stack: Stack


@dataclass(frozen=True, slots=True)
class _Strayed:
    """An optimizer that steps one side of a copy while the other has the gradient."""

    optimizer: ref[Any]
    weight: ref[Any]  # that has the gradient
    event: Mishap


class Duplicates:
    """Which weight was copied from which, and which optimizers hold the wrong side."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._copies: deque[_Copy] = deque(maxlen=REMEMBERED)
        self._strayed: list[_Strayed] = []
        parameter = torch.nn.Parameter
        self.patches = [Patch(parameter, "__deepcopy__", self._door(parameter.__deepcopy__))]

    def forget(self) -> None:
        """Forget all."""
        self._copies.clear()
        self._strayed.clear()

    def _door(self, original: Callable[..., Any]) -> Callable[..., Any]:
        def __deepcopy__(parameter: Any, memo: Any) -> Any:  # noqa: N807
            result = original(parameter, memo)
            if self.host.switch.on and not is_dynamo_compiling():
                self._note(parameter, result)
            return result

        __deepcopy__.__doc__, __deepcopy__.__qualname__ = original.__doc__, original.__qualname__
        __deepcopy__.__module__ = original.__module__
        return __deepcopy__

    @careful
    def _note(self, parameter: Any, result: Any) -> None:
        if parameter.requires_grad and result is not parameter:
            gradient, stack = _gradient(parameter), self.host.capture()
            self._copies.append(_Copy(OwnRef(parameter), OwnRef(result), gradient, stack))

    def stepped_idly(self, optimizer: Any, trained: Iterable[Any]) -> None:
        """Take an optimizer that steps after a backward and has no gradient."""
        if not self._copies or any(one.optimizer() is optimizer for one in self._strayed):
            return
        held = {id(one) for one in _parameters(optimizer) if one.requires_grad}
        busy = {id(one) for each in trained for one in _parameters(each)}
        for kind, here, other, copy in self._sides():
            if id(here) not in held or id(other) in held | busy or not other.requires_grad:
                continue
            if _gradient(other) not in (None, copy.gradient):
                event = Mishap(kind, copy.stack, needed=self.host.capture())
                self._strayed.append(_Strayed(ref(optimizer), OwnRef(other), event))
                return

    def _sides(self) -> Iterator[tuple[str, Any, Any, _Copy]]:
        for copy in self._copies:
            source, result = copy.source(), copy.result()
            if source is not None and result is not None:
                yield "loss-of-copy", source, result, copy
                yield "step-of-copy", result, source, copy

    def stepped(self, optimizer: Any) -> None:
        """Take an optimizer that trains: it has not strayed, nor has who holds the other side."""
        if self._strayed:
            held = {id(one) for one in _parameters(optimizer)}
            self._strayed = [
                one
                for one in self._strayed
                if one.optimizer() is not optimizer and id(one.weight()) not in held
            ]

    def settle(self) -> None:
        """Tell, at the end, the optimizers that never had a gradient; they may be gone by now."""
        for one in self._strayed:
            self.host.mishap(one.event, None)
        self.forget()


def _parameters(optimizer: Any) -> Iterator[Any]:
    for group in getattr(optimizer, "param_groups", ()):
        yield from group["params"]


def _gradient(weight: Any) -> tuple[int, int] | None:
    """Return which gradient a weight has, and how often it was written."""
    gradient = private.gradient_of(weight)
    return None if gradient is None else (id(gradient), private.version_of(gradient))
