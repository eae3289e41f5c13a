"""Custom Functions: views that forward returns, what backward may write and keep."""

from __future__ import annotations

import pytest

from tests.static.mended import found

FUNCTION = """\
import torch
import torch.nn.functional as F
class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        y = x * 2
        return {made}
    @staticmethod
    def backward(ctx, g):
        return torch.ones(2, 3)
x = torch.randn(2, 3, requires_grad=True)
out = Own.apply(x)
out += 1
out.sum().backward()
"""


@pytest.mark.parametrize(
    "made",
    [
        "y", "y.view(6)", "y.t()", "y.reshape(6)", "y.flatten()", "y.squeeze(0)", "y[0]", "y[:1]",
        "y.T", "y.contiguous()", "y.expand(1, 2, 3)", "y.detach()", "y.unbind(0)[0]",
        "y.split(1)[0]", "y.float()", "y.to(x.dtype)", "y.t().contiguous()", "y.view(6).clone()",
        "torch.transpose(y, 0, 1)", "y.view_as(x)", "y.t().reshape(6)", "x.view_as(x)",
        "x.new_zeros(6).view(2, 3)", "y.contiguous().view(6)", "y.mean(0)", "y.data",
        "F.dropout(y, 0.1, False)", "y.permute(1, 0).contiguous()", "torch.stack([y, y])",
    ],
)  # fmt: skip
def test_a_view_made_in_forward_must_not_be_written(made: str) -> None:
    program = FUNCTION.format(made=made)
    try:
        exec(program, {})
        is_refused = False
    except RuntimeError as error:
        is_refused = "is a view" in str(error)
    assert ("GS308" in found(program)) == is_refused


BACKWARD = """\
import torch
class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        ctx.save_for_backward(x)
        ctx.k = k * 2
        return x.exp()
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        {line}
        return g * ctx.k * z, None
w = torch.randn(3, requires_grad=True)
y = Own.apply(w * 2, 3.0).sum()
gradient, = torch.autograd.grad(y, w, create_graph=True)
gradient.sum().backward()
"""


@pytest.mark.parametrize(
    "line",
    [
        "z = x.clone().mul_(2)",
        "z = (x * 2).add_(1)",
        "z = g.clone().mul_(2)",
        "z = x.double(); z *= 2",
        "z = x.exp(); z *= 2",
    ],
)
def test_memory_of_its_own_may_be_written_in_backward(line: str) -> None:
    assert found(BACKWARD.format(line=line)) == set()


@pytest.mark.parametrize(
    "line",
    [
        "z = x.mul_(2)",
        "z = x.view(-1).mul_(2)",
        "z = x.detach(); z *= 2",
        "v = x.view(-1); z = v; z *= 2",
        "a = x.detach().numpy(); a *= 2; z = torch.from_numpy(a)",
    ],
)
def test_what_was_saved_must_not_be_written_in_backward(line: str) -> None:
    assert "GS704" in found(BACKWARD.format(line=line))


TWICE = """\
import torch
class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, k):
        s = torch.sin(x)
        {kept}
        return s
    @staticmethod
    def backward(ctx, g):
        return g * ctx.slope, None
x = torch.randn(3, requires_grad=True)
g, = torch.autograd.grad(Own.apply(x, 2.0).sum(), x, create_graph=True)
g.pow(2).sum().backward()
"""


@pytest.mark.parametrize(
    ("kept", "is_wrong"),
    [
        ("ctx.slope = torch.cos(x)", True),
        ("c = torch.cos(x); ctx.slope = 2 * s * c", True),
        ("ctx.slope = -x.exp()", True),
        ("ctx.slope = k * 2", False),
        ("ctx.slope = (x > 0).float()", False),
        ("ctx.slope = x.shape[0] * k", False),
    ],
)
def test_what_forward_computes_is_a_constant_for_the_second_derivative(
    kept: str, is_wrong: bool
) -> None:
    assert ("GS705" in found(TWICE.format(kept=kept))) == is_wrong


def test_the_run_says_so_too() -> None:
    with pytest.raises(RuntimeError, match="does not require grad"):
        exec(TWICE.format(kept="ctx.slope = torch.cos(x)"), {})


SWISH = """
import torch
class Swish(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        {write}
        ctx.mark_dirty(x)
        return x
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        return {slope}
x = torch.tensor([0.5, -1.0], requires_grad=True)
Swish.apply(x * 1).sum().backward()
"""


@pytest.mark.parametrize(
    ("write", "slope", "codes"),
    [
        ("x.mul_(torch.sigmoid(x))", "g * torch.sigmoid(x) * (1 + x - x * x.sigmoid())", {"GS706"}),
        ("x.tanh_()", "g * (1 - torch.tanh(x) ** 2)", {"GS706"}),
        ("x.tanh_()", "g * (1 - x ** 2)", set()),
        ("x.relu_()", "g * (torch.relu(x) > 0)", set()),
    ],
)
def test_a_dirty_input_is_saved_as_it_was_only_if_backward_wants_it_so(
    write: str, slope: str, codes: set[str]
) -> None:
    assert found(SWISH.format(write=write, slope=slope)) == codes
