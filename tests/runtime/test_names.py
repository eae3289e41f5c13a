"""Findings name parameters as the user's variables lead to them, and ops as the line does."""

from __future__ import annotations

import pytest

from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

NETS = """
    class Critic(nn.Module):
        def __init__(self):
            super().__init__()
            self.net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 1))
        def forward(self, x):
            return self.net(x)
"""
STEP = """
    def train(G, D, opt_D):
        fake = G(torch.randn(4, 2))
        loss_G = D(fake).mean()
        D(fake.detach()).mean().backward()
        opt_D.step()
        loss_G.backward()
"""


@pytest.mark.parametrize("fused", [False, True])
def test_a_step_names_the_weights_it_changed(guarded: Runner, fused: bool) -> None:
    call = f"""
    D = Critic()
    train(nn.Linear(2, 3), D, torch.optim.Adam(D.parameters(), fused={fused}))
    """
    ran = guarded(NETS + STEP + call)
    assert (ran.error is None) == fused
    assert dict(ran.only.notes)["what"] == "D.net.2.weight, D.net.0.weight"


def test_weights_held_by_self_and_in_lists_are_named(guarded: Runner) -> None:
    ran = guarded("""
        class Trainer:
            def __init__(self):
                self.model = nn.Linear(2, 2)
                self.opt = torch.optim.SGD(self.model.parameters(), lr=0.1)
            def step(self, x):
                loss = self.model(x).sum()
                loss.backward(retain_graph=True)
                self.opt.step()
                loss.backward()
        Trainer().step(torch.ones(1, 2, requires_grad=True))
    """)
    assert dict(ran.only.notes)["what"] == "self.model.weight"
    assert ran.error is not None
    assert "gradsan: self.model.weight was changed" in ran.error.__notes__[0]


def test_a_leaf_written_inside_a_module_is_named(guarded: Runner) -> None:
    ran = guarded("""
        weights = [nn.Parameter(torch.ones(3))]
        nn.ReLU(inplace=True)(weights[0])
    """)
    assert ran.only.message == "`weights[0]` is a leaf that requires grad: relu_ on it raises"


def test_a_leaf_without_a_name_is_called_a_tensor(guarded: Runner) -> None:
    ran = guarded("nn.ReLU(inplace=True)(nn.Parameter(torch.ones(3)))")
    assert ran.only.message == "the tensor is a leaf that requires grad: relu_ on it raises"


@pytest.mark.parametrize(
    ("line", "op"),
    [
        ("a @ b", "matmul"),
        ("torch.matmul(a, b)", "matmul"),
        ("torch.einsum('ij,jk->ik', a, b)", "einsum"),
        ("F.linear(a, b)", "linear"),
        ("nn.Linear(3, 3)(a)", "Linear"),
        ("torch.mm(a, b)", "mm"),
    ],
)
def test_a_product_is_called_what_the_line_calls_it(guarded: Runner, line: str, op: str) -> None:
    ran = guarded(f"""
        a = torch.ones(3, 3, requires_grad=True) * 1
        b = torch.ones(3, 3, requires_grad=True) * 1
        c = {line}
        a += 1
        c.sum().backward()
    """)
    assert ran.only.message == f"`a` was changed in place after {op} saved it"
