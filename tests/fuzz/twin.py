"""Run a tensor program out of place: the reference that the fuzzer believes.

No write ever happens to a tensor of torch here. Memory is a flat vector, a view is a map of
indices into it, a write makes a new vector. Tensors that autograd treats as one (a base and its
views) are a group with one history; `detach()` and `.data` start another group over the same
memory. When one group writes, the others see the new numbers and keep their own history.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import torch
from torch import Tensor

from tests.fuzz import meaning
from tests.fuzz.steps import Block, InvalidError, Program, Step

LIMIT = 1e6  # beyond it rounding decides


class _Renumbered(torch.autograd.Function):  # type: ignore[misc]
    """Other numbers, same history: what a write through another group does to a value."""

    @staticmethod
    def forward(ctx: Any, flat: Tensor, numbers: Tensor) -> Tensor:
        return numbers.clone()

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> tuple[Tensor, None]:
        return grads[0], None


@dataclass(eq=False)
class Memory:
    """Numbers, and the histories that are told over them."""

    numbers: Tensor
    groups: list[Group] = field(default_factory=list)


@dataclass(eq=False)
class Group:
    """A base and its views, as autograd sees them."""

    memory: Memory
    flat: Tensor
    epoch: int = 0  # grows with each tracked write


@dataclass(frozen=True, eq=False)
class Value:
    """A tensor of the program: a map of indices into a group's memory."""

    group: Group
    index: Tensor
    unattached_since: int | None = None  # a view made in no_grad, constant until a tracked write

    @property
    def is_attached(self) -> bool:
        return self.unattached_since is None or self.group.epoch > self.unattached_since


def fresh(result: Tensor) -> Value:
    """Make a value with memory of its own."""
    flat = result.reshape(-1)
    memory = Memory(flat.detach())
    group = Group(memory, flat)
    memory.groups.append(group)
    return Value(group, torch.arange(flat.numel()).reshape(result.shape))


