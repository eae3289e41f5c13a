"""Weights that were deep-copied: told where the optimizer holds the side without a gradient."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402


def net() -> Any:
    return torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Linear(4, 1))


def optimizer(model: Any) -> Any:
    return torch.optim.SGD(model.parameters(), lr=0.01)


def train(model: Any, *steps: Any) -> None:
    for one in steps:
        one.zero_grad()
    model(torch.ones(2, 3)).pow(2).sum().backward()
    for one in steps:
        one.step()


def of_a_copy() -> None:
    model = net()
    opt = optimizer(model)
    model = copy.deepcopy(model)  # cut
    train(model, opt)


def over_a_copy() -> None:
    model = net()
    opt = optimizer(copy.deepcopy(model))  # cut
    train(model, opt)
    train(model, opt)


def told(program: Callable[[], None]) -> list[tuple[str, int]]:
    with gradsan.guard() as guard:
        program()
    first = program.__code__.co_firstlineno
    return [(one.code, one.place.start.row - first) for one in guard.report.findings]


@pytest.mark.parametrize(("program", "row"), [(of_a_copy, 3), (over_a_copy, 2)])
def test_a_step_of_the_side_without_a_gradient_is_told(
    program: Callable[[], None], row: int
) -> None:
    assert told(program) == [("GS516", row)]


def averaged() -> None:
    model = net()
    opt, average = optimizer(model), copy.deepcopy(model)
    train(model, opt)
    opt.zero_grad()
    (average(torch.ones(2, 3)) - model(torch.ones(2, 3))).sum().backward()
    opt.step()


def frozen() -> None:
    model = net()
    rest = optimizer(copy.deepcopy(model).requires_grad_(False))
    train(model, rest)


def two_optimizers() -> None:
    model = net()
    train(model, optimizer(copy.deepcopy(model)), optimizer(model))
    train(model, optimizer(model), optimizer(copy.deepcopy(model)))


def idle_at_first() -> None:
    model = net()
    opt, other = optimizer(model), copy.deepcopy(model)
    train(other, opt)
    train(model, opt)


def an_old_gradient() -> None:
    model = net()
    train(model, optimizer(model))
    later = optimizer(copy.deepcopy(model))
    later.step()
    later.step()


def a_step_without_a_gradient_in_between() -> None:
    model = net()
    opt, probes = optimizer(model), []
    for number in range(6):
        train(model, opt)
        if number == 2:
            probes.append(copy.deepcopy(model))
            probes[0].zero_grad()
            probes[0](torch.ones(1, 3)).sum().backward()
            opt.zero_grad()
            opt.step()


@pytest.mark.parametrize(
    "program",
    [
        averaged,
        frozen,
        two_optimizers,
        idle_at_first,
        an_old_gradient,
        a_step_without_a_gradient_in_between,
    ],
)
def test_copies_that_are_meant_are_not_told(program: Callable[[], None]) -> None:
    assert told(program) == []


def test_a_copy_is_the_one_that_torch_makes() -> None:
    model = net()
    with gradsan.guard():
        twin = copy.deepcopy(model)
        assert torch.nn.Parameter.__deepcopy__.__qualname__ == "Parameter.__deepcopy__"
    assert all(
        torch.equal(a, b) for a, b in zip(model.parameters(), twin.parameters(), strict=True)
    )


def test_a_copied_weight_can_be_swapped() -> None:
    model = net()
    torch.__future__.set_swap_module_params_on_conversion(True)
    try:
        with gradsan.guard():
            twin = copy.deepcopy(model)
            model.to(torch.float64)
    finally:
        torch.__future__.set_swap_module_params_on_conversion(False)
    assert {p.dtype for p in model.parameters()} == {torch.float64}
    assert {p.dtype for p in twin.parameters()} == {torch.float32}
