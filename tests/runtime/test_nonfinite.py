"""NaN and inf that come late, now and then, or out of the forward."""

from __future__ import annotations

import pytest

from tests.runtime.programs import Runner

pytest.importorskip("torch")

# The gradient is not finite in the turns that BAD names.
LOOP = """
    torch.manual_seed(0)
    lin = nn.Linear(2, 2)
    opt = torch.optim.SGD(lin.parameters(), 0.1)
    for i in range(12):
        x = torch.zeros(4, 2) if BAD else torch.randn(4, 2)
        h = lin(x) - lin.bias
        loss = (h * h).sum().sqrt()
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            for p in lin.parameters():
                p.nan_to_num_(0.3)
"""


def test_what_goes_wrong_now_and_then_is_named_once_a_step_has_met_it(guarded: Runner) -> None:
    ran = guarded(LOOP.replace("BAD", "i > 3 and i % 3 == 0"))
    assert (ran.only.code, ran.only.outcome) == ("GS602", "nonfinite")
    assert "sqrt" in ran.told("cut")
    assert ran.report.notes == ()


def test_what_goes_wrong_once_is_remarked_with_the_step_that_met_it(guarded: Runner) -> None:
    ran = guarded(LOOP.replace("BAD", "i == 5"))
    assert ran.report.findings == ()
    [note] = ran.report.notes
    assert "the step at model.py:13 was given a gradient that is not finite" in note
    assert "--nonfinite" in note


def test_what_goes_wrong_once_is_named_if_every_pass_is_watched(guarded: Runner) -> None:
    ran = guarded(LOOP.replace("BAD", "i == 5"), nonfinite="always")
    assert "sqrt" in ran.told("cut")
    assert ran.report.notes == ()


def test_a_loop_that_stays_finite_gets_no_word(guarded: Runner) -> None:
    ran = guarded(LOOP.replace("BAD", "False"), nonfinite="always")
    assert (ran.report.findings, ran.report.notes) == ((), ())


FORWARD = {
    "an overflow": ("s = torch.exp(b * 100)\nloss = (s / (1 + s)).sum()", "torch.exp(b * 100)"),
    "a division": ("s = b / torch.zeros(2)\nloss = (s - s * b).sum()", "b / torch.zeros(2)"),
    "a log of zero": ("loss = (b * 0).log().sum()", "(b * 0).log()"),
    "a mask of everything": (
        "s = torch.full((2,), float('-inf')) + 0 * b\nloss = torch.logsumexp(s, 0)",
        "torch.logsumexp(s, 0)",
    ),
}


@pytest.mark.parametrize("name", FORWARD)
def test_a_forward_that_leaves_the_finite_numbers_is_named(guarded: Runner, name: str) -> None:
    program, words = FORWARD[name]
    head = "b = torch.tensor([1.0, 2.0], requires_grad=True)"
    ran = guarded(f"{head}\n{program}\nloss.backward()", nonfinite="always")
    assert (ran.only.code, ran.only.outcome) == ("GS602", "nonfinite")
    assert words in ran.told("cut")


def test_what_comes_in_as_nan_is_not_blamed_on_an_op(guarded: Runner) -> None:
    ran = guarded(
        """
        w = torch.tensor([float("nan"), 1.0], requires_grad=True)
        (w * w).exp().sum().backward()
        """,
        nonfinite="always",
    )
    assert ran.report.findings == ()


def test_a_gradient_that_a_mask_makes_finite_again_is_fine(guarded: Runner) -> None:
    ran = guarded(
        """
        s = torch.ones(2, 2, requires_grad=True)
        away = torch.tensor([[True, True], [False, True]])
        s.masked_fill(away, float("-inf")).softmax(-1).sum().backward()
        """,
        nonfinite="always",
    )
    assert ran.names["s"].grad.isfinite().all()
    assert ran.report.findings == ()