class Twin:
    """The state of a program that runs out of place."""

    def __init__(self) -> None:
        self.slots: dict[int, Value] = {}
        self.leaves: dict[int, Tensor] = {}  # flat, by the slot they were made in
        self.shown: dict[int, Tensor] = {}  # which elements of it the program sees, in which order
        self.gradients: dict[int, Tensor] = {}
        self.leaf_of: dict[int, int] = {}  # slot -> leaf, until bound anew

    def run(self, program: Program) -> None:
        """Run all steps."""
        for part in program:
            if isinstance(part, Block):
                self._run_block(part)
            else:
                self.step(part)

    def _run_block(self, block: Block) -> None:
        with torch.set_grad_enabled(torch.is_grad_enabled() and block.kind != "no_grad"):
            for _ in range(block.times):
                self.run(block.body)

    # -- reading and writing ------------------------------------------------------------------

    def value(self, slot: int) -> Value:
        """Return what a slot holds."""
        if slot not in self.slots:
            raise InvalidError(f"t{slot} is empty")
        return self.slots[slot]

    def read(self, value: Value) -> Tensor:
        """Return the tensor that an op would see."""
        source = value.group.flat if value.is_attached else value.group.memory.numbers
        return source[value.index]

    def write(self, value: Value, index: Tensor, result: Tensor) -> None:
        """Put a result where the index points."""
        group, memory = value.group, value.group.memory
        if index.numel() != index.unique().numel():
            raise InvalidError("memory overlaps itself")
        result = result.expand(index.shape)
        where = (index.reshape(-1),)
        numbers = memory.numbers.index_put(where, result.detach().reshape(-1))
        if torch.is_grad_enabled() and (result.requires_grad or group.flat.requires_grad):
            group.flat = group.flat.index_put(where, result.reshape(-1))
            group.epoch += 1
        else:
            group.flat = _renumbered(group.flat, numbers)
        memory.numbers = numbers
        for other in memory.groups:
            if other is not group:
                other.flat = _renumbered(other.flat, numbers)
        if not numbers.isfinite().all() or numbers.abs().max() > LIMIT:
            raise InvalidError("numbers run away")

    def attach(self, value: Value, *others: Tensor) -> None:
        """Let a view made in no_grad join its base if this write is tracked."""
        tracked = value.group.flat.requires_grad or any(t.requires_grad for t in others)
        if torch.is_grad_enabled() and tracked and not value.is_attached:
            value.group.epoch += 1

    def bind(self, slot: int, value: Value) -> None:
        """Let a slot hold a value."""
        if value.index.numel() == 0:
            raise InvalidError("an empty tensor")
        self.slots[slot] = value
        self.leaf_of.pop(slot, None)

    def shares(self, one: Value, other: Value) -> bool:
        """Tell whether two values lie in one memory."""
        return one.group.memory is other.group.memory

    # -- steps --------------------------------------------------------------------------------

    def step(self, step: Step) -> None:
        """Run one step."""
        try:
            getattr(self, f"_{step.kind}")(step)
        except (RuntimeError, IndexError, TypeError) as error:
            raise InvalidError(str(error)) from error

    def _leaf(self, step: Step) -> None:
        slot = step.out[0]
        leaf = meaning.numbers(*step.args).requires_grad_()
        self.bind(slot, fresh(leaf))
        self._add_leaf(slot, leaf)

    def _add_leaf(self, slot: int, leaf: Tensor) -> None:
        self.leaves[slot] = leaf
        self.shown[slot] = self.slots[slot].index
        self.leaf_of[slot] = slot

    def _const(self, step: Step) -> None:
        self.bind(step.out[0], fresh(meaning.numbers(*step.args)))

    def _unary(self, step: Step) -> None:
        result = meaning.unary(step.name, self.read(self.value(step.ins[0])))
        self.bind(step.out[0], fresh(_bounded(result)))

    def _binary(self, step: Step) -> None:
        one, other = (self.read(self.value(slot)) for slot in step.ins)
        self.bind(step.out[0], fresh(_bounded(meaning.binary(step.name, one, other))))

    def _view(self, step: Step) -> None:
        source = self.value(step.ins[0])
        if step.name == "mask_read":  # no view: an advanced index copies
            self.bind(step.out[0], fresh(meaning.view(step.name, self.read(source), step.args)))
            return
        if step.name == "hooked":  # in no_grad it comes out as it went in
            if not source.is_attached:
                raise InvalidError("a constant whose base has a history goes through a hook")
            self.bind(step.out[0], source)
            return
        index = meaning.view(step.name, source.index, step.args)
        self.bind(step.out[0], self._as_view(source, index))

    def _as_view(self, source: Value, index: Tensor) -> Value:
        since = source.unattached_since
        if source.is_attached:
            since = None if torch.is_grad_enabled() else source.group.epoch
        return Value(source.group, index, since)

    def _split(self, step: Step) -> None:
        source = self.value(step.ins[0])
        parts = meaning.split(step.name, source.index, step.args)
        if len(parts) < len(step.out):
            raise InvalidError("fewer parts than names")
        for slot, index in zip(step.out, parts, strict=False):
            self.bind(slot, self._as_view(source, index))

    def _alias(self, step: Step) -> None:
        source = self.value(step.ins[0])
        memory = source.group.memory
        flat = memory.numbers
        if step.name == "detach().requires_grad_()":
            flat = flat.clone().requires_grad_()
        group = Group(memory, flat)
        memory.groups.append(group)
        slot = step.out[0]
        self.bind(slot, Value(group, source.index))
        if flat.requires_grad:
            if source.index.numel() != source.index.unique().numel():
                raise InvalidError("a leaf that overlaps itself")
            self._add_leaf(slot, flat)

    def _move(self, step: Step) -> None:
        """Give a tensor memory of its own, with other numbers and the history that it has."""
        slot = step.ins[0]
        source = self.value(slot)
        sharing = [one for one, value in self.slots.items() if value.group is source.group]
        if sharing != [slot] or source.index.numel() != source.group.flat.numel():
            raise InvalidError("a base or a view of others")
        numbers = (source.group.memory.numbers[source.index] * 0.5).reshape(-1)
        memory = Memory(numbers)
        group = Group(memory, _renumbered(self.read(source).reshape(-1), numbers))
        memory.groups.append(group)
        leaf = self.leaf_of.get(slot)
        index = torch.arange(numbers.numel()).reshape(source.index.shape)
        self.bind(slot, Value(group, index, None if source.is_attached else group.epoch))
        if leaf is not None:
            self.leaf_of[slot] = leaf

    def _write(self, step: Step) -> None:
        target = self.value(step.ins[0])
        others = [self.value(slot) for slot in step.ins[1:]]
        for other in others:
            self._refuse_overlap(target, other)
            if step.name == "copy_" and self.shares(target, other):
                raise InvalidError("a copy onto itself, which torch leaves out")
        operands = [self.read(other) for other in others]
        self.attach(target, *operands)
        old = self.read(target)
        if step.name == "masked_fill_":
            result = old.masked_fill(meaning.mask(old.shape, step.args[0]), 0.2)
        elif operands:
            result = meaning.binary_write(step.name, old, operands[0])
        else:
            result = meaning.unary_write(step.name, old)
        if result.shape != old.shape:
            raise InvalidError("the result does not fit")
        self.write(target, target.index, result)

    def _refuse_overlap(self, target: Value, other: Value) -> None:
        """Refuse what torch leaves undefined: a source that is partly the target."""
        if not self.shares(target, other) or (
            target.index.shape == other.index.shape and bool((target.index == other.index).all())
        ):
            return
        if bool(torch.isin(other.index, target.index).any()):
            raise InvalidError("source and target overlap")

    def _setitem(self, step: Step) -> None:
        target = self.value(step.ins[0])
        index = meaning.item(target.index, step.args[0])
        if index.numel() == 0:
            raise InvalidError("nothing is written")
        if len(step.ins) > 1:
            source = self.value(step.ins[1])
            is_there = source.index.shape == index.shape and torch.equal(source.index, index)
            if self.shares(source, target) and not is_there:
                raise InvalidError("source and target overlap")
            result = self.read(source)
        else:
            result = torch.tensor(float(str(step.args[1])), dtype=torch.float64)
        self.attach(target, result)
        if result.dim() > index.dim():
            raise InvalidError("the source has too many dimensions")
        self.write(target, index, result.expand(index.shape))

    def _out(self, step: Step) -> None:
        source, target = (self.value(slot) for slot in step.ins)
        self._refuse_overlap(target, source)
        result = meaning.unary(step.name, self.read(source))
        if result.shape != target.index.shape:
            raise InvalidError("out= would be resized")
        self.attach(target, result)
        self.write(target, target.index, result)

    # -- gradients ----------------------------------------------------------------------------

    def _loss(self, slots: tuple[int, ...]) -> Tensor:
        return meaning.weighted([self.read(self.value(slot)) for slot in slots])

    def _backward(self, step: Step) -> None:
        loss = self._loss(step.ins)
        if not loss.requires_grad:
            return
        names = list(self.leaves)
        wanted = [self.leaves[name] for name in names]
        found = torch.autograd.grad(loss, wanted, retain_graph=True, allow_unused=True)
        for name, gradient in zip(names, found, strict=True):
            if gradient is not None:
                before = self.gradients.get(name)
                self.gradients[name] = gradient if before is None else before + gradient

    def _grad(self, step: Step) -> None:
        leaf = self.leaf_of.get(step.ins[0])
        loss = self._loss(step.ins[1:])
        if leaf is None or not torch.is_grad_enabled() or not loss.requires_grad:
            raise InvalidError("no gradient to take")
        [found] = torch.autograd.grad(loss, [self.leaves[leaf]], create_graph=True)
        self.bind(step.out[0], fresh(_bounded(found.reshape(-1)[self.shown[leaf]])))


def _renumbered(flat: Tensor, numbers: Tensor) -> Tensor:
    if not flat.requires_grad:
        return numbers
    with torch.enable_grad():
        result: Tensor = _Renumbered.apply(flat, numbers)
    return result


def _bounded(result: Tensor) -> Tensor:
    if result.numel() and (not result.isfinite().all() or result.abs().max() > LIMIT):
        raise InvalidError("numbers run away")
    return result
