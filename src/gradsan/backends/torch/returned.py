"""Gradients that a custom backward has returned and that another one overwrites.

A backward that fills a buffer of its own and returns it hands the same memory out each time it is
called. The engine keeps what it was given until the next node runs, or until it adds another
branch; a call in between changes it. Told is only what is certain: the write was made inside a
custom backward; then either the next node is given that very memory, or all who pass on to that
input of it are watched, so that the engine has kept the first one as it came.

Only Functions whose backward has something that writes are watched, and names something that may
outlive a call; of what they return, only what somebody holds besides.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import BuiltinFunctionType, CodeType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

import torch

from gradsan.backends.host import Host
from gradsan.backends.torch import private
from gradsan.backends.torch.careful import careful
from gradsan.backends.torch.exports import fingerprint
from gradsan.backends.torch.graph import nodes_from, root_node
from gradsan.backends.torch.memory import PLAIN, address, extent_of
from gradsan.backends.torch.outgoing import any_held
from gradsan.backends.torch.own_refs import OwnRef
from gradsan.model.event import Extent, Mishap, Stack, Write

Kind = tuple[Any, Any]  # shape and dtype

_BUILTIN: Any = object()
_OF_AUTOGRAD = frozenset({"saved_tensors", "needs_input_grad"})


@dataclass(slots=True)
class _Run:
    """A call that is watched."""

    kinds: list[Kind]  # of its inputs
    began: int = 0  # its backward
    ended: int = 0


@dataclass(slots=True)
class _Gradient:
    """What a backward has returned."""

    tensor: OwnRef
    storage: int
    handed_on: int  # where the next node finds it: repair hands on a copy
    extent: Extent
    order: int  # when it was returned
    mark: int | None  # stands for its numbers, if to look at them stops no device
    write: Write | None = None  # by another backward, since


@dataclass(slots=True)
class _Next:
    """A node that has not run yet: the first gradient for each of its inputs, and what is wrong."""

    handle: Any
    slots: dict[int, _Gradient | None] = field(default_factory=dict)  # None: it was added up
    spoilt: list[tuple[_Gradient, Write]] = field(default_factory=list)


class Returned:
    """The gradients that the engine holds, of the Functions that are watched."""

    def __init__(self, host: Host, roots: Callable[[], Iterable[Any]], place: Callable[[], Stack]):
        self.host = host
        self.roots = roots  # of the passes under way
        self.place = place
        self.waiting: dict[Any, _Next] = {}
        self._copied: dict[int, Any] = {}  # what repair has copied, by the storage of the copy
        self._since = 0  # the end of the passes before
        self._watched: WeakKeyDictionary[Any, _Run] = WeakKeyDictionary()
        self._writing: WeakKeyDictionary[type, bool] = WeakKeyDictionary()

    def watch(self, cls: Any, node: Any, args: Sequence[Any]) -> None:
        """Watch a call, if its backward may write."""
        writes = self._writing.get(cls)
        if writes is None:
            writes = self._writing[cls] = may_write(cls.backward)
        if not writes:
            return
        kinds = [(one.shape, one.dtype) for one in args if isinstance(one, torch.Tensor)]
        run = self._watched[node] = _Run(kinds)
        ticks, end = self.host.ticks, self._end

        def begin(grads: Any) -> None:
            run.began = next(ticks)

        node.register_prehook(begin)
        node.register_hook(lambda given, received: end(run, given))

    @careful
    def _end(self, run: _Run, given: Sequence[Any]) -> None:
        run.ended = next(self.host.ticks)
        if not self.host.switch.on or not (self.waiting or self._copied or any_held(given)):
            return
        for one in list(self.waiting.values()):
            for gradient in filter(None, one.slots.values()):
                gradient.write = gradient.write or self._write_to(gradient, run.began)
        node, kinds = private.current_node(), run.kinds
        if node is None or not len(kinds) == len(given) == len(node.next_functions):
            return
        for (following, slot), tensor, kind in zip(node.next_functions, given, kinds, strict=True):
            if following is not None and tensor is not None:
                self._pass_on(following, slot, tensor, kind)

    def _write_to(self, gradient: _Gradient, began: int) -> Write | None:
        """Return the write to a gradient since a time, if its numbers are others now."""
        last = self.host.log.last.get(gradient.storage)
        if last is None or last[0] < began:
            return None
        tensor = gradient.tensor()
        if tensor is None or (gradient.mark is not None and fingerprint(tensor) == gradient.mark):
            return None  # memory of what is gone may be another's by now
        return next(
            (
                write
                for write in self.host.log.writes_to(gradient.storage)
                if write.began is not None
                and write.began > began
                and write.extent.overlaps(gradient.extent)
            ),
            None,
        )

    def _pass_on(self, following: Any, slot: int, tensor: Any, kind: Kind) -> None:
        """Remember what is on its way to a node, or look at what it is about to be added to."""
        one = self.waiting.get(following)
        if one is None:
            handle = following.register_prehook(self._arrive)
            one = self.waiting[following] = _Next(handle)
        if slot in one.slots:
            first, one.slots[slot] = one.slots[slot], None
            if first is not None and first.write and self._is_first(following, slot, first):
                one.spoilt.append((first, first.write))
        else:
            original = self._copied.get(address(tensor), tensor)
            one.slots[slot] = _gradient(original, kind, address(tensor), next(self.host.ticks))

    def _is_first(self, following: Any, slot: int, gradient: _Gradient) -> bool:
        """Tell whether nobody has passed anything on to an input of a node before a gradient.

        Of all who do, it must be known when they ran.
        """
        roots = tuple(self.roots())
        if following in map(root_node, roots):
            return False
        runs = [
            self._watched.get(node)
            for node in nodes_from(roots)
            if (following, slot) in node.next_functions
        ]
        ended = [run.ended for run in runs if run is not None]
        earlier = [order for order in ended if self._since < order < gradient.order]
        return len(ended) == len(runs) and len(earlier) <= 1  # its own

    def copied(self, tensor: Any, copy: Any) -> None:
        """Be told that a copy is handed on instead of what a backward has returned."""
        self._copied[address(copy)] = tensor

    @careful
    def _arrive(self, grads: Sequence[Any]) -> None:
        one = self.waiting.pop(private.current_node(), None)
        if one is None:
            return
        one.handle.remove()
        for slot, gradient in one.slots.items():
            if gradient is None or gradient.write is None or slot >= len(grads):
                continue
            if grads[slot] is not None and address(grads[slot]) == gradient.handed_on:
                one.spoilt.append((gradient, gradient.write))
        for gradient, write in one.spoilt:
            self._tell(gradient, write)

    def _tell(self, gradient: _Gradient, write: Write) -> None:
        if gradient.handed_on != gradient.storage:
            self.host.cured("GS407", write.op, write.stack)
            return
        event = Mishap("returned-gradient-write", write.stack, needed=self.place())
        self.host.mishap(event, None)

    def forget(self) -> None:
        """Be told that the passes under way have ended."""
        for one in self.waiting.values():
            one.handle.remove()
        self.waiting.clear()
        self._copied.clear()
        self._since = next(self.host.ticks)


def _gradient(tensor: Any, kind: Kind, handed_on: int, order: int) -> _Gradient | None:
    """Describe a gradient that the engine keeps as it is; None if it may make another of it."""
    is_plain = type(tensor) in PLAIN and tensor.layout == torch.strided
    if not is_plain or (tensor.shape, tensor.dtype) != kind or not tensor.numel():
        return None
    if not (storage := address(tensor)):
        return None
    mark = fingerprint(tensor) if tensor.is_cpu else None
    return _Gradient(OwnRef(tensor), storage, handed_on, extent_of(tensor), order, mark)


def may_write(function: Any) -> bool:
    """Tell whether a function may write into what outlives its call.

    It has something that writes (`out=`, `add_`, `+=`, `x[i] =`), and a name of something else
    than modules and what autograd hands to it.
    """
    function = inspect.unwrap(function)
    code = getattr(function, "__code__", None)
    if code is None:
        return True
    codes = list(_codes(code))
    return any(map(_writes, codes)) and any(_reaches(one, function.__globals__) for one in codes)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def _reaches(code: CodeType, known: dict[str, Any]) -> bool:
    """Tell whether a function names something that may hold a tensor from call to call."""
    if code.co_freevars:
        return True
    steps = list(dis.get_instructions(code))
    if any(
        step.opname == "LOAD_GLOBAL" and not _is_harmless(known.get(step.argval, _BUILTIN))
        for step in steps
    ):
        return True
    context = code.co_varnames[:1]
    return any(
        step.opname == "LOAD_ATTR"
        and before.opname.startswith("LOAD_FAST")
        and _last(before.argval) in context
        and step.argval not in _OF_AUTOGRAD
        for before, step in pairwise(steps)
    )


def _last(loaded: Any) -> Any:
    """Return the last name that an instruction loads: newer Pythons load two at once."""
    return loaded[-1] if isinstance(loaded, tuple) else loaded


def _is_harmless(value: Any) -> bool:
    return value is _BUILTIN or isinstance(value, (ModuleType, BuiltinFunctionType, float, int))


def _writes(code: CodeType) -> bool:
    if any(name.endswith("_") and not name.endswith("__") for name in code.co_names):
        return True
    if any(isinstance(one, tuple) and "out" in one for one in code.co_consts):
        return True
    return any(
        step.opname == "STORE_SUBSCR" or (step.opname == "BINARY_OP" and "=" in step.argrepr)
        for step in dis.get_instructions(code)
    )
