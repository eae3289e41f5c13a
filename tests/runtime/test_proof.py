"""proof=True: silent findings in numbers, and still not a bit changed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.runtime.programs import Ran, Runner

torch = pytest.importorskip("torch")

import gradsan  # noqa: E402
from tests.runtime.test_transparency import ALL, run, same  # noqa: E402
from tests.runtime.trainings import Training  # noqa: E402

THROUGH_DATA = """
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * 2
    loss = (y ** 2).sum()
    y.data[2] = 18.0
    loss.backward()
"""


def proof_of(ran: Ran) -> str:
    return dict(ran.only.notes).get("proof", "")


def test_the_numbers_of_a_write_through_data(guarded: Runner) -> None:
    ran = guarded(THROUGH_DATA, proof=True)
    assert proof_of(ran).splitlines() == [
        "element [2]: 6 when saved, 18 when backward read it; 1 of 3 elements differ",
        "gradient that PowBackward0 passes on, element [2]: 36 as run, 12 with the value of line 6 "
        "(what --repair gives)",
        "1 of 3 elements of that gradient are wrong",
    ]
    assert ran.names["x"].grad.tolist() == [8.0, 16.0, 72.0]


def test_without_proof_there_are_no_numbers(guarded: Runner) -> None:
    assert proof_of(guarded(THROUGH_DATA)) == ""


@pytest.mark.parametrize("is_saved_first", [False, True])
def test_the_numbers_of_a_write_by_numpy(guarded: Runner, is_saved_first: bool) -> None:
    lines = ["array = z.numpy()", "loss = (w * z).sum()"]
    program = "\n".join(
        [
            "w, z = torch.ones(3, requires_grad=True), torch.ones(3)",
            *(reversed(lines) if is_saved_first else lines),
            "array[1] = 7.0",
            "loss.backward()",
        ]
    )
    told = proof_of(guarded(program, proof=True))
    assert "element [1]: 1 when saved, 7 when backward read it" in told
    assert "7 as run, 1 with the value" in told


def test_a_tensor_on_ctx_is_shown_and_its_backward_runs_once(guarded: Runner) -> None:
    ran = guarded(
        """
        calls = []
        class Square(torch.autograd.Function):
            @staticmethod
            def forward(ctx, a):
                ctx.a = a
                return a * a
            @staticmethod
            def backward(ctx, grad):
                calls.append(1)
                return 2 * ctx.a * grad
        y = torch.ones(2, requires_grad=True) * 1
        loss = Square.apply(y).sum()
        y.detach().mul_(4)
        loss.backward()
        """,
        proof=True,
    )
    assert proof_of(ran) == (
        "element [0]: 1 when saved, 4 when backward read it; 2 of 2 elements differ"
    )
    assert ran.names["calls"] == [1]


def test_hooks_of_the_user_run_once_and_see_the_numbers_as_run(guarded: Runner) -> None:
    ran = guarded(
        """
        seen = []
        x = torch.ones(2, requires_grad=True)
        y = x * 2
        y.register_hook(lambda grad: seen.append(grad.tolist()))
        loss = (y ** 2).sum()
        y.data.mul_(3)
        loss.backward()
        """,
        proof=True,
    )
    assert ran.names["seen"] == [[12.0, 12.0]]
    assert "12 as run, 4 with the value" in proof_of(ran)


def test_a_stale_value_that_torch_refuses_raises_as_ever(guarded: Runner) -> None:
    ran = guarded(
        """
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        h += 1
        h.sum().backward()
        """,
        proof=True,
    )
    assert "modified by an inplace operation" in str(ran.error)
    assert ran.only.code == "GS101"


@pytest.mark.parametrize("training", ALL, ids=lambda one: one.__name__)
def test_a_sound_program_runs_bit_for_bit_with_proof(training: Training) -> None:
    plain, state = run(training)
    with gradsan.guard(proof=True) as session:
        proved, proved_state = run(training)
    pairs: list[tuple[Any, Any]] = list(zip(plain, proved, strict=True))
    assert all(same(one, other) for one, other in pairs)
    assert torch.equal(state, proved_state)
    assert session.report.findings == ()
