"""An alias of `.data` that goes to other memory: repair knows which memory was written."""

from __future__ import annotations

import pytest

import gradsan
from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

SAVED = """
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x.clone()
    alias = y.data
    part = alias[:2]  # has the counter of the alias, and stays
    loss = (y * y).sum()
"""
MOVE = "alias.data = alias.data * 0.5"
UNHEARD = "list(map(vars(torch._C.TensorBase)['zero_'], [{}]))"


def test_a_write_to_where_it_went_leaves_the_saved_value_usable(guarded: Runner) -> None:
    with gradsan.repair():
        ran = guarded(f"""{SAVED}
    {MOVE}
    alias += alias
    alias.data = alias.data * 0.5
    alias.mul_(3)
    loss.backward()
    """)
    assert ran.error is None
    assert torch.equal(ran.names["x"].grad, torch.tensor([2.0, 4.0, 6.0]))


def test_with_second_derivatives(guarded: Runner) -> None:
    with gradsan.repair():
        ran = guarded(f"""{SAVED}
    [first] = torch.autograd.grad(loss, x, create_graph=True)
    {MOVE}
    alias += alias
    first.sum().backward()
    """)
    assert ran.error is None
    assert torch.equal(ran.names["x"].grad, torch.full((3,), 2.0))


@pytest.mark.parametrize("later", ["", "alias.mul_(2)", "part.mul_(1)", "y.mul_(1)"])
@pytest.mark.parametrize("earlier", ["", "alias.mul_(2)", "part.mul_(1)"])
def test_an_unheard_write_to_what_stayed_behind_is_found(
    guarded: Runner, earlier: str, later: str
) -> None:
    """Never a wrong gradient: what is not known to be whole is not read."""
    with gradsan.repair():
        ran = guarded(f"""{SAVED}
    {MOVE}
    loss = (y * y).sum()
    {earlier or "pass"}
    {UNHEARD.format("part")}
    {later or "pass"}
    loss.backward()
    """)
    right = torch.tensor([2.0, 4.0, 6.0])
    assert ran.error is not None or torch.equal(ran.names["x"].grad, right)


def test_an_unheard_write_to_where_it_went_is_found(guarded: Runner) -> None:
    with gradsan.repair():
        ran = guarded(f"""{SAVED}
    {MOVE}
    loss = (x * alias).sum()
    {UNHEARD.format("alias")}
    loss.backward()
    """)
    assert ran.error is not None
