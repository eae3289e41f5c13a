"""A checkpointed block that writes: what checkpoint was handed raises, the rest is silent."""

from __future__ import annotations

from typing import Any

import pytest

from gradsan.static.engine import check_source
from tests.static.mended import source_of

torch = pytest.importorskip("torch")

HEAD = """\
import torch
from torch import nn
from torch.utils.checkpoint import checkpoint
torch.manual_seed(0)
stem, fc, mask = nn.Linear(2, 3), nn.Linear(3, 3), torch.ones(3)
"""
BODY = "def body(x, *more):\n    {write}\n    return torch.sin(fc(x) * mask)\n"
CALL = "checkpoint(body, stem(torch.randn(4, 2)), use_reentrant={reentrant}).sum().backward()\n"
LISTS = """\
def body(xs):
    xs[0].mul_(0.5)
    return torch.sin(fc(xs[0]))
checkpoint(body, [stem(torch.randn(4, 2))], use_reentrant=False).sum().backward()
"""


@pytest.mark.parametrize(
    ("write", "reentrant", "outcome"),
    [
        ("x.mul_(0.5)", False, "raises"),
        ("x += 1", False, "raises"),
        ("x[:, 0] = 0.5", False, "raises"),
        ("x.mul_(0.5)", True, "raises"),
        ("mask.mul_(0.5)", False, "silent"),
        ("mask.mul_(0.5)", True, "silent"),
    ],
)
def test_what_checkpoint_is_handed_is_looked_after(
    write: str, reentrant: bool, outcome: str
) -> None:
    program = HEAD + BODY.format(write=write) + CALL.format(reentrant=reentrant)
    assert _outcomes(program) == [("GS209", outcome)]
    assert _raises(program) == (outcome == "raises")


def test_what_hangs_on_a_list_is_not() -> None:
    assert _outcomes(HEAD + LISTS) == [("GS209", "silent")]
    assert not _raises(HEAD + LISTS)


def test_the_call_that_keeps_the_argument_is_shown() -> None:
    program = HEAD + BODY.format(write="x.mul_(0.5)") + CALL.format(reentrant=False)
    (finding,) = check_source(source_of(program))
    saved = [label.place.start.row for label in finding.labels if label.role == "saved"]
    assert saved == [program.count("\n")]


def _outcomes(program: str) -> list[tuple[str, str]]:
    found = check_source(source_of(program))
    return [(finding.code, finding.outcome) for finding in found]


def _raises(program: str) -> bool:
    names: dict[str, Any] = {}
    try:
        exec(program, names)
    except RuntimeError:
        return True
    return False
