"""The loops of torch.optim over its weights, each heard as one write.

`_single_tensor_adam` and its kin call half a dozen methods for each weight, and write nothing
but the weights they are given and what the optimizer keeps for itself, which is in no graph.
While such a loop runs, doors let its thread pass; the weights are noted together when it ends.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from threading import get_ident
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch, at_home
from gradsan.backends.torch.memory import PLAIN
from gradsan.backends.torch.writes import Ears


def patches(ears: Ears) -> Iterator[Patch]:
    """Make the stand-ins for every loop of this torch."""
    for module in tuple(sys.modules.values()):
        name = getattr(module, "__name__", "")
        if name.startswith("torch.optim.") and name != "torch.optim.optimizer":
            for loop in private.step_loops(module):
                yield Patch(module, loop.__name__, _heard_as_one(ears, loop))


def _heard_as_one(ears: Ears, original: Any) -> Any:
    """Make the stand-in for a loop."""
    ticks, peek, note, quiet = ears.ticks, ears.peek, ears.note_step, ears.quiet
    is_compiling, may_pass, thread = is_dynamo_compiling, _make_may_pass(ears), get_ident

    def loop(weights: Any, *args: Any, **kwargs: Any) -> Any:
        if is_compiling() or not may_pass(weights, args):
            return original(weights, *args, **kwargs)
        began, here = (next(ticks), peek()), thread()
        quiet.add(here)
        try:
            return original(weights, *args, **kwargs)
        finally:
            quiet.discard(here)
            note(weights, began)

    return at_home(loop, original)


def _make_may_pass(ears: Ears) -> Callable[[Sequence[Any], tuple[Any, ...]], bool]:
    """Make the question whether a loop runs no code but torch's, and meets nothing saved."""
    seam, before, switch = ears.seam, ears.seam.before_write, ears.switch
    is_grad_enabled, is_listened_to = torch.is_grad_enabled, private.is_listened_to
    are_plain = PLAIN.issuperset

    def may_pass(weights: Sequence[Any], others: tuple[Any, ...]) -> bool:
        if is_grad_enabled() or before or not switch.on or not others:
            return False
        if not (are_plain(map(type, weights)) and are_plain(map(type, others[0]))):
            return False  # a subclass may run code of anybody's
        if seam.around is not None and not seam.spares_all((weights, *others)):
            return False
        return not is_listened_to()

    return may_pass
