"""Values that leave the graph as copies, and values that are made leaves anew.

`torch.tensor` copies numbers: what it was given gets no gradient through the copy. A leaf made of
a value (`torch.tensor(t, requires_grad=True)`, `Variable(t, …)`, `t.requires_grad_()`) lets
backward run, and end there. Both are often meant, so they are only remembered, weakly, and told
when a gradient is missed: a leaf never got one, or an optimizer stepped without any.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any
from weakref import ref

import torch
from torch.autograd.variable import VariableMeta
from torch.compiler import is_dynamo_compiling

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.careful import careful
from gradsan.backends.torch.doors import Bystander, FunctionDoor, MethodDoor, Patch, call_as
from gradsan.backends.torch.memory import PLAIN, address
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.model.event import Mishap, Stack

REMEMBERED = 256  # copies, and leaves
FEW = 64  # entries of a list that are looked at

_FLAG = "requires_grad_()"
_NUMBERS = frozenset({int, float, bool})
_LISTS = frozenset({list, tuple})


@dataclass(slots=True, eq=False)
class Copy:
    """Numbers of tensors with a gradient, copied."""

    stack: Stack
    sources: tuple[ref[Any], ...]  # the leaves among them
    storage: int
    result: ref[Any]
    needed: Stack = ()  # the pass that read the copy
    is_fresh: bool = True  # no pass has ended since

    def is_of(self, storages: set[int]) -> bool:
        """Tell whether one of these is the memory of the copy."""
        return self.storage in storages and self.result() is not None

    def has_lost(self) -> bool:
        """Tell whether a leaf has no gradient still."""
        leaves = [leaf for one in self.sources if (leaf := one()) is not None]
        return any(leaf.requires_grad and leaf.grad is None for leaf in leaves)


class Copies(Bystander):
    """What was copied and what was made a leaf, and which passes met it."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self._copies: deque[Copy] = deque(maxlen=REMEMBERED)
        self._leaves: dict[int, tuple[ref[Any], Stack, str]] = {}  # made anew, by id
        self._ends: dict[Stack, tuple[Stack, str]] = {}  # where one was made: its pass, its maker
        self.patches = [
            Patch(torch, "tensor", _CopyDoor(torch.tensor, self)),
            Patch(VariableMeta, "__call__", self._variable()),
            Patch(torch.Tensor, "requires_grad_", self._flag(torch.Tensor.requires_grad_)),
        ]

    def forget(self) -> None:
        """Forget all."""
        self._copies.clear()
        self._leaves.clear()
        self._ends.clear()

    # -- what the doors hear ----------------------------------------------------------------

    @careful
    def copied(self, given: Any, result: Any) -> None:
        """Remember what `torch.tensor` was given, if it had a graph or gets a new one."""
        tensors = list(_tensors(given))
        if not tensors or not self.host.switch.on or private.is_overheard():
            return
        stack = self.host.capture()
        if result.requires_grad:
            self._remember(result, stack, "torch.tensor(..., requires_grad=True)")
        elif any(one.requires_grad for one in tensors):
            leaves = tuple(
                OwnRef(one) for one in tensors if one.requires_grad and private.is_leaf(one)
            )
            self._copies.append(Copy(stack, leaves, address(result), OwnRef(result)))

    @careful
    def _made_leaf(self, tensor: Any, words: str) -> None:
        if not self.host.switch.on or type(tensor) is not torch.Tensor or private.is_overheard():
            return
        if tensor.requires_grad:
            self._remember(tensor, self.host.capture(), words)

    def _remember(self, leaf: Any, stack: Stack, words: str) -> None:
        if len(self._leaves) < REMEMBERED:
            key, leaves = id(leaf), self._leaves
            leaves[key] = (OwnRef(leaf, lambda _: leaves.pop(key, None)), stack, words)

    def _variable(self) -> Callable[..., Any]:
        def call(cls: Any, *args: Any, **kwargs: Any) -> Any:
            result = type.__call__(cls, *args, **kwargs)
            if not is_dynamo_compiling():
                self._made_leaf(result, "Variable(..., requires_grad=True)")
            return result

        return call

    def _flag(self, original: Any) -> MethodDoor:
        def requires_grad_(tensor: Any, *args: Any, **kwargs: Any) -> Any:
            is_plain = type(tensor) is torch.Tensor and not is_dynamo_compiling()
            if not is_plain or private.is_overheard() or tensor.requires_grad:
                return original(tensor, *args, **kwargs)
            result = original(tensor, *args, **kwargs)
            self._made_leaf(result, _FLAG)
            return result

        requires_grad_.__doc__ = original.__doc__
        return MethodDoor(original, requires_grad_)

    # -- what passes meet -------------------------------------------------------------------

    @property
    def is_waiting(self) -> bool:
        """Whether a pass may meet something that was remembered."""
        return bool(self._leaves or self._copies)

    def knows(self, leaf: Any) -> bool:
        """Tell whether it was heard who made a leaf."""
        return id(leaf) in self._leaves

    def meet(self, stack: Stack, leaves: list[Any], storages: Callable[[], set[int]]) -> None:
        """Take what a pass will reach: its leaves, and the memory that its nodes keep."""
        known = [self._leaves.get(id(leaf)) for leaf in leaves]
        if known and all(one is not None and one[0]() is not None for one in known):
            for _, made, words in filter(None, known):
                self._ends.setdefault(made, (stack, words))
        if waiting := [one for one in self._copies if one.sources and not one.needed]:
            kept = storages()
            for copy in waiting:
                if copy.is_of(kept):
                    copy.needed = stack

    def ends_at_once(self, stack: Stack) -> None:
        """Take a pass whose root is itself a leaf; nobody heard who made it one."""
        self._ends.setdefault(stack, (stack, "requires_grad = True"))

    def pass_ended(self, inputs: tuple[Any, ...]) -> None:
        """Forget the copies whose sources have a gradient, or were asked for one by hand."""
        asked = {id(one) for one in inputs}
        for copy in self._copies:
            copy.is_fresh = False
        for copy in [one for one in self._copies if one.sources]:
            if not copy.has_lost() or any(id(one()) in asked for one in copy.sources):
                self._copies.remove(copy)

    def only_line(self) -> Stack:
        """Return where values with a graph were copied since the last pass, if at one place."""
        stacks = {copy.stack for copy in self._copies if copy.is_fresh}
        return stacks.pop() if len(stacks) == 1 else ()

    def settle(self, *, is_untrained: bool) -> None:
        """Tell, at the end, the leaves and the optimizers that never got a gradient."""
        lost = {one.stack: one.needed for one in self._copies if one.needed and one.has_lost()}
        for stack, needed in lost.items():
            self.host.mishap(Mishap("cut-tensor", stack, "torch.tensor", needed=needed), None)
        for made, (needed, words) in self._ends.items() if is_untrained else ():
            self.host.mishap(Mishap("cut-parameter", made, words, needed=needed), None)
        self.forget()


class _CopyDoor(FunctionDoor):
    """`torch.tensor`."""

    ear: Copies

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the original; numbers are no copy of a tensor."""
        given = args[0] if args else kwargs.get("data")
        if type(given) in _NUMBERS or is_dynamo_compiling() or _is_plain(given):
            return self.original(*args, **kwargs)
        result = call_as(sys._getframe(1), self.original, args, kwargs)
        self.ear.copied(given, result)
        return result


def _is_plain(given: Any) -> bool:
    """Tell whether numbers are given, as far as a few of them tell: torch warns of others."""
    if type(given) in _NUMBERS:
        return True
    if type(given) not in _LISTS:
        return False
    kinds = set(map(type, given[:FEW]))
    return kinds <= _NUMBERS or (kinds <= _LISTS and all(map(_is_plain, given[: FEW // 8])))


def _tensors(given: Any, few: int = FEW) -> Iterator[Any]:
    """Yield the tensors that are given, themselves or in lists."""
    if type(given) in PLAIN:
        yield given
    elif isinstance(given, (list, tuple)):
        for one in islice(given, few):
            yield from _tensors(one, few // 8)
