"""Checkpointed blocks: does the second run see what the first one saw?

torch keeps facts about every tensor that a block saves (shape, dtype, device) and compares
them when backward runs the block again. Here those facts carry a sum and a few numbers along.
They compare as they always did; numbers that differ are told, with what made them differ as
far as that is known. Only on the CPU, or under repair: elsewhere reading a number would stop
the device. Repair announces the past of a block; then one that comes out different is run once
more with the Python state that it saw the first time, and those numbers are used.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, Protocol

import torch
import torch.utils.checkpoint
from torch.multiprocessing.reductions import StorageWeakRef

from gradsan.backends.host import Host
from gradsan.backends.torch import private, private_checkpoint
from gradsan.backends.torch.careful import careful
from gradsan.backends.torch.doors import ItemPatch, Patch
from gradsan.backends.torch.generators import States
from gradsan.backends.torch.living import living_storages
from gradsan.backends.torch.memory import PLAIN, address
from gradsan.backends.torch.numbers import Numbers, numbers_of, read
from gradsan.backends.torch.saves import Saves, save_of
from gradsan.backends.torch.statistics import is_under_way
from gradsan.model.event import Mishap, Save, Stack, Use, Write

ROUNDING = (
    "a checkpointed block came out different when backward ran it again, by no more than "
    "rounding: its gradient is as exact as that"
)


class Facts(dict[str, Any]):
    """What torch keeps of a saved tensor, and its numbers beside."""

    numbers: Numbers
    save: Save  # never the tensor itself: the block gives up its memory
    memory: StorageWeakRef
    found: _Found

    __hash__ = None

    def __ne__(self, other: object) -> bool:
        differs = super().__ne__(other)
        if not differs and isinstance(other, Facts):
            self.found.pairs.append((self, other))
        return bool(differs)


class _Found(threading.local):
    """Per thread: what a block saved, in its first and its second run."""

    def __init__(self) -> None:
        self.pairs: list[tuple[Facts, Facts]] = []


class Past(Protocol):
    """The Python state that a block saw the first time."""

    is_cut: bool  # found by `rewound`: a gradient would have to go through it, and cannot

    def has_changed(self) -> bool:
        """Tell whether it is another now and the old one can be had; remember the present."""
        ...

    def remember(self) -> None:
        """Remember the present anew."""
        ...

    def rewound(self) -> AbstractContextManager[None]:
        """Let it stand as the first time, and then as it was remembered."""
        ...

    def tell(self) -> None:
        """Say that this made the block come out as the first time."""
        ...


class _Announced(threading.local):
    """Per thread: the past of the block that is taken down next."""

    past: Past | None = None


announced = _Announced()


class Recompute:
    """The facts with numbers, and what their comparison tells."""

    def __init__(self, host: Host, place: Callable[[], Stack], saves: Saves) -> None:
        self.host = host
        self.place = place
        self.saves = saves
        self._found = _Found()
        self._told: set[Stack] = set()
        table = private_checkpoint.checkpoint_facts()
        self.patches: list[Patch | ItemPatch] = [
            ItemPatch(table, "default", self._extract(table["default"]))
        ]
        if "none" in table:
            self.patches.append(ItemPatch(table, "none", self._extract_numbers(table["none"])))
        if frame := private_checkpoint.checkpoint_frame():
            watched = self._frame(frame)
            self.patches.append(Patch(torch.utils.checkpoint, frame.__name__, watched))

    def forget(self) -> None:
        """Begin anew."""
        self._told.clear()

    def _extract(self, original: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def extract(tensor: Any) -> Any:
            return self.facts_of(tensor, original(tensor))

        return extract

    def _extract_numbers(self, original: Callable[[Any], Any]) -> Callable[[Any], Any]:
        """Under repair, compare numbers also where torch was told to compare nothing."""

        def extract(tensor: Any) -> Any:
            nothing = original(tensor)
            facts = self.facts_of(tensor, {}) if self.host.switch.repairs else {}
            return facts if isinstance(facts, Facts) else nothing

        return extract

    def facts_of(self, tensor: Any, facts: Any) -> Any:
        """Return the facts, with the numbers of the tensor if they can be had."""
        switch = self.host.switch
        if type(tensor) not in PLAIN or not switch.on:
            return facts
        if not tensor.is_cpu and not switch.repairs:
            return facts
        if type(facts) is not dict or private.is_overheard() or is_under_way(address(tensor)):
            return facts
        told = self._with_numbers(tensor, facts)
        return facts if told is None else told

    @careful
    def _with_numbers(self, tensor: Any, facts: dict[str, Any]) -> Facts:
        told = Facts(facts)
        told.numbers = numbers_of(tensor)
        told.found = self._found
        order, stack = next(self.host.ticks), self.host.capture()
        record = (tensor.detach(), private.version_of(tensor), order, stack, None, 0)
        told.save = save_of(record, "the block", kept="checkpoint")
        told.memory = StorageWeakRef(tensor.untyped_storage())
        return told

    def _frame(self, original: Any) -> Any:
        """Make the class of what torch keeps of a block: it knows where the block was called."""
        recompute = self

        class Frame(original):  # type: ignore[misc]  # a class that is known only at run time
            def __init__(self, again: Any, *args: Any) -> None:
                super().__init__(recompute.listen(self, again), *args)
                self.place: Stack = recompute.here() or ()
                self.before: States | None = None
                self.is_torch_kept = False
                self.past, announced.past = announced.past, None
                self.attempt: Attempt | None = None

            def save_inputs(self, *args: Any) -> None:
                is_lent = recompute.saves.lend()  # no node will show them
                try:
                    super().save_inputs(*args)
                finally:
                    if is_lent:
                        recompute.saves.take_back()

            def check_recomputed_tensors_match(self, gid: Any) -> None:
                attempt, self.attempt = self.attempt, None
                check = super().check_recomputed_tensors_match
                if attempt is not None and recompute.is_good(attempt, check, gid):
                    attempt = None
                if attempt is not None:
                    attempt.repeat(self, gid)
                recompute.begin()
                try:
                    check(gid)
                except private_checkpoint.checkpoint_error() as error:
                    recompute.refused(self, error)
                    raise
                recompute.judge(self)
                if attempt is not None:
                    attempt.past.tell()

        Frame.__name__, Frame.__qualname__ = original.__name__, original.__qualname__
        Frame.__module__ = original.__module__
        return Frame

    @careful
    def refused(self, frame: Any, error: Exception) -> None:
        """Tell a block whose second run torch itself finds to be another."""
        needed = self.place() or self.host.capture()
        event = Mishap("recompute-differs", frame.place, needed=needed, raised=True)
        self.host.mishap(event, error)

    @careful
    def here(self) -> Stack:
        """Return where the user is."""
        return self.host.capture()

    def listen(self, frame: Any, again: Any) -> Callable[..., Any]:
        """Return the second run of a block, which first takes down where the generators stand."""

        known = weakref.ref(frame)  # which holds this function: no cycle may keep its inputs

        def recompute(*args: Any) -> Any:
            if (held := known()) is None:
                return again(*args)
            held.before = self.states(held)
            if held.past is None or not held.past.has_changed():
                return again(*args)
            held.attempt = Attempt(held.past, again, args)
            return held.attempt.run()

        return recompute

    def is_good(self, attempt: Attempt, check: Callable[[Any], None], gid: Any) -> bool:
        """Tell whether the second run of a block came out like the first."""
        if attempt.failure is not None:
            return False
        self.begin()
        try:
            check(gid)
        except private_checkpoint.checkpoint_error():
            return False
        return self.agree()

    def agree(self) -> bool:
        """Tell whether the values that were just compared are the same, but for rounding."""
        pairs, self._found.pairs = self._found.pairs, []
        read(facts.numbers for pair in pairs for facts in pair)
        return all(one.numbers.is_near(other.numbers) for one, other in pairs)

    @careful
    def states(self, frame: Any) -> States | None:
        """Return where the generators stand, if the block will be compared."""
        is_compared = any(isinstance(one, Facts) for one in frame.x_metadatas)
        return States.now() if is_compared else None

    def begin(self) -> None:
        """Compare the values of another block."""
        self._found.pairs = []

    def compare(self, block: Any, second: list[Any]) -> None:
        """Put side by side what the two runs of a block gave."""
        self.begin()
        for one, other in zip(block.x_metadatas, second, strict=False):
            one != other  # noqa: B015 (the comparison takes down both)

    def judge(self, frame: Any) -> None:
        """Tell why a block came out different, if it did."""
        pairs, self._found.pairs = self._found.pairs, []
        if not self.host.switch.on:
            return
        try:
            read(facts.numbers for pair in pairs for facts in pair)
            if differing := [pair for pair in pairs if not pair[0].numbers.agree(pair[1].numbers)]:
                self._judge(frame, differing)
        except Exception as failure:  # noqa: BLE001 (the guard may fail; the program may not)
            self.host.failed(failure)

    def _judge(self, frame: Any, differing: list[tuple[Facts, Facts]]) -> None:
        needed = self.place() or self.host.capture()
        told = [
            self._tell_same(first.save, needed)
            for first, second in differing
            if first.save.storage == second.save.storage and not first.memory.expired()
        ]
        if any(told) or (frame.place in self._told and not self.host.switch.repairs):
            return
        if all(first.numbers.is_near(second.numbers) for first, second in differing):
            if self.host.switch.repairs:
                self.host.remark(ROUNDING)
            return
        self._told.add(frame.place)
        if not self.host.switch.repairs and self._tell_written(frame, needed):
            return
        self.host.mishap(self._cause(frame, differing, needed), None)

    def _tell_written(self, frame: Any, needed: Stack) -> bool:
        """Tell what was written between the runs of a block that kept no value."""
        find = getattr(frame, "written_saves", None)
        with self.saves.collecting():
            saves = find(self.host.log) if find else []
        told = [self._tell_same(save, needed) for save in saves]
        return any(told)

    def _tell_same(self, save: Save, needed: Stack) -> bool:
        """Tell a value that was saved from memory that has changed."""
        use = Use(next(self.host.ticks), save.id, "recompute", save.version, False, needed)
        return self.host.silent(save, use)

    def _cause(self, frame: Any, differing: list[tuple[Facts, Facts]], needed: Stack) -> Mishap:
        if drawn := self._drawn(frame):
            return Mishap("checkpoint-rng", frame.place, drawn, needed=needed)
        if write := self._side_effect(frame, differing[0]):
            return Mishap("checkpoint-side-effect", write.stack, needed=needed)
        made = differing[0][0].save.stack
        return Mishap("recompute-differs", frame.place, made=made, needed=needed)

    def _drawn(self, frame: Any) -> str:
        if frame.before is None:
            return ""
        drawn: str = frame.before.moved(States.now(), is_torch_kept=frame.is_torch_kept)
        return drawn

    def _side_effect(self, frame: Any, differing: tuple[Facts, Facts]) -> Write | None:
        """Find the write that both runs of the block made to memory that outlives them."""
        first, second = (facts.save.order for facts in differing)
        log = self.host.log
        written = {storage for storage, last in list(log.last.items()) if last[1] > first}
        if not written:
            return None
        for storage in living_storages(written) - _own(frame):
            writes = log.writes_to(storage)
            again = {w.stack for w in writes if w.order < first}
            for write in writes:
                if first < write.order < second and write.stack in again and not write.through:
                    return write
        return None


class Attempt:
    """The second run of a block whose Python state is another than the first time."""

    def __init__(self, past: Past, again: Callable[..., Any], args: tuple[Any, ...]) -> None:
        self.past = past
        self.again = again
        self.args = args  # of nested blocks they can be had only once
        self.failure: Exception | None = None

    def run(self) -> Any:
        """Run the block as torch does; what it raises may be due to the state."""
        try:
            return self.again(*self.args)
        except private_checkpoint.stop_recomputation():
            raise
        except Exception as failure:  # noqa: BLE001 (raised again if the old state does not help)
            self.failure = failure
        return None

    def repeat(self, frame: Any, gid: Any) -> None:
        """Run the block with the state that it saw the first time, and forget the other run."""
        frame.recomputed[gid].clear()
        frame.recomp_counter[gid] = 0
        for known in frame.weak_holders:
            if (holder := known()) is not None:
                holder.handles.pop(gid, None)
        hooks = private_checkpoint.recomputation_hook()(weakref.ref(frame), gid)
        try:
            with self.past.rewound(), hooks, torch.enable_grad():
                try:
                    self.again(*self.args)
                except private_checkpoint.stop_recomputation():
                    pass
        except Exception as another:  # noqa: BLE001 (the one that torch would raise comes first)
            raise (self.failure or another) from None


def _own(frame: Any) -> set[int]:
    """Return the storages of what the second run has made."""
    values = [one for values in frame.recomputed.values() for one in values.values()]
    kept = [one for one in frame.x_metadatas if isinstance(one, Facts)]
    before = {one.save.storage for one in kept if not one.memory.expired()}
    return {address(one) for one in values} - before
