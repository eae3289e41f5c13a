"""Run a tensor program on torch as it stands, writes and all."""

from __future__ import annotations

import warnings
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional

from tests.fuzz import meaning
from tests.fuzz.steps import (
    BINARY_WRITES,
    DROPPED,
    SEED,
    UNARY_ARGS,
    UNARY_WRITES,
    Block,
    InvalidError,
    Program,
    Step,
)


@dataclass(frozen=True)
class Outcome:
    """What came of a run: gradients by leaf, or the error."""

    gradients: dict[int, Tensor]
    error: BaseException | None = None


class Scale(torch.autograd.Function):  # type: ignore[misc]
    """Writes its input, and says so."""

    @staticmethod
    def forward(ctx: Any, x: Tensor) -> Tensor:
        ctx.mark_dirty(x)
        return x.mul_(*UNARY_ARGS["mul"])

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        return torch.mul(grads[0], *UNARY_ARGS["mul"])


HOOKED = torch.nn.Identity()  # what comes out of it is a view that torch forbids to write
HOOKED.register_full_backward_hook(lambda *_: None)


class Eager:
    """The state of a program that runs in place."""

    def __init__(self) -> None:
        self.slots: dict[int, Tensor] = {}
        self.leaves: dict[int, Tensor] = {}

    def run(self, program: Program) -> None:
        """Run all steps."""
        for part in program:
            if isinstance(part, Block):
                with torch.no_grad() if part.kind == "no_grad" else nullcontext():
                    for _ in range(part.times):
                        self.run(part.body)
            else:
                getattr(self, f"_{part.kind}")(part, *(self.slots[slot] for slot in part.ins))

    def _leaf(self, step: Step) -> None:
        leaf = meaning.numbers(*step.args).requires_grad_()
        self.slots[step.out[0]] = self.leaves[step.out[0]] = leaf

    def _const(self, step: Step) -> None:
        self.slots[step.out[0]] = meaning.numbers(*step.args)

    def _unary(self, step: Step, value: Tensor) -> None:
        self.slots[step.out[0]] = meaning.unary(step.name, value)

    def _binary(self, step: Step, one: Tensor, other: Tensor) -> None:
        self.slots[step.out[0]] = meaning.binary(step.name, one, other)

    def _view(self, step: Step, value: Tensor) -> None:
        if step.name == "flatten" and not value.is_contiguous():
            raise InvalidError("laid out otherwise than in the twin")
        if step.name == "hooked":
            self.slots[step.out[0]] = HOOKED(value)
            return
        self.slots[step.out[0]] = meaning.view(step.name, value, step.args)

    def _split(self, step: Step, value: Tensor) -> None:
        parts = meaning.split(step.name, value, step.args)
        self.slots.update(zip(step.out, parts, strict=False))

    def _alias(self, step: Step, value: Tensor) -> None:
        slot = step.out[0]
        match step.name:
            case "detach()":
                self.slots[slot] = value.detach()
            case "data":
                self.slots[slot] = value.data
            case _:
                self.slots[slot] = self.leaves[slot] = value.detach().requires_grad_()

    def _write(self, step: Step, target: Tensor, *others: Tensor) -> None:
        name = step.name
        if name == "masked_fill_":
            target.masked_fill_(meaning.mask(target.shape, step.args[0]), 0.2)
        elif name == "iadd":
            target += others[0] if others else 0.3
        elif name == "imul":
            target *= others[0] if others else 0.7
        elif name == "foreach.copy_":
            torch._foreach_copy_([target], [others[0]])
        elif others:
            operand = 1.0 + others[0] * others[0] if name == "div1_" else others[0]
            getattr(target, BINARY_WRITES_NAMES[name])(operand)
        elif name.startswith("F."):
            extra = (0.1,) if name == "F.leaky_relu" else ()
            if name == "F.dropout":
                if not target.is_contiguous():
                    raise InvalidError("drawn in another order than in the twin")
                extra = (DROPPED,)
                torch.manual_seed(SEED)
            getattr(functional, name[2:])(target, *extra, inplace=True)
        elif name == "Scale.apply":
            Scale.apply(target)
        elif name.startswith("foreach."):
            alone = name.removeprefix("foreach.")
            operands = UNARY_ARGS.get(UNARY_WRITES[alone], ())
            getattr(torch, f"_foreach_{alone}")([target], *operands)
        else:
            getattr(target, name)(*UNARY_ARGS.get(UNARY_WRITES[name], ()))

    def _setitem(self, step: Step, target: Tensor, *others: Tensor) -> None:
        target[meaning.subscript(target, step.args[0])] = others[0] if others else step.args[1]

    def _move(self, step: Step, value: Tensor) -> None:
        value.data = value.data * 0.5

    def _out(self, step: Step, source: Tensor, target: Tensor) -> None:
        if step.name in ("softmax", "clone", "cumsum"):
            raise InvalidError("has no out=")
        getattr(torch, step.name)(source, *UNARY_ARGS.get(step.name, ()), out=target)

    def _backward(self, step: Step, *values: Tensor) -> None:
        loss = meaning.weighted(values)
        if loss.requires_grad:
            loss.backward(retain_graph=bool(step.args[0]))

    def _grad(self, step: Step, leaf: Tensor, *values: Tensor) -> None:
        loss = meaning.weighted(values)
        [self.slots[step.out[0]]] = torch.autograd.grad(loss, [leaf], create_graph=True)


BINARY_WRITES_NAMES = {name: name for name in BINARY_WRITES} | {"div1_": "div_"}


def run(program: Program, manager: AbstractContextManager[Any] | None = None) -> Outcome:
    """Run a program under a guard or by itself."""
    state = Eager()
    error: BaseException | None = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            with manager or nullcontext():
                state.run(program)
        except InvalidError:
            raise
        except Exception as raised:  # noqa: BLE001 (whatever it is, it is an outcome)
            error = raised
        leaves = state.leaves.items()
        found = {slot: leaf.grad for slot, leaf in leaves if leaf.grad is not None}
    return Outcome(found, error)
