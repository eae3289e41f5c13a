"""Right programs that look suspicious, and fixes that would be wrong."""

from __future__ import annotations

import pytest

from tests.static.mended import found, mended

HEAD = "import torch\nfrom torch import nn\n"
CUBE = """\
w, v = torch.randn(3, requires_grad=True), torch.randn(3)
g, = torch.autograd.grad((w ** 3).sum(), w, create_graph=True)
h, = torch.autograd.grad((g * v).sum(), w)
"""
LOG = "x = torch.tensor([0.0, 1.0, 4.0], requires_grad=True)\n"
TWO_LOSSES = """
f = net(torch.randn(5, 3))
a, b = f.sum(), f.pow(2).sum()
a.backward(retain_graph=True)
opt.step()
b.backward()
"""
FINE = {
    "halves that change places": """
x = torch.randn(4, 2, requires_grad=True)
a, b = (x * 2).chunk(2, dim=1)
a, b = b, a
torch.cat([a, b * a.exp()], dim=1).sum().backward()
""",
    "a step for biases only": """
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 3))
opt = torch.optim.SGD([p for n, p in net.named_parameters() if n.endswith("bias")], lr=0.1)
"""
    + TWO_LOSSES,
    "a step for what has one dimension": """
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 3))
opt = torch.optim.SGD([p for p in net.parameters() if p.ndim == 1], lr=0.1)
"""
    + TWO_LOSSES,
    "a weight from the norm of a gradient": """
last = nn.Linear(3, 3)
y = last(torch.randn(2, 3))
g = torch.autograd.grad(y.pow(2).mean(), last.weight, retain_graph=True)[0]
(y.pow(2).mean() + g.norm().detach() * y.mean()).backward()
""",
    "a product with the second derivative": CUBE + "(w * h.detach()).sum().backward()\n",
    "a graph that was used": CUBE + "g = g.detach()\n(w * g).sum().backward()\n",
    "a gradient for each batch": """
net, seen = nn.Linear(2, 1), []
for x in torch.utils.data.DataLoader(torch.randn(4, 2), batch_size=2):
    x.requires_grad_()
    net(x).mean().backward()
    seen.append(x.grad.norm())
""",
    "gradients kept, each of its own tensor": """
kept = []
for i, x in enumerate(torch.randn(2, 3)):
    x.requires_grad_()
    (x * i).sum().backward()
    kept.append(x.grad)
""",
    "a norm that is only measured": """
net = nn.Linear(3, 1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for i in range(4):
    net(torch.randn(2, 3)).pow(2).mean().backward()
    norm = nn.utils.clip_grad_norm_(net.parameters(), float("inf"))
    if i % 2:
        opt.step()
        opt.zero_grad()
""",
    "an epsilon": LOG + "y = torch.log(x + 1e-6)\ny[x == 0] = 0\ny.sum().backward()\n",
    "zeros that were replaced": LOG + "y = x.clone()\ny[x <= 0] = 1.0\ny.log().sum().backward()\n",
    "a sigmoid": LOG + "y = torch.sigmoid(x).log()\ny[x > 0] = 0\ny.sum().backward()\n",
}


@pytest.mark.parametrize("name", FINE)
def test_what_is_meant_gets_no_word(name: str) -> None:
    exec(HEAD + FINE[name], {})
    assert found(HEAD + FINE[name]) == set()


UNMENDED = {
    "entries that depend on each other": (
        "GS601",
        LOG + "y = (x / x.sum()).log()\ny[x == 0] = 0\ny.sum().backward()\n",
    ),
    "a name that means another value": (
        "GS601",
        LOG + "d = x * 2\nd = d.pow(-0.5)\nd[torch.isinf(d)] = 0\nd.sum().backward()\n",
    ),
    "a pole that is masked": (
        "GS602",
        LOG + "d = x.pow(-0.5)\nd[torch.isinf(d)] = 0\nd.sum().backward()\n",
    ),
    "a saved value that is changed through its view": (
        "GS704",
        """
class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx, t):
        ctx.save_for_backward(t)
        return t.clamp(min=0)
    @staticmethod
    def backward(ctx, g):
        t, = ctx.saved_tensors
        v = t.view(-1)
        v[v < 0] = 0
        return g * t
x = torch.ones(3, requires_grad=True)
Own.apply(x * 2).sum().backward()
""",
    ),
}


@pytest.mark.parametrize("name", UNMENDED)
def test_no_fix_where_it_would_change_the_meaning(name: str) -> None:
    code, program = UNMENDED[name]
    assert mended(HEAD + program, code) == HEAD + program


def test_a_root_by_its_function_is_kept_off_zero() -> None:
    program = HEAD + LOG + "torch.pow(x, 0.5).sum().backward()\n"
    assert "torch.pow(x.clamp_min(1e-12), 0.5)" in mended(program, "GS602")
