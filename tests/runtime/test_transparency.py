"""The guard changes no number and cries no wolf, over sound training programs of many kinds."""

from __future__ import annotations

from typing import Any

import pytest

import gradsan

torch = pytest.importorskip("torch")

from tests.runtime.trainings import TRAININGS, Training  # noqa: E402
from tests.runtime.vision_trainings import (  # noqa: E402
    compiled_by_inductor,
    residual_network,
    vision_transformer,
)

ALL = (*TRAININGS, residual_network, vision_transformer)
every_training = pytest.mark.parametrize(
    "training",
    [*ALL, pytest.param(compiled_by_inductor, marks=pytest.mark.slow)],
    ids=lambda one: one.__name__,
)


def run(training: Training) -> tuple[list[Any], Any]:
    torch.manual_seed(3)
    torch.compiler.reset()
    numbers = list(training())
    return numbers, torch.get_rng_state()


def same(one: Any, other: Any) -> bool:
    if one is None or other is None:
        return one is other
    # Bit for bit: NaN equals NaN, and -0.0 is not 0.0.
    bits = [tensor.reshape(-1).contiguous().view(torch.uint8) for tensor in (one, other)]
    return bool(one.shape == other.shape and torch.equal(*bits))


@every_training
def test_a_sound_program_runs_bit_for_bit_as_without_the_guard(training: Training) -> None:
    plain, state = run(training)
    with gradsan.guard() as session:
        guarded, guarded_state = run(training)
    assert len(plain) == len(guarded)
    assert all(same(one, other) for one, other in zip(plain, guarded, strict=True))
    assert torch.equal(state, guarded_state)
    assert session.report.findings == ()
    assert session.report.notes == ()


@every_training
def test_a_sound_program_needs_no_repair_and_runs_bit_for_bit(training: Training) -> None:
    plain, state = run(training)
    with gradsan.repair() as session:
        repaired, repaired_state = run(training)
    assert all(same(one, other) for one, other in zip(plain, repaired, strict=True))
    assert torch.equal(state, repaired_state)
    assert session.report.findings == ()
    assert session.report.notes == ()


def test_there_are_at_least_twelve_programs() -> None:
    assert len(ALL) >= 12
