"""Look at gradients around optimizer steps: used twice, or no longer finite.

A gradient that a step has used is known by the tensor itself and its version. If the next step
finds the same tensor, raised by more than what was heard, and nobody has cleared it, then a
backward has added to it. A few parameters of each optimizer tell for all of them, and of a long
training a pair of steps now and then: what goes wrong goes on going wrong.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling
from torch.optim.optimizer import (
    register_optimizer_step_post_hook,
    register_optimizer_step_pre_hook,
)

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch
from gradsan.backends.torch.duplicates import Duplicates
from gradsan.backends.torch.memory import PLAIN, address
from gradsan.backends.torch.nonfinite import Nonfinite, has_nonfinite
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.model.event import Mishap, Stack

FEW = 4  # parameters of an optimizer that are looked at
SMALL = 4096  # elements of a gradient that is looked at for NaN and inf
EARLY = 64  # steps of an optimizer with gradients that are all looked at
EVERY = 16  # later, of so many steps two in a row are
REMEMBERED = 4096  # parameters

# Writes to gradients that leave them what they are: clipping and scaling.
_NEUTRAL = ("_foreach_mul_", "_foreach_clamp_", "_foreach_div_", "_amp_foreach")

Used = tuple[weakref.ref[Any], int, int]  # the gradient, its version, when the step was done


class Steps:
    """The gradients that steps have used."""

    def __init__(self, host: Host, nonfinite: Nonfinite, last_backward: Callable[[], Stack]):
        self.host = host
        self.nonfinite = nonfinite
        self.last_backward = last_backward
        self._used: dict[int, Used] = {}  # by id of the parameter
        self._counts: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self._by_hand: weakref.WeakSet[Any] = weakref.WeakSet()  # whose gradients are managed
        self._handles: list[Any] = []
        self._trained: weakref.WeakSet[Any] = weakref.WeakSet()  # had a gradient at a step
        self._idle: weakref.WeakSet[Any] = weakref.WeakSet()  # had none at any so far
        self._last: Callable[[], Any] = _nobody  # the one that had a gradient last
        # by id, with the few that had a gradient: weakly, as a step that raises never ends
        self._stepping: tuple[int, list[OwnRef]] = (0, [])
        self._duplicates = Duplicates(host)
        self.patches = [*self._zero_patches(), *self._duplicates.patches]

    def begin(self) -> None:
        """Hear every step."""
        self._handles = [
            register_optimizer_step_pre_hook(self._before),
            register_optimizer_step_post_hook(self._after),
        ]

    def end(self) -> None:
        """Hear no more."""
        for handle in self._handles:
            handle.remove()
        self._handles.clear()
        self._used.clear()
        self._counts.clear()
        self._trained.clear()
        self._idle.clear()
        self._duplicates.forget()
        self._last, self._stepping = _nobody, (0, [])

    def _zero_patches(self) -> Iterator[Patch]:
        for owner in (torch.optim.Optimizer, torch.nn.Module):
            yield Patch(owner, "zero_grad", self._zero(owner.zero_grad))

    def _zero(self, original: Any) -> Callable[..., Any]:
        def zero_grad(owner: Any, *args: Any, **kwargs: Any) -> Any:
            if self._used and not is_dynamo_compiling():
                is_module = isinstance(owner, torch.nn.Module)
                for parameter in owner.parameters() if is_module else _few(owner):
                    self._used.pop(id(parameter), None)
            return original(owner, *args, **kwargs)

        zero_grad.__doc__, zero_grad.__qualname__ = original.__doc__, original.__qualname__
        zero_grad.__name__, zero_grad.__module__ = original.__name__, original.__module__
        return zero_grad

    def _before(self, optimizer: Any, args: Any, kwargs: Any) -> None:
        if is_dynamo_compiling() or not self.host.switch.on:
            return
        try:
            self.host.begin_step(type(optimizer).__name__)
            if not self._is_looked_at(optimizer):
                return
            parameters = _few(optimizer)
            self._stepping = id(optimizer), list(map(OwnRef, parameters))
            if not parameters or self._last() is not optimizer:
                self._sort(optimizer, bool(parameters))
            self._look_for_nonfinite(parameters)
            if self._used and optimizer not in self._by_hand:
                self._look_for_used(optimizer, parameters)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)

    def _is_looked_at(self, optimizer: Any) -> bool:
        """Count a step; tell whether it is one of the first, or of a pair that is looked at."""
        count = self._counts.get(optimizer, 0)
        if count < EARLY:
            return True  # counted when it has ended, if there was a gradient
        self._counts[optimizer] = count + 1
        return count % EVERY < 2

    def _sort(self, optimizer: Any, has_gradient: bool) -> None:
        """Remember whether an optimizer ever had a gradient at a step after a backward."""
        if has_gradient:
            self._last = weakref.ref(optimizer)
            self._trained.add(optimizer)
            self._duplicates.stepped(optimizer)
        elif self.last_backward() and any(_wanting(optimizer)):
            self._idle.add(optimizer)
            if optimizer not in self._trained:
                self._duplicates.stepped_idly(optimizer, self._trained)

    def settle(self) -> None:
        """Tell what only the end tells."""
        self._duplicates.settle()

    @property
    def has_untrained(self) -> bool:
        """Whether an optimizer was stepped and never had a gradient."""
        return any(one not in self._trained for one in self._idle)

    def _after(self, optimizer: Any, args: Any, kwargs: Any) -> None:
        self.host.end_step()
        if is_dynamo_compiling() or not self.host.switch.on:
            return
        count = self._counts.get(optimizer, 0)
        if count < EARLY or (count - 1) % EVERY < 2:
            self._remember(optimizer, count)

    def _remember(self, optimizer: Any, count: int) -> None:
        """Note which gradients a step has used, or forget them if the next is not looked at."""
        if len(self._used) > REMEMBERED:
            self._used.clear()
        order, used, (stepped, known) = next(self.host.ticks), self._used, self._stepping
        few = [one for held in known if (one := held()) is not None]
        if stepped != id(optimizer) or not few:
            few = _few(optimizer)  # a closure has made the gradients, or has stepped another
        self._stepping = 0, []
        if few and count < EARLY:
            self._counts[optimizer] = count + 1
        is_last_of_pair = count > EARLY and count % EVERY == 2
        for parameter in few:
            grad = parameter.grad
            if is_last_of_pair:
                used.pop(id(parameter), None)
            elif type(grad) in PLAIN:
                used[id(parameter)] = (OwnRef(grad), grad._version, order)

    def _look_for_nonfinite(self, parameters: list[Any]) -> None:
        """Watch the next passes closely once a gradient is not finite."""
        if self.nonfinite.is_idle or private.is_listened_to():
            return
        smallest, fewest = None, SMALL + 1
        for one in parameters:
            grad = one.grad
            if type(grad) in PLAIN and grad.is_cpu and (size := grad.numel()) < fewest:
                smallest, fewest = grad, size
        if smallest is None or not smallest.is_floating_point():
            return
        total = smallest.sum().item()
        if total - total != 0 and has_nonfinite([smallest]):
            step = self.host.capture()
            self.nonfinite.rearm(self.last_backward() or step, step)

    def _look_for_used(self, optimizer: Any, parameters: list[Any]) -> None:
        for parameter in parameters:
            grad: Any = parameter.grad
            used = self._used.get(id(parameter))
            if used is None or type(grad) not in PLAIN or id(used[0]()) != id(grad):
                continue
            added = private.version_of(grad) - used[1]
            if added <= 0 or grad._is_view():  # DistributedDataParallel hands out the same views
                continue
            writes = [w for w in self.host.log.writes_to(address(grad)) if w.order > used[2]]
            if not all(write.op.startswith(_NEUTRAL) for write in writes):
                self._by_hand.add(optimizer)
                return
            if added > len(writes):
                step = self.host.capture()
                backward = self.last_backward() or step
                self.host.mishap(Mishap("stale-grad", backward, needed=step), None)
                return


def _nobody() -> None:
    """Stand for a reference to nothing."""


def _few(optimizer: Any) -> list[Any]:
    """Return the first parameters of an optimizer that have a gradient."""
    found: list[Any] = []
    for group in getattr(optimizer, "param_groups", ()):
        for parameter in group["params"]:
            if parameter.grad is not None:
                found.append(parameter)
                if len(found) == FEW:
                    return found
    return found


def _wanting(optimizer: Any) -> Iterator[bool]:
    groups = getattr(optimizer, "param_groups", ())
    return (p.requires_grad for group in groups for p in group["params"])
