"""The loops of torch.optim over its weights, each heard as one write.

`_single_tensor_adam` and its kin call half a dozen methods for each weight, `_multi_tensor_adam` a
dozen functions on lists of them. They write nothing but the weights they are given and what the
optimizer keeps for itself, which is in no graph. The weights are noted together when the loop ends.
Until then doors let its thread pass; those of methods are not even asked: the loop is run by a twin
that calls them by names that have no door.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from threading import get_ident
from types import FunctionType
from typing import Any

import torch
from torch.compiler import is_dynamo_compiling

from gradsan.backends.torch import private
from gradsan.backends.torch.doors import Patch, at_home
from gradsan.backends.torch.memory import PLAIN
from gradsan.backends.torch.write_doors import WriteDoor, is_in_place
from gradsan.backends.torch.writes import Ears

UNHEARD = "_gradsan_unheard_"  # before the name of a method: the same without a door


def patches(ears: Ears) -> Iterator[Patch]:
    """Make the stand-ins for every loop of this torch."""
    methods: dict[str, Any] = {}
    for module in tuple(sys.modules.values()):
        name = getattr(module, "__name__", "")
        if name.startswith("torch.optim.") and name != "torch.optim.optimizer":
            for loop in private.step_loops(module):
                methods |= (called := _methods_of(loop))
                yield Patch(module, loop.__name__, _heard_as_one(ears, loop, called))
    for name, method in methods.items():
        yield Patch(torch.Tensor, UNHEARD + name, method)


def _methods_of(loop: Any) -> dict[str, Any]:
    """Return the methods that write which a loop calls by name."""
    names = filter(is_in_place, loop.__code__.co_names)
    found = {name: getattr(torch.Tensor, name, None) for name in names}
    return {name: method for name, method in found.items() if method is not None}


def _twin(loop: Any, methods: dict[str, Any]) -> Any:
    """Make the same loop, but that it calls these methods by the names that have no door."""
    names = tuple(UNHEARD + one if one in methods else one for one in loop.__code__.co_names)
    code = loop.__code__.replace(co_names=names)
    twin = FunctionType(code, loop.__globals__, loop.__name__, loop.__defaults__, loop.__closure__)
    twin.__kwdefaults__ = loop.__kwdefaults__
    return twin


def _heard_as_one(ears: Ears, original: Any, methods: dict[str, Any]) -> Any:
    """Make the stand-in for a loop."""
    ticks, peek, note, quiet = ears.ticks, ears.peek, ears.note_step, ears.quiet
    is_compiling, may_pass, thread = is_dynamo_compiling, _make_may_pass(ears), get_ident
    twin, are_doors_ours = _twin(original, methods), _make_are_doors_ours(methods)

    def loop(weights: Any, *args: Any, **kwargs: Any) -> Any:
        if is_compiling() or not may_pass(weights, args):
            return original(weights, *args, **kwargs)
        began, here = (next(ticks), peek()), thread()
        quiet.add(here)
        try:
            return (twin if are_doors_ours() else original)(weights, *args, **kwargs)
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
        for tensors in (weights, *others):
            if tensors.__class__ is list and not are_plain(map(type, tensors)):
                return False  # a subclass may run code of anybody's
        if seam.around is not None and not seam.spares_all((weights, *others)):
            return False
        return not is_listened_to()

    return may_pass


def _make_are_doors_ours(methods: dict[str, Any]) -> Callable[[], bool]:
    """Make the question whether nobody has put a method of his own over our doors."""
    expected, found = tuple(methods.items()), vars(torch.Tensor)

    def are_doors_ours() -> bool:
        for name, method in expected:
            door = found.get(name)
            if type(door) is not WriteDoor or door.original is not method:
                return False
        return True

    return are_doors_ours
