"""Writes through `.data` that leave the numbers as they were are no hazard."""

from __future__ import annotations

from typing import Any

import pytest

numpy = pytest.importorskip("numpy")
torch = pytest.importorskip("torch")

import gradsan  # noqa: E402
from gradsan.backends.torch.befores import SMALL  # noqa: E402


def codes_of(change: Any, size: int = 4) -> list[str]:
    """Return what the guard tells of a change between a product and its backward."""
    weight = torch.linspace(1.0, 2.0, size).requires_grad_()
    x = torch.ones(size, requires_grad=True)
    with gradsan.guard() as session:
        loss = (weight * x).sum()
        change(weight)
        loss.backward()
    return [finding.code for finding in session.report.findings]


def exchange(weight: Any) -> None:
    kept = weight.detach().clone()
    weight.data.copy_(torch.zeros_like(kept))
    weight.data.copy_(kept)


def turn_twice(weight: Any) -> None:
    data = weight.data
    data.neg_()
    data.neg_()


def clamp_what_is_inside(weight: Any) -> None:
    weight.data.clamp_(0.0, 5.0)


def exchange_and_forget_one(weight: Any) -> None:
    kept = weight.detach().clone()
    weight.data.copy_(torch.zeros_like(kept))
    weight.data[:-1].copy_(kept[:-1])


def turn_once(weight: Any) -> None:
    weight.data.neg_()


def turn_what_was_turned_before(weight: Any) -> None:
    weight.data.neg_()
    weight.data.clamp_(max=0.0)


def write_through_an_alias_of_the_alias(weight: Any) -> None:
    weight.data.data.masked_fill_(torch.tensor(False), 3.0)


def write_a_part_of_the_alias(weight: Any) -> None:
    weight.data[1:].mul_(1.0)
    weight.data[0] = float(weight[0])


@pytest.mark.parametrize(
    "change",
    [
        exchange,
        turn_twice,
        clamp_what_is_inside,
        write_through_an_alias_of_the_alias,
        write_a_part_of_the_alias,
    ],
)
def test_numbers_that_are_as_they_were_are_not_told(change: Any) -> None:
    assert codes_of(change) == []


@pytest.mark.parametrize(
    "change", [exchange_and_forget_one, turn_once, turn_what_was_turned_before]
)
def test_other_numbers_are_told(change: Any) -> None:
    assert codes_of(change) == ["GS201"]


def test_a_write_between_the_look_and_the_save_is_not_forgotten() -> None:
    weight = torch.ones(3, requires_grad=True)
    x = torch.ones(3, requires_grad=True)
    with gradsan.guard() as session:
        data = weight.data
        with torch.no_grad():
            weight.mul_(2.0)
        loss = (weight * x).sum()
        data.fill_(1.0)  # as it was when `.data` was asked for, not as it was saved
        loss.backward()
    assert [finding.code for finding in session.report.findings] == ["GS201"]


def codes_through_an_older_alias(write: Any) -> list[str]:
    """Return what the guard tells where the alias was made before the save."""
    x = torch.linspace(1.0, 2.0, 3).requires_grad_()
    with gradsan.guard() as session:
        squares = x.square()
        data = squares.data
        torch.nn.functional.relu_(squares)  # keeps its result
        write(data)
        squares.sum().backward()
    return [finding.code for finding in session.report.findings]


def rectify_once_more(data: Any) -> None:
    torch.nn.functional.relu_(data)


def copy_onto_itself_in_a_list(data: Any) -> None:
    torch._foreach_copy_([data], [data.clone()])


def multiply_out_into_itself(data: Any) -> None:
    torch.mul(data, torch.ones(3), out=data)


def go_and_come_back(data: Any) -> None:
    data.mul_(2.0)
    data.mul_(0.5)


@pytest.mark.parametrize(
    "write",
    [
        rectify_once_more,
        copy_onto_itself_in_a_list,
        multiply_out_into_itself,
        go_and_come_back,
    ],
)
def test_an_alias_older_than_the_save_may_leave_the_numbers_too(write: Any) -> None:
    assert codes_through_an_older_alias(write) == []


def go_and_stay(data: Any) -> None:
    data.mul_(2.0)
    data.mul_(0.75)


def rectify_the_opposite(data: Any) -> None:
    torch._foreach_neg_([data])
    torch.nn.functional.relu_(data)


def double_out_into_itself(data: Any) -> None:
    torch.add(data, data, out=data)


@pytest.mark.parametrize("write", [go_and_stay, rectify_the_opposite, double_out_into_itself])
def test_an_alias_older_than_the_save_is_told_where_numbers_change(write: Any) -> None:
    assert codes_through_an_older_alias(write) == ["GS201"]


def test_of_large_tensors_the_write_itself_is_told() -> None:
    assert codes_of(exchange, SMALL + 1) == ["GS201"]


def test_what_other_tensors_held_in_the_same_memory_says_nothing() -> None:
    x = torch.ones(3, requires_grad=True)
    with gradsan.guard() as session:
        for number in range(20):
            weight = torch.full((3,), float(number % 2)).requires_grad_()
            loss = (weight * x).sum()
            weight.data.zero_()
            loss.backward()
            del weight, loss
    (finding,) = session.report.findings
    assert (finding.code, finding.count) == ("GS201", 10)


def test_memory_that_others_write_is_not_believed() -> None:
    buffer = numpy.ones(3, "float32")
    with gradsan.guard() as session:
        x = torch.from_numpy(buffer).requires_grad_()
        data = x.data
        buffer[:] = 5
        loss = (x * x).sum()
        data.fill_(1)
        loss.backward()
    assert "GS201" in [finding.code for finding in session.report.findings]


@pytest.mark.filterwarnings("ignore")
def test_a_look_before_the_save_is_not_believed() -> None:
    five = torch.jit.CompilationUnit("def five(x):\n    x.fill_(5.0)\n").five
    with gradsan.guard() as session:
        x = torch.ones(3, requires_grad=True)
        data = x.data
        five(data)
        loss = (x * x).sum()
        data.copy_(torch.ones(3))
        loss.backward()
    assert [finding.code for finding in session.report.findings] == ["GS201"]


def test_a_look_leaves_the_memory_as_it_is() -> None:
    with gradsan.guard():
        x = torch.ones(3)
        assert x.data.sum() == 3.0
        x.data = torch.zeros(3)
        assert x.resize_(100).shape == (100,)
