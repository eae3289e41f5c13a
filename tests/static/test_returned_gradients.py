"""Custom Functions: how many gradients backward returns, and whether it reads what comes in."""

from __future__ import annotations

import pytest

from tests.static.mended import found, mended

COUNT = """\
import torch
class Own(torch.autograd.Function):
    @staticmethod
    def forward({inputs}):
        ctx.save_for_backward(x)
        return x * 2
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        {body}
a = torch.randn(3, requires_grad=True)
b = torch.randn(3, requires_grad=True)
Own.apply({given}).sum().backward()
"""
TWO = {"inputs": "ctx, x, w", "given": "a, b"}
ONE = {"inputs": "ctx, x", "given": "a"}
OPTIONAL = {"inputs": "ctx, x, w=None", "given": "a"}


def raises(program: str) -> bool:
    try:
        exec(program, {})
    except RuntimeError as error:
        return "incorrect number of gradients" in str(error)
    return False


@pytest.mark.parametrize(
    ("inputs", "body"),
    [
        (TWO, "return g * 2"),
        (TWO, "return (g,)"),
        (TWO, "return [g, g]"),
        (TWO, "y = g.clone(); return y"),
        (TWO, "y = None\n        if x is not None: y = g * x\n        return y"),
        (TWO, "g = g.contiguous(); return g"),
        (TWO, "y, z = g * 2, g * 3; return y"),
        (TWO, "return torch.where(x > 0, g, 0.0)"),
        (TWO, "return (g,) + (g, g)"),
        (ONE, "return g, g * 2"),
        (ONE, "return g, None, x"),
        (OPTIONAL, "return g, None, g * 2"),
    ],
)
def test_another_number_of_gradients_than_inputs_is_told(inputs: dict[str, str], body: str) -> None:
    program = COUNT.format(body=body, **inputs)
    assert raises(program)
    assert found(program) == {"GS707"}


@pytest.mark.parametrize(
    ("inputs", "body"),
    [
        (TWO, "return g, None"),
        (TWO, "return g, None, None"),
        (TWO, "return (g,) + (None,) * 1"),
        (TWO, "return (g,) * 2"),
        (TWO, "return tuple([g, g])"),
        (TWO, "grads = g, g; return grads"),
        (TWO, "return *[g], g"),
        (TWO, "return torch.stack([g, g]).unbind(0)"),
        (TWO, "y = torch.stack([g, g]).chunk(2); z = [t[0] for t in y]; return tuple(z)"),
        (TWO, "y = [g]; y = y * 2; return tuple(y)"),
        (TWO, "pair = (g,); return pair * 2"),
        (TWO, "def inner(): return g\n        return inner(), inner()"),
        (TWO, "return (lambda: (g, g))()"),
        (ONE, "return g, None"),
        (ONE, "y = None; return g, y"),
        (OPTIONAL, "return g"),
        (OPTIONAL, "return g, None"),
        ({"inputs": "ctx, x, *rest", "given": "a"}, "return g"),
    ],
)
def test_as_many_gradients_as_inputs_are_fine(inputs: dict[str, str], body: str) -> None:
    program = COUNT.format(body=body, **inputs)
    assert not raises(program)
    assert found(program) == set()


APART = """\
import torch
class Own(torch.autograd.Function):
    @staticmethod
    def forward(x, k):
        return x * k
    @staticmethod
    def setup_context(ctx, inputs, output):
        ctx.k = inputs[1]
    @staticmethod
    def backward(ctx, g):
        return g * ctx.k{rest}
a = torch.randn(3, requires_grad=True)
Own.apply(a, 2.0).sum().backward()
"""


@pytest.mark.parametrize(("rest", "is_wrong"), [("", True), (", None", False)])
def test_forward_without_ctx_has_one_input_more(rest: str, is_wrong: bool) -> None:
    assert raises(APART.format(rest=rest)) == is_wrong
    assert (found(APART.format(rest=rest)) == {"GS707"}) == is_wrong


def test_a_backward_that_another_class_completes_is_fine() -> None:
    program = COUNT.format(body="return g * 2", **TWO).replace("Own.apply", "Whole.apply")
    whole = """\
class Whole(Own):
    @staticmethod
    def backward(ctx, g):
        return Own.backward(ctx, g), None
a ="""
    program = program.replace("a =", whole, 1)
    assert not raises(program)
    assert found(program) == set()


