"""Ops of torch's own database under the guard and under repair: as plain, and nothing false told.

A part of it: every fifth op, a few samples of each. `python -m tests.runtime.op_database` takes
the whole.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import gradsan

pytest.importorskip("torch")
pytest.importorskip("torch.testing._internal.common_methods_invocations")

from tests.runtime.op_database import faults, operators

EVERY = 5
SAMPLES = 4


@pytest.mark.slow
@pytest.mark.parametrize("session", [gradsan.guard, gradsan.repair], ids=["guard", "repair"])
def test_an_op_gives_the_same_and_nothing_false_is_told(session: Callable[[], Any]) -> None:
    told: list[str] = []
    total = 0
    for op in operators()[::EVERY]:
        count, wrong = faults(op, session, SAMPLES)
        total += count
        told += wrong
    assert told == []
    assert total > 400
