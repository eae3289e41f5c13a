"""Remember where gradient recording was last switched off, and inference mode on.

Whoever meets a loss without a graph while recording is off wants to know that line. The last
switch from on to off is the one in effect: another one needs recording to be on in between.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.host import Host
from gradsan.backends.torch.careful import careful
from gradsan.backends.torch.doors import Patch, at_home
from gradsan.model.event import Stack


class Modes:
    """The stand-ins for the switches."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.off: Stack = ()  # where recording was last switched off
        self.inference: Stack = ()  # where inference mode was last entered
        self.patches = list(self._patches())

    def _patches(self) -> Iterator[Patch]:
        yield self._patch(torch.no_grad, "__enter__", self._note_off)
        yield self._patch(torch.set_grad_enabled, "__init__", self._note_off)
        yield self._patch(torch.inference_mode, "__enter__", self._note_inference)

    def _patch(self, owner: Any, name: str, note: Callable[[bool], None]) -> Patch:
        original = getattr(owner, name)
        is_inference, is_compiling = owner is torch.inference_mode, is_dynamo_compiling
        is_grad_enabled = torch.is_grad_enabled

        def switch(*args: Any, **kwargs: Any) -> Any:
            if is_compiling():
                return original(*args, **kwargs)
            was_on = is_grad_enabled()
            result = original(*args, **kwargs)
            if was_on or is_inference:
                note(was_on)
            return result

        return Patch(owner, name, at_home(switch, original))

    @careful
    def _note_off(self, was_on: bool) -> None:
        if self.host.step_files[sys._getframe(3).f_code.co_filename]:
            return  # a step of torch.optim switches it on again before it ends
        if was_on and not torch.is_grad_enabled():
            self.off = _decorated() or self.host.capture()

    @careful
    def _note_inference(self, was_on: bool) -> None:
        self.inference = self.off = _decorated() or self.host.capture()


def _decorated() -> Stack:
    """Return the head of the function that `@torch.no_grad()` stands on, if one is called."""
    frame = sys._getframe(4)  # the wrapper of the decorator, if there is one
    if frame.f_code.co_name != "decorate_context":
        return ()
    code = getattr(frame.f_locals.get("func"), "__code__", None)
    return ((code, 0),) if code is not None else ()
