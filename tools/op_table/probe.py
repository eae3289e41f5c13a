"""Run a call under saved-tensor hooks and see what it keeps, aliases and returns.

Every input that can need a gradient needs it first together with the others, then alone: what
is kept only for the gradient of one input is guarded by it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

import torch
from torch.utils import _pytree as pytree

from gradsan.ops.row import Kept, Op
from tools.op_table.samples import Sample

FAILURES = (RuntimeError, TypeError, ValueError, IndexError, NotImplementedError, AssertionError)


@dataclass(slots=True)
class Bound:
    """A fresh copy of a sample's arguments, by the parameters of its row."""

    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    tensors: dict[str, list[torch.Tensor]]


def bind(sample: Sample, op: Op, wanted: Iterable[tuple[str, int]] | None) -> Bound:
    """Copy the arguments; those in `wanted` (None: all that can) need a gradient."""
    args, kwargs = list(sample.args), dict(sample.kwargs)
    tensors: dict[str, list[torch.Tensor]] = {}
    asked = None if wanted is None else set(wanted)

    def fresh(name: str, value: Any) -> Any:
        def copy(tensor: torch.Tensor) -> torch.Tensor:
            at = len(tensors.setdefault(name, []))
            new = tensor.detach().clone()
            if can_need(new) and (asked is None or (name, at) in asked):
                new = new.requires_grad_().clone()  # no leaf, so that it may be written
            tensors[name].append(new)
            return new

        return pytree.tree_map_only(torch.Tensor, copy, value)

    for at, value in enumerate(args):
        args[at] = fresh(op.parameters[min(at, op.positional - 1)], value)
    for key, value in kwargs.items():
        kwargs[key] = fresh(op.parameter_for(key) or key, value)
    return Bound(tuple(args), kwargs, tensors)


def can_need(tensor: torch.Tensor) -> bool:
    """Tell whether a gradient can be asked of a tensor."""
    return bool(tensor.is_floating_point() or tensor.is_complex())


def storage_of(tensor: torch.Tensor) -> int:
    """Return what tells one memory from another."""
    return int(tensor.untyped_storage().data_ptr())


def results_of(value: Any) -> list[list[torch.Tensor]]:
    """Return the tensors of each result of a call."""
    parts = value if isinstance(value, (tuple, list)) else [value]
    return [[t for t in pytree.tree_leaves(part) if isinstance(t, torch.Tensor)] for part in parts]


def named_results(op: Op, value: Any) -> dict[str, list[torch.Tensor]]:
    """Return the tensors of a call's results by the names of the row."""
    parts = results_of(value)
    if op.result_is_list or len(op.results) == 1:
        first = parts if op.result_is_list else parts[:1]
        return {op.results[0]: [tensor for part in first for tensor in part]}
    return dict(zip(op.results, parts, strict=False))


@dataclass(slots=True)
class Tally:
    """What the samples of one row showed."""

    seen: Counter[tuple[str, str]] = field(default_factory=Counter)  # (thing, the one that needs)
    kept: Counter[tuple[str, str]] = field(default_factory=Counter)
    aliased: Counter[str] = field(default_factory=Counter)
    integer: Counter[str] = field(default_factory=Counter)
    returned: Counter[str] = field(default_factory=Counter)
    inputs: set[str] = field(default_factory=set)
    lists: set[str] = field(default_factory=set)  # of which not all elements are always kept
    samples: int = 0
    flowing: int = 0  # calls whose result needs a gradient

    def saves(self) -> Iterator[Kept]:
        """Yield what is kept, under which guards, and whether it always is."""
        things = list(dict.fromkeys(thing for thing, _ in self.seen))
        for thing in things:
            guards = sorted(g for (t, g), n in self.kept.items() if t == thing and g and n)
            sure = [g for g in guards if self.kept[thing, g] == self.seen[thing, g]]
            whole = self.kept[thing, ""] == self.seen[thing, ""] and thing not in self.lists
            if not guards and self.kept[thing, ""]:
                yield Kept(thing, "", False)
            elif set(guards) == {g for t, g in self.seen if t == thing and g}:
                yield Kept(thing, "", whole and sure == guards)
            else:
                yield from (Kept(thing, g, g in sure and thing not in self.lists) for g in guards)


def observe(tally: Tally, sample: Sample, op: Op) -> bool:
    """Run a sample with each choice of what needs a gradient; False if it does not run."""
    whole = bind(sample, op, None)
    inputs = [(n, at) for n, ts in whole.tensors.items() for at, t in enumerate(ts) if can_need(t)]
    together: list[tuple[str, int]] = []
    for name in dict.fromkeys(name for name, _ in inputs):
        group = [item for item in inputs if item[0] == name]
        patterns = [group] if len(group) == 1 else [group, *([item] for item in group)]
        for pattern in patterns:
            try:
                _observe_one(tally, sample, op, pattern, name)
            except FAILURES:  # not differentiable with respect to this one
                continue
            together += [item for item in pattern if item not in together]
    try:
        tally.flowing += _observe_one(tally, sample, op, together, "")
    except FAILURES:
        return False
    tally.samples += 1
    return True


def run(sample: Sample, bound: Bound) -> tuple[Any, set[int]]:
    """Call it; return the result and the memories of what was kept."""
    saved: list[torch.Tensor] = []  # held, so that no memory is given out twice

    def pack(tensor: torch.Tensor) -> torch.Tensor:
        saved.append(tensor)
        return tensor

    torch.default_generator.manual_seed(0)
    with torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
        result = sample.function(*bound.args, **bound.kwargs)
    return result, {storage_of(tensor) for tensor in saved if tensor.layout == torch.strided}


def _observe_one(
    tally: Tally, sample: Sample, op: Op, wanted: list[tuple[str, int]] | None, guard: str
) -> bool:
    bound = bind(sample, op, wanted)
    value, saved = run(sample, bound)
    results = named_results(op, value)
    owners = {storage_of(t): name for name, ts in bound.tensors.items() for t in ts}
    flat = [t for ts in results.values() for t in ts]
    flows = any(t.requires_grad for t in flat)
    if not guard:
        _note_results(tally, op, results, owners)
    if not flows or not any(t.numel() for t in flat):
        return flows
    if guard:
        tally.inputs.add(guard)
    for name, things in {**bound.tensors, **results}.items():
        is_result = name in op.results
        if name == op.writes or (is_result and not op.writes and _overlaps(things, owners)):
            continue
        _note_kept(tally, (name, guard), things, saved)
    return flows


def _overlaps(things: list[torch.Tensor], owners: dict[int, str]) -> bool:
    return any(storage_of(thing) in owners for thing in things)


def _note_kept(
    tally: Tally, key: tuple[str, str], things: list[torch.Tensor], saved: set[int]
) -> None:
    hits = [storage_of(thing) in saved for thing in things if thing.numel()]
    if not hits:
        return
    tally.seen[key] += 1
    tally.kept[key] += any(hits)
    if any(hits) and not all(hits):
        tally.lists.add(key[0])


def _note_results(
    tally: Tally, op: Op, results: dict[str, list[torch.Tensor]], owners: dict[int, str]
) -> None:
    for name, things in results.items():
        if not things:
            continue
        tally.returned[name] += 1
        tally.integer[name] += all(not can_need(thing) for thing in things)
        if all(thing.numel() and storage_of(thing) in owners for thing in things):
            tally.aliased[owners[storage_of(things[0])]] += 1