def test_what_was_computed_and_left_out_is_returned() -> None:
    body = "grad_x = g * 2; grad_w = g * 0\n        return {}"
    bad = COUNT.format(body=body.format("grad_x"), **TWO)
    assert mended(bad, "GS707") == COUNT.format(body=body.format("grad_x, grad_w"), **TWO)
    bad = COUNT.format(body=body.format("(grad_x,)"), **TWO)
    assert mended(bad, "GS707") == COUNT.format(body=body.format("(grad_x, grad_w)"), **TWO)
    bad = COUNT.format(body=body.format("grad_w"), **TWO)
    assert mended(bad, "GS707") == bad


IGNORED = """\
import torch
from torch import nn
class Own(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        y = {forward}
        return y
    @staticmethod
    def backward(ctx, g):
        x, = ctx.saved_tensors
        {backward}
class Layer(nn.Module):
    def forward(self, x):
        return Own.apply(x)
def own(x):
    return Own.apply(x)
a = torch.randn(3, requires_grad=True)
linear = nn.Linear(3, 1)
layer, other = Layer(), 3
{use}
"""
SQUARE = "x.pow(2)"


def ignored(
    *, backward: str = "return 2 * x", use: str = "(2 * Own.apply(a)).sum().backward()",
    forward: str = SQUARE,
) -> str:  # fmt: skip
    program = IGNORED.format(backward=backward, use=use, forward=forward)
    exec(program, {})
    return program


@pytest.mark.parametrize(
    "use",
    [
        "Own.apply(a).mean().backward()",
        "(-Own.apply(a)).sum().backward()",
        "(1 - Own.apply(a)).sum().backward()",
        "y = Own.apply(a)\nloss = y.sum() * 0.5\nloss.backward()",
        "y = Own.apply(a)\ny = y.exp()\ny.sum().backward()",
        "own(a).mean().backward()",
        "layer(a).mean().backward()",
        "f = Own.apply\nf(a).mean().backward()",
        "linear(Own.apply(a)).sum().backward()",
        "total = 0\ntotal += Own.apply(a)\ntotal.mean().backward()",
        "y, z = Own.apply(a), 2\n(y / z).sum().backward()",
        "torch.log(Own.apply(a) + 1).sum().backward()",
        "torch.stack([Own.apply(a), a]).mean().backward()",
    ],
)
def test_a_gradient_that_is_never_read_is_told_if_it_is_not_one(use: str) -> None:
    assert found(ignored(use=use)) == {"GS708"}


@pytest.mark.parametrize(
    "use",
    [
        "Own.apply(a).sum().backward()",
        "(Own.apply(a) + a).sum().backward()",
        "y = Own.apply(a)\nshown = y.detach().mean().item()\ny.sum().backward()",
        "Own.apply(a).backward(torch.ones(3))",
        "own(a).sum().backward()",
        "",
    ],
)
def test_nothing_is_told_if_the_gradient_that_comes_in_may_be_one(use: str) -> None:
    assert found(ignored(use=use)) == set()


@pytest.mark.parametrize(
    "backward",
    [
        "return g * 2 * x",
        "return torch.zeros_like(x)",
        "return None",
        "return torch.ones(x.shape)",
        "return 0 * x",
        "every = locals(); return 2 * x * every['g']",
        "def inner(): return g\n        return 2 * x * inner()",
    ],
)
def test_a_backward_that_reads_the_gradient_or_returns_a_constant_is_fine(backward: str) -> None:
    assert found(ignored(backward=backward)) == set()


@pytest.mark.parametrize("forward", ["x.view_as(x)", "x.clone()", "torch.ones(3)"])
def test_a_function_that_brings_in_a_gradient_from_elsewhere_is_fine(forward: str) -> None:
    assert found(ignored(forward=forward)) == set()


@pytest.mark.parametrize(
    ("forward", "backward", "after"),
    [
        ("x.pow(2)", "return 2 * x", "return g * (2 * x)"),
        ("torch.exp(x)", "return x.exp()", "return g * x.exp()"),
        ("x.pow(2).sum()", "y = 2 * x; return y", "y = 2 * x; return g * y"),
        ("x.logsumexp(0, True)", "return x.softmax(0)", "return x.softmax(0)"),
    ],
)
def test_the_factor_is_added_where_the_shapes_agree(
    forward: str, backward: str, after: str
) -> None:
    bad = ignored(forward=forward, backward=backward)
    assert mended(bad, "GS708") == bad.replace(backward, after)
