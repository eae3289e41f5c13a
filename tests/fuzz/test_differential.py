"""A fixed set of random programs: torch, the guard and repair against the twin.

`make fuzz` runs many more; GRADSAN_FUZZ and GRADSAN_FUZZ_SEED say how many and which.
"""

from __future__ import annotations

import pytest

torch = pytest.importorskip("torch")

from tests.fuzz import eager  # noqa: E402
from tests.fuzz.differential import FAULTS, is_right, run_many, told  # noqa: E402
from tests.fuzz.generate import make_program  # noqa: E402
from tests.fuzz.shrink import shrink  # noqa: E402
from tests.fuzz.steps import Step, flat_steps, render  # noqa: E402
from tests.fuzz.twin import Twin  # noqa: E402

COUNT = 800
REFUSED = 0.02


def test_a_program_is_the_same_for_the_same_seed() -> None:
    assert make_program(7) == make_program(7)
    assert make_program(7) != make_program(8)


def test_the_twin_differentiates_what_a_write_overwrote() -> None:
    program = (
        Step("leaf", "", (0,), (), ((3,), 1)),
        Step("unary", "sin", (1,), (0,)),
        Step("unary", "square", (2,), (1,)),
        Step("write", "zero_", (), (1,)),
        Step("backward", "", (), (2,), (False,)),
    )
    twin = Twin()
    twin.run(program)
    x = twin.leaves[0].detach()
    weights = torch.autograd.grad(_weighted(leaf := torch.zeros(3).double().requires_grad_()), leaf)
    assert torch.allclose(twin.gradients[0], 2 * x.sin() * x.cos() * weights[0])
    assert not is_right(eager.run(program), twin)


def _weighted(value: object) -> object:
    from tests.fuzz.meaning import weighted

    return weighted([value])


def test_a_failing_program_shrinks_to_what_fails() -> None:
    program = make_program(3)
    wanted = next(step for step in flat_steps(program) if step.kind == "leaf")
    assert shrink(program, lambda small: wanted in flat_steps(small)) == (wanted,)
    assert "requires_grad=True" in render((wanted,))


@pytest.mark.slow
def test_repair_is_right_or_refuses_and_the_guard_tells_what_is_wrong() -> None:
    tally = run_many(range(COUNT), with_guard=True, stop=3)
    assert not any(tally[fault] for fault in FAULTS), told(tally)
    assert tally["plain raises"] > COUNT / 4
    assert tally["repair refused"] <= REFUSED * tally["programs"]
