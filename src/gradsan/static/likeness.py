"""Whether two paths through a function have come to the same state.

Each path numbers what it makes by itself, so states are compared up to a renaming of ids. What
nobody can reach any more (dead temporaries, and what ops keep of them) does not count, nor do
places that are only told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from operator import attrgetter
from typing import TypeVar

from gradsan.static.query import Spot
from gradsan.static.values import (
    Function,
    Generator,
    Method,
    Number,
    Object,
    Parts,
    State,
    Storage,
    Tensor,
    Value,
)

# Not the graph and the cuts, which are ids, nor the places that are only told.
_compared = attrgetter(
    *(name for name in Storage._fields if name not in ("graph", "cuts", "made", "used", "copied"))
)
Thing = TypeVar("Thing", Storage, Parts)


def alike(one: State, other: State, start: int, frame: int) -> bool:
    """Tell whether nothing can tell two states apart; ids below `start` mean the same in both."""
    return (
        one.grad_on == other.grad_on
        and one.inference_at == other.inference_at
        and _shape(one, frame) == _shape(other, frame)
        and _Pairing(one, other, start).holds(frame)
    )


def _shape(state: State, frame: int) -> tuple[object, ...]:
    """Return what is quick to compare."""
    return (
        state.frames[frame].keys(), len(state.stale), len(state.freed), state.grads, state.dropped,
        state.foreign, state.lost, state.managed, state.held, state.replaced, state.reached,
        state.stepped, state.roots, state.edited, state.recomputed, state.reset, state.derived,
    )  # fmt: skip


@dataclass(slots=True)
class _Pairing:
    """Which id of one state stands for which of the other."""

    one: State
    other: State
    start: int
    storages: dict[int, int] = field(default_factory=dict)
    objects: dict[int, int] = field(default_factory=dict)

    def holds(self, frame: int) -> bool:
        """Pair all that can be reached; then compare what ops keep of it."""
        mine, yours = self.one.frames[frame], self.other.frames[frame]
        return (
            self._are_values_same(mine, yours)
            and self._is_old_same(self.one.objects, self.other.objects, self._are_parts_same)
            and self._is_old_same(self.one.storages, self.other.storages, _is_memory_same)
            and self._are_saves_same()
        )

    def _is_old_same(
        self,
        mine: dict[int, Thing],
        yours: dict[int, Thing],
        is_same: Callable[[Thing, Thing], bool],
    ) -> bool:
        """Compare what was there before, and was changed on one of the paths."""
        for key, value in mine.items():
            if key < self.start and value is not (twin := yours[key]) and not is_same(value, twin):
                return False
        return True

    def _are_values_same(self, mine: dict[str, Value], yours: dict[str, Value]) -> bool:
        for name, value in mine.items():
            if value is not (twin := yours[name]) and not self._is_same(value, twin):
                return False
        return True

    def _is_same(self, mine: Value, yours: Value) -> bool:
        if mine is yours:
            return True
        match mine, yours:
            case Tensor(), Tensor():
                return self._is_tensor_same(mine, yours)
            case Object(id=key), Object(id=twin):
                return self._is_object_same(key, twin)
            case Number(), Number():
                same = type(mine.value) is type(yours.value) and mine.value == yours.value
                return same and mine.known == yours.known and self._are_cuts_same(mine, yours)
            case Method(), Method():
                return mine.name == yours.name and self._is_same(mine.owner, yours.owner)
            case Function(), Function():
                return mine.node is yours.node and mine.frames == yours.frames
            case Generator(), Generator():
                return False
        return mine == yours

    def _is_tensor_same(self, mine: Tensor, yours: Tensor) -> bool:
        if (mine.view, mine.door, mine.detached, mine.strided) != (
            yours.view, yours.door, yours.detached, yours.strided
        ):  # fmt: skip
            return False
        if not self._are_cuts_same(mine, yours):
            return False
        key, twin = mine.storage, yours.storage
        if key < self.start or twin < self.start:
            return key == twin
        known = self.storages.setdefault(key, twin)
        if known != twin:
            return False
        return _is_memory_same(self.one.storages[key], self.other.storages[twin])

    def _is_object_same(self, key: int, twin: int) -> bool:
        if key < self.start or twin < self.start:
            return key == twin
        if key in self.objects:
            return self.objects[key] == twin
        self.objects[key] = twin
        return self._are_parts_same(self.one.objects[key], self.other.objects[twin])

    def _are_parts_same(self, mine: Parts, yours: Parts) -> bool:
        items, others = mine.items, yours.items
        keys, twins = mine.keys, yours.keys
        return (
            mine.cls == yours.cls
            and mine.is_open == yours.is_open
            and mine.attributes.keys() == yours.attributes.keys()
            and (items is None) == (others is None)
            and len(items or ()) == len(others or ())
            and (keys is None) == (twins is None)
            and len(keys or ()) == len(twins or ())
            and self._are_values_same(mine.attributes, yours.attributes)
            and all(map(self._is_same, items or (), others or ()))
            and all(map(self._is_same, keys or (), twins or ()))
        )

    def _are_cuts_same(self, mine: Tensor | Number, yours: Tensor | Number) -> bool:
        if mine.cuts == yours.cuts:
            return True
        return _places(self.one, mine.cuts) == _places(self.other, yours.cuts)

    def _are_saves_same(self) -> bool:
        """Compare what ops keep of what can still be written, and whose gradient reads it."""
        mine, yours = self.one.saves, self.other.saves
        pairs = dict(self.storages)
        pairs |= {key: key for key in (mine.keys() | yours.keys()) if key < self.start}
        twins: dict[int, object] = {}
        others: dict[int, object] = {}
        for key, twin in pairs.items():
            saves, kept = mine.get(key, ()), yours.get(twin, ())
            if saves is kept:
                continue
            if len(saves) != len(kept):
                return False
            for save, same in zip(saves, kept, strict=True):
                sign = (save.fact.spot, save.needs, save.silent)
                if sign != (same.fact.spot, same.needs, same.silent):
                    return False
                twins[save.id], others[same.id] = (key, sign), (key, sign)
        for key, twin in pairs.items():
            memory, same_memory = self.one.storages.get(key), self.other.storages.get(twin)
            if memory is None or same_memory is None or memory.graph is same_memory.graph:
                continue
            read = {twins[i] for i in memory.graph if i in twins}
            if read != {others[i] for i in same_memory.graph if i in others}:
                return False
            if (memory.graph & self.one.stale.keys()) != (
                same_memory.graph & self.other.stale.keys()
            ):
                return False
            if _places(self.one, memory.cuts) != _places(self.other, same_memory.cuts):
                return False
        return True


def _places(state: State, cuts: frozenset[int]) -> set[Spot]:
    return {state.cuts[key].spot for key in cuts if key in state.cuts}


def _is_memory_same(mine: Storage, yours: Storage) -> bool:
    """Compare all but the graph, and the places that are only told."""
    return mine is yours or _compared(mine) == _compared(yours)
