"""Losses of a dict or list, added up in the first of them by `+=`."""

from __future__ import annotations

import pytest

from tests.static.mended import found, mended

HEAD = """\
import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
losses = {"a": x.sum(), "b": x.pow(2).sum()}
"""
ADD = """\
total = None
for value in losses.values():
    if total is None:
        total = value
    else:
        total += value
"""


def test_an_item_that_is_used_again_after_the_sum_is_told() -> None:
    program = HEAD + ADD + 'loss = total + 2 * losses["a"]\nloss.backward()\n'
    assert found(program) == {"GS207"}
    assert "        total = total + value\n" in mended(program, "GS207")


@pytest.mark.parametrize(
    "end",
    [
        'total.backward()\nprint(losses["a"].item())\n',
        'shown = losses["a"].detach()\ntotal.backward()\n',
        'total = total + losses["b"]\ntotal.backward()\n',
    ],
)
def test_what_only_looks_at_items_gets_no_word(end: str) -> None:
    assert found(HEAD + ADD + end) == set()


def test_an_item_that_is_changed_by_its_own_name_is_meant() -> None:
    program = HEAD + 'a = losses["a"]\na += 1\n(losses["a"] * losses["b"]).backward()\n'
    assert found(program) == set()
