"""Terms of a loss that are constants, views of itself, and gradients clipped part by part."""

from __future__ import annotations

from typing import Any

import pytest
import torch

from gradsan.static.engine import check_source
from tests.static.mended import found, mended, source_of

HEAD = "import torch\nx = torch.tensor([1.0, 2.0, 4.0], requires_grad=True)\n"


def test_a_term_under_no_grad_is_told_and_recorded() -> None:
    program = HEAD + (
        "with torch.no_grad():\n    c = x[:-1] * x[1:]\n"
        "loss = x.sum() + 0.5 * (c - 1).pow(2).sum()\nloss.backward()\n"
    )
    assert found(program) == {"GS504"}
    names: dict[str, Any] = {}
    exec(mended(program, "GS504"), names)
    assert not torch.equal(names["x"].grad, torch.ones(3))


@pytest.mark.parametrize(
    "lines",
    [
        "with torch.no_grad():\n    c = x * 2\nloss = (x - c).pow(2).sum()",
        "with torch.no_grad():\n    c = x * 2\nloss = x.sum()\nshown = loss + c.sum()",
        "loss = x.sum() + 1e-3 * x.argmax().float()",
    ],
)
def test_a_target_or_a_number_to_look_at_gets_no_word(lines: str) -> None:
    assert found(HEAD + lines + "\nloss.backward()\n") == set()


def test_a_histogram_in_a_loss_is_told() -> None:
    program = HEAD + "loss = x.sum() + torch.histc(x, bins=2).mean()\nloss.backward()\n"
    assert found(program) == {"GS505"}


@pytest.mark.parametrize("term", ["x.sign().mean()", "(x.sign() - 1).pow(2).mean()"])
def test_a_term_that_is_made_of_signs_is_told(term: str) -> None:
    assert found(HEAD + f"loss = x.pow(2).sum() + 0.5 * {term}\nloss.backward()\n") == {"GS505"}


def test_a_sign_that_is_a_factor_gets_no_word() -> None:
    lines = "loss = x.pow(2).sum() + (x * x.sign()).mean()\nloss.backward()\n"
    assert found(HEAD + lines) == set()


@pytest.mark.parametrize(
    ("lines", "outcome"),
    [
        ("y[1:] = y[:-1]", "raises"),
        ("y[:-1] = y[1:]", "raises"),
        ("y[0, 1:] = y[0, :-1]", "raises"),
        ("y[0] = y[0].t()", "raises"),
        ("y[:, 1:] = y[:, :-1]", "silent"),
        ("y[1:] = y[:-1].clone()", ""),
        ("y[1:] = y[:-1] * 2", ""),
        ("y[1:] = y[1:]", ""),
        ("y[0] = y[1].t()", ""),
    ],
)
def test_a_shifted_view_of_itself_is_refused_or_spreads_its_first_entries(
    lines: str, outcome: str
) -> None:
    start = "import torch\nx = torch.rand(4, 4, 4, requires_grad=True)\ny = x * 2\n"
    names: dict[str, Any] = {}
    raised = ""
    try:
        exec(start + lines, names)
    except RuntimeError as error:
        raised = str(error)
    assert ("memory location" in raised) == (outcome == "raises")
    if outcome == "silent":
        assert torch.equal(names["y"][:, 3], names["x"][:, 0] * 2)
    program = f"{start}{lines}\ny.sum().backward()\n"
    findings = check_source(source_of(program))
    assert [(f.code, f.outcome) for f in findings] == ([("GS309", outcome)] if outcome else [])
    if outcome:
        assert f"{lines}.clone()\n" in mended(program, "GS309")


def test_chunks_that_are_counted_apart_may_be_written() -> None:
    program = HEAD + (
        "a, b = (x.repeat(2) * 2).unsafe_chunk(2)\nr = a.sigmoid_()\nb.add_(1).sigmoid_()\n"
        "(r * b).sum().backward()\n"
    )
    exec(program, {})
    assert found(program) == set()


CLIP = """\
import torch
from torch import nn
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i, batch in enumerate(torch.rand(4, 5, 3)):
{clear}    net(batch).pow(2).mean().backward()
{clip}    if {when}:
{late}        opt.step()
{zero}"""
CALL = "nn.utils.clip_grad_norm_(net.parameters(), 1.0)\n"
ZERO = "        opt.zero_grad()\n"


def test_a_sum_that_is_clipped_part_by_part_is_clipped_once() -> None:
    every = {"clear": "", "when": "(i + 1) % 2 == 0", "zero": ZERO}
    program = CLIP.format(clip="    " + CALL, late="", **every)
    assert found(program) == {"GS409"}
    assert mended(program, "GS409") == CLIP.format(clip="", late="        " + CALL, **every)


@pytest.mark.parametrize(
    "parts",
    [
        {"clear": "", "clip": "", "late": "        " + CALL, "when": "i % 2", "zero": ZERO},
        {
            "clear": "    opt.zero_grad()\n", "clip": "    " + CALL, "late": "",
            "when": "net.weight.isfinite().all()", "zero": "",
        },
    ],
)  # fmt: skip
def test_gradients_clipped_at_a_step_or_for_one_batch_get_no_word(parts: dict[str, str]) -> None:
    assert found(CLIP.format(**parts)) == set()
