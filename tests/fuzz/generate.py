"""Make random tensor programs that have a meaning, the same for the same seed.

Each step is tried on the twin as it is made; one that has no meaning (shapes that do not fit,
a source that is partly its target) is dropped.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable

import torch

from tests.fuzz import steps
from tests.fuzz.steps import Block, InvalidError, Program, Step
from tests.fuzz.twin import Twin, Value

SHAPES = ((3,), (2, 3), (3, 2), (3, 3), (4,), (2, 2, 2), ())

SELDOM_HOOKED = 0.7  # modules with hooks are rarer than views


class Generator:
    """One program in the making."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.twin = Twin()
        self.count = 0
        # What a program is about: most are about few things, so that these meet often.
        self.leaf_writes = self.random.random() < 0.25
        self.uses_data = self.random.random() < 0.3
        self.splits = self.random.random() < 0.4
        # Apart, so that a seed means the same program as before it was added.
        self.mover = random.Random(-seed - 1)
        self.moves = self.mover.random() < 0.1
        self.rare = random.Random(-seed - 1_000_003)
        self.has_rare = self.rare.random() < 0.1

    def program(self) -> Program:
        """Make a whole program: leaves, a body, backward."""
        parts: list[Step | Block] = []
        for _ in range(self.random.randint(1, 2)):
            self._try(parts, self._leaf())
        if self.random.random() < 0.5:
            self._try(parts, self._const())
        for _ in range(2):
            self._try(parts, self._unary())
        for _ in range(self.random.randint(3, 12)):
            self._try(parts, self._part())
            if self.moves and self.mover.random() < 0.3:
                slot = self.mover.choice(list(self.twin.slots))
                self._try(parts, Step("move", "", (), (slot,)))
            if self.has_rare and self.rare.random() < 0.3:
                self._try(parts, self._rare_write())
            if self.random.random() < 0.06:
                self._try(parts, self._backward(True))
        retain = self.random.random() < 0.3
        if self._try(parts, self._backward(retain)) and retain:
            if self.random.random() < 0.5:
                self._try(parts, self._part())
            self._try(parts, self._backward(False))
        return tuple(parts)

    def _try(self, parts: list[Step | Block], part: Step | Block) -> bool:
        """Keep the part if it has a meaning after the parts before."""
        before = self.twin.slots.copy(), self.twin.leaf_of.copy(), self.twin.leaves.copy()
        try:
            memory = _snapshot(self.twin)
            self.twin.run((part,))
        except InvalidError:
            self.twin.slots, self.twin.leaf_of, self.twin.leaves = before
            memory()
            return False
        parts.append(part)
        return True

    # -- parts --------------------------------------------------------------------------------

    def _part(self) -> Step | Block:
        roll = self.random.random()
        if roll < 0.08:
            body = tuple(self._simple() for _ in range(self.random.randint(1, 3)))
            return Block("no_grad", 1, body)
        if roll < 0.16:
            return Block("loop", self.random.randint(2, 3), self._loop_body())
        if roll < 0.19:
            return self._grad()
        if roll < 0.23 and not self.leaf_writes:
            return self._foreach()
        return self._simple()

    def _loop_body(self) -> Program:
        body: list[Step | Block] = []
        for _ in range(self.random.randint(1, 3)):
            step = self._simple()
            if step.out and self.random.random() < 0.5 and step.kind in ("unary", "binary"):
                step = Step(step.kind, step.name, step.ins[:1], step.ins, step.args)
            body.append(step)
        return tuple(body)

    def _simple(self) -> Step:
        makers: list[tuple[int, Callable[[], Step]]] = [
            (22, self._unary),
            (14, self._binary),
            (20, self._view),
            (8 if self.splits else 1, self._split),
            (24, self._write),
            (8, self._setitem),
            (10 if self.uses_data else 1, self._alias),
            (1, self._const),
            (1, self._out),
        ]
        weights = [weight for weight, _ in makers]
        [(_, maker)] = self.random.choices(makers, weights)
        return maker()

    def _foreach(self) -> Step | Block:
        """Make a write to a list of tensors, and one that keeps a clone of what it overwrites."""
        target = self._pick_target()
        if target in self.twin.leaf_of:
            return self._simple()  # torch refuses a leaf, and repair leaves it so
        first = Step("write", self.random.choice(steps.FOREACH), (), (target,))
        second = Step("write", self.random.choice(("square_", "sin_", "mul_")), (), (target,))
        return Block("loop", 1, (first, second))

    def _rare_write(self) -> Step:
        """Make a write that draws numbers, or one that has no derivative of its own."""
        name, slots = self.rare.choice(steps.RARE_WRITES), list(self.twin.slots)
        target, other = self.rare.choice(slots), self.rare.choice(slots)
        return Step("write", name, (), (target,) if name == "F.dropout" else (target, other))

    def _new(self) -> int:
        self.count += 1
        return self.count - 1

    def _pick(self) -> int:
        """Pick a slot, the younger the likelier."""
        slots = list(self.twin.slots)
        return slots[min(int(self.random.triangular(0, len(slots), len(slots))), len(slots) - 1)]

    def _pick_target(self) -> int:
        for _ in range(6):
            slot = self._pick()
            flat = self.twin.slots[slot].group.flat
            if self.leaf_writes or not (flat.is_leaf and flat.requires_grad):
                return slot
        return slot

    def _shape(self, slot: int) -> torch.Size:
        return self.twin.slots[slot].index.shape

    def _seed(self) -> int:
        return self.random.randint(0, 999)

    def _leaf(self) -> Step:
        return Step("leaf", "", (self._new(),), (), (self.random.choice(SHAPES), self._seed()))

    def _const(self) -> Step:
        return Step("const", "", (self._new(),), (), (self.random.choice(SHAPES), self._seed()))

    def _unary(self) -> Step:
        return Step("unary", self.random.choice(steps.UNARY), (self._new(),), (self._pick(),))

    def _binary(self) -> Step:
        one, other = self._pick(), self._pick()
        return Step("binary", self.random.choice(steps.BINARY), (self._new(),), (one, other))

    def _view(self) -> Step:
        name, slot = self.random.choice(steps.VIEWS), self._pick()
        if name == "hooked" and self.random.random() < SELDOM_HOOKED:
            name = "view_as"
        dims = len(self._shape(slot))
        dim = self.random.randrange(dims) if dims else 0
        size = self._shape(slot)[dim] if dims else 1
        args: tuple[object, ...] = ()
        match name:
            case "select":
                args = (dim, self.random.randrange(size))
            case "slice":
                args = (dim, self.random.randrange(size), None, self.random.choice((1, 1, 2)))
            case "transpose":
                args = (0, dim)
            case "unsqueeze":
                args = (dim,)
            case "narrow":
                args = (dim, 0, self.random.randint(1, size))
            case "mask_read":
                args = (self._seed(),)
        return Step("view", name, (self._new(),), (slot,), args)

    def _split(self) -> Step:
        name, slot = self.random.choice(steps.SPLITS), self._pick()
        dims = len(self._shape(slot))
        dim = self.random.randrange(dims) if dims and name != "iter" else 0
        args = () if name == "iter" else (dim,)
        return Step("split", name, (self._new(), self._new()), (slot,), args)

    def _write(self) -> Step:
        target = self._pick_target()
        roll = self.random.random()
        if roll < 0.08:
            return Step("write", "masked_fill_", (), (target,), (self._seed(),))
        if roll < 0.55:
            return Step("write", self.random.choice(_common(steps.UNARY_WRITES)), (), (target,))
        name = self.random.choice(_common(steps.BINARY_WRITES))
        return Step("write", name, (), (target, self._fitting(target)))

    def _fitting(self, target: int) -> int:
        """Pick a slot that can be broadcast to the target."""
        shape = self._shape(target)
        fit = [slot for slot in self.twin.slots if _broadcasts(self._shape(slot), shape)]
        return self.random.choice(fit)

    def _setitem(self) -> Step:
        target = self._pick_target()
        shape = self._shape(target)
        size = shape[0] if shape else 1
        last = shape[-1] if shape else 1
        index = self.random.choice(
            (
                ("int", self.random.randrange(size)),
                ("slice", (self.random.randrange(size), None)),
                ("slice", (None, None)),
                ("mask", self._seed()),
                ("list", [0, size - 1] if size > 1 else [0]),
                ("ellipsis", self.random.randrange(last)),
            )
        )
        if index[0] == "mask" or self.random.random() < 0.3:
            return Step("setitem", "", (), (target,), (index, 0.25))
        return Step("setitem", "", (), (target, self._pick()), (index,))

    def _alias(self) -> Step:
        names = ["detach()", "detach()", "detach().requires_grad_()"]
        names += ["data"] * (6 if self.uses_data else 0)
        return Step("alias", self.random.choice(names), (self._new(),), (self._pick(),))

    def _out(self) -> Step:
        name = self.random.choice(("sin", "tanh", "mul", "neg"))
        return Step("out", name, (), (self._pick(), self._pick_target()))

    def _backward(self, retain: bool) -> Step:
        wanted = {self._pick() for _ in range(self.random.randint(1, 4))}
        return Step("backward", "", (), tuple(sorted(wanted)), (retain,))

    def _grad(self) -> Step:
        leaf = self.random.choice(list(self.twin.leaf_of) or [0])
        return Step("grad", "", (self._new(),), (leaf, self._pick()))


def _broadcasts(shape: torch.Size, to: torch.Size) -> bool:
    if len(shape) > len(to):
        return False
    pairs = zip(reversed(shape), reversed(to), strict=False)
    return all(one in (1, other) for one, other in pairs)


def _common(writes: dict[str, str]) -> list[str]:
    """Return the writes that a program is made of, as a rule."""
    return [name for name in writes if name not in steps.RARE_WRITES]


def _snapshot(twin: Twin) -> Callable[[], None]:
    """Remember every memory and gradient; return what puts them back."""
    values: list[Value] = list(twin.slots.values())
    memories = {value.group.memory for value in values}
    numbers = [(memory, memory.numbers, copy.copy(memory.groups)) for memory in memories]
    groups = [(g, g.flat, g.epoch) for memory in memories for g in memory.groups]
    gradients = twin.gradients.copy()

    def restore() -> None:
        for memory, before, members in numbers:
            memory.numbers, memory.groups = before, members
        for group, flat, epoch in groups:
            group.flat, group.epoch = flat, epoch
        twin.gradients = gradients

    return restore


def make_program(seed: int) -> Program:
    """Return the program of a seed."""
    return Generator(seed).program()
