"""Gradients that are read after a backward and are None: who reads them, and why.

The text says what the function that asked for a pass reads next; the tensors are looked at when
the pass has ended. They are told at the end, if no later pass gave them a gradient, or when the
program stumbles over the None.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any
from weakref import ref

import torch

from gradsan.backends.host import Host, Read, Scene
from gradsan.backends.torch import private
from gradsan.backends.torch.graph import nodes_from
from gradsan.backends.torch.memory import PLAIN
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.backends.torch.places import NodePlaces, key_of
from gradsan.model.event import Mishap, Site, Stack

LOOKED = 3  # passes of a line after which its reads are looked at
LARGEST = 20_000  # nodes of a graph that is searched for a cut


@dataclass(frozen=True, slots=True)
class _Missing:
    """A gradient that will be read and is not there."""

    tensor: ref[Any]
    line: int
    event: Mishap

    @property
    def has_come(self) -> bool:
        """Whether it is there after all."""
        tensor = self.tensor()
        return tensor is not None and tensor.is_leaf and tensor.grad is not None


class Missed:
    """What was missing after the last passes, by the place that reads it."""

    def __init__(self, host: Host, places: NodePlaces) -> None:
        self.host = host
        self.places = places
        self._looks: dict[int, int] = {}  # by the place of the pass
        self._missing: dict[Site, _Missing] = {}
        self._done: Stack | None = None  # where the last pass was asked for, if that is looked at

    def forget(self) -> None:
        """Forget all."""
        self._looks.clear()
        self._missing.clear()
        self._done = None

    def pass_ended(self, stack: Stack, roots: tuple[Any, ...]) -> None:
        """Look at what the function that asked for a pass will read."""
        if self._missing:
            for site in [site for site, one in self._missing.items() if one.has_come]:
                del self._missing[site]
        if stack is self._done:
            return
        is_reading = bool(stack) and "grad" in stack[0][0].co_names
        looks = self._looks.get(key := key_of(stack), 0)
        if not is_reading or looks >= LOOKED:
            self._done = stack
            return
        if private.is_overheard():
            return
        self._looks[key] = looks + 1
        scopes = list(self.host.variables())
        for read in self.host.reads(stack):
            tensor = _value(read.path, scopes)
            event = self._judge(tensor, read, roots) if type(tensor) in PLAIN else None
            if event is None:
                self._missing.pop(read.site, None)
            else:
                row = read.site.place.start.row
                self._missing[read.site] = _Missing(OwnRef(tensor), row, event)

    def _judge(self, tensor: Any, read: Read, roots: tuple[Any, ...]) -> Mishap | None:
        site = read.site
        if not private.is_leaf(tensor):
            if tensor.retains_grad:
                return None
            made = self.places.of(private.node_of(tensor)) or read.bound or ()
            return _step(read) or Mishap("inner-grad", site, made=made)
        if tensor.grad is not None or not (tensor.is_floating_point() or tensor.is_complex()):
            return None
        if not tensor.requires_grad:
            return _step(read) or Mishap("grad-of-constant", site, made=read.bound or ())
        cut = self.host.cut_among(self._lines(roots))
        if cut is None:
            return Mishap("grad-not-reached", site, made=read.bound or ())
        return Mishap("grad-cut", cut, site.target, made=read.bound or (), needed=site)

    def _lines(self, roots: tuple[Any, ...]) -> Iterator[Stack]:
        for count, node in enumerate(nodes_from(roots)):
            if count < LARGEST and (stack := self.places.of(node)):
                yield stack

    def explain(self, error: BaseException, scene: Scene) -> Mishap | None:
        """Say which gradient was the None that an error complains of."""
        if not isinstance(error, (AttributeError, TypeError)) or "NoneType" not in str(error):
            return None
        code, last = scene.stack[0]
        line = next((at[2] for at in code.co_lines() if at[0] <= last < at[1]), None)
        for site, one in list(self._missing.items()):
            if one.line == line and site.place.filename in code.co_filename:
                del self._missing[site]
                return replace(one.event, raised=True)
        return self._met(scene)

    def _met(self, scene: Scene) -> Mishap | None:
        """Say which value can have no gradient, if the statement reads that of only one."""
        found = {
            read.path: replace(event, raised=True)
            for read in scene.gradients
            if type(tensor := _value(read.path, [scene.values])) in PLAIN
            and not (tensor.requires_grad and private.is_leaf(tensor))
            and (event := self._judge(tensor, read, ())) is not None
        }
        return next(iter(found.values())) if len(found) == 1 else None

    def settle(self) -> None:
        """Tell what is missing still."""
        for one in self._missing.values():
            if not one.has_come:
                self.host.mishap(one.event, None)
        self.forget()


def _step(read: Read) -> Mishap | None:
    """Say that a step by hand has made the tensor whose gradient is missed."""
    step = read.step
    return Mishap("rebound-leaf", step, step.target, needed=read.site) if step else None


def _value(path: tuple[str, ...], scopes: list[dict[str, Any]]) -> Any:
    """Follow names through the variables of the innermost function and the module."""
    near = [scope for scope in (*scopes[:1], *scopes[-1:]) if path[0] in scope]
    if not near:
        return None
    value = near[0][path[0]]
    for name in path[1:]:
        if isinstance(value, torch.Tensor):
            return None
        held = getattr(value, "__dict__", {})
        inner = {**held, **held.get("_parameters", {}), **held.get("_modules", {})}
        value = inner.get(name)
    return value
