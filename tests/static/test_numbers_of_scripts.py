"""Scripts worked out with their own numbers, held against what torch computes."""

from __future__ import annotations

import ast
import math
import random

import pytest
import torch

from gradsan.static.numbers.calling import call
from gradsan.static.numbers.script import Script


def points(code: str) -> list[tuple[int, str]]:
    found = Script(call).run(ast.parse(code))
    return sorted((point.node.lineno, point.op) for point in found)


def gradient(code: str, leaf: str = "x") -> list[float]:
    names: dict[str, object] = {}
    exec(compile(code, "script", "exec"), names)
    value = names[leaf]
    assert isinstance(value, torch.Tensor)
    assert value.grad is not None
    return [float(entry) for entry in value.grad.flatten()]


SINGULAR = [
    ("sqrt", 0.0), ("rsqrt", 0.0), ("log", 0.0), ("log2", 0.0), ("log10", 0.0),
    ("reciprocal", 0.0), ("acos", 1.0), ("acos", -1.0), ("asin", 1.0), ("atanh", 1.0),
    ("log1p", -1.0), ("acosh", 1.0), ("logit", 0.0), ("logit", 1.0), ("exp", 100.0),
    ("sqrt", -1.0), ("acos", 1.5),
]  # fmt: skip


@pytest.mark.parametrize(("op", "at"), SINGULAR)
@pytest.mark.parametrize("weight", [0.0, 1.0])
def test_torch_is_not_finite_at_every_singular_point_whatever_comes_in(
    op: str, at: float, weight: float
) -> None:
    code = (
        "import torch\n"
        f"x = torch.tensor([{at}], requires_grad=True)\n"
        f"y = torch.{op}(x)\n"
        f"(y * {weight}).sum().backward()\n"
    )
    assert points(code) == [(3, op)]
    assert not math.isfinite(gradient(code)[0])


@pytest.mark.parametrize(
    "line",
    [
        "y = torch.sqrt(x.clamp(min=0.5))",
        "y = torch.sqrt(torch.relu(x))",  # relu lets nothing through where it is zero
        "y = torch.atan2(x, x)",
        "y = torch.log(torch.where(x > 0, x, torch.ones_like(x)))",
        "y = torch.sqrt(x.detach()) * x",
        "y = x.pow(2).sum().add(1e-6).sqrt()",
        "y = x.norm() + x.std()",
        "y = x ** 1.5",
        "y = torch.sqrt(torch.cat([torch.zeros(2), x[1:]])).sum() + x.sum()",
        "y = torch.nn.functional.normalize(x * 0.0, dim=0)",
        "y = torch.nn.functional.pairwise_distance(x, x.detach())",
        "y = torch.acos(0.5 * torch.nn.functional.cosine_similarity(x, 2 * x, dim=0))",
    ],
)
def test_what_only_looks_singular_is_silent_and_finite(line: str) -> None:
    leaf = "x = torch.tensor([0.0, 4.0], requires_grad=True)"
    code = f"import torch\n{leaf}\n{line}\ny.sum().backward()\n"
    assert points(code) == []
    assert all(math.isfinite(entry) for entry in gradient(code))


def test_equal_rows_of_random_numbers_differ_by_zero() -> None:
    code = """
import torch
from torch import nn
embed = nn.Linear(3, 2)
x = torch.randn(4, 3, requires_grad=True)
pairs = torch.tensor([[0, 1], [2, 2]])
gap = embed(x)[pairs[:, 0]] - embed(x)[pairs[:, 1]]
loss = gap.pow(2).sum(1).sqrt().mean()
loss.backward()
"""
    assert points(code) == [(8, "sqrt")]
    assert any(math.isnan(entry) for entry in gradient(code))


def test_rows_that_only_happen_to_be_close_are_not_told() -> None:
    code = """
import torch
x = torch.tensor([0.1, 0.2, 0.3], requires_grad=True)
loss = torch.sqrt((x[0] + x[1] - x[2]) ** 2)
loss.backward()
"""
    assert points(code) == []


def test_a_branch_that_hangs_on_what_is_unknown_is_not_taken() -> None:
    code = """
import torch
x = torch.tensor([0.0], requires_grad=True)
if torch.rand(1) > 0.5:
    x.sqrt().sum().backward()
"""
    assert points(code) == []


def test_what_unknown_code_may_have_changed_is_unknown() -> None:
    code = """
import torch
x = torch.tensor([0.0], requires_grad=True)
optimizer = torch.optim.SGD([x], lr=0.1)
(x + 1).sum().backward()
optimizer.step()
x.sqrt().sum().backward()
"""
    assert points(code) == []


def test_a_script_that_never_ends_is_left() -> None:
    code = "import torch\nfor i in range(200):\n    for j in range(200):\n        y = i * j\n"
    assert points(code) == []


# -- random scripts ------------------------------------------------------------------------

_STEPS = [
    "{a}.abs()", "-{a}", "{a} + {b}", "{a} - {b}", "{a} * {b}", "{a} / {b}", "{a} * 0.5",
    "{a} ** 2", "{a} ** 0.5", "{a}.sqrt()", "{a}.log()", "{a}.exp()", "{a}.clamp(min=0.0)",
    "{a}.relu()", "torch.where({a} > 0, {a}, {b})", "{a}.masked_fill({b} == 0, 1.0)",
    "torch.maximum({a}, {b})", "{a}.sigmoid()", "{a}.tanh()", "{a} - {a}.mean()",
    "{a}.sum() + {b}", "{a}.softmax(0)", "{a}[[2, 1, 0]]", "{a}.detach() * {b}",
    "torch.stack([{a}, {b}]).amax(0)", "torch.cat([{a}[:1], {b}[1:]])", "{a}.acos()",
    "({a} @ {b}) * {a}", "{a}.norm() + {b}", "torch.outer({a}, {b}).diagonal()", "{a}.cos()",
    "{a}.expand(2, 3).var(0) + {b}", "{a}.reciprocal()", "torch.log1p({a})", "{a}.std() * {b}",
    "torch.nn.functional.normalize({a}, dim=0)", "torch.rad2deg({a})",
    "torch.nn.functional.cosine_similarity({a}, {b}, dim=0).acos() * {b}",
    "torch.nn.functional.pairwise_distance({a}, {b}) * {a}",
]  # fmt: skip


def random_script(seed: int) -> str:
    draw = random.Random(seed)
    nice = ["0.0", "1.0", "-1.0", "0.5", "2.0", "4.0", "0.3"]
    lines = ["import torch", "torch.manual_seed(0)"]
    entries = ", ".join(draw.choice(nice) for _ in range(3))
    lines.append(f"x = torch.tensor([{entries}], requires_grad=True)")
    entries = ", ".join(draw.choice(nice) for _ in range(3))
    lines.append(f"c = torch.tensor([{entries}])")
    names = ["x", "x", "c"]
    for i in range(draw.randint(2, 6)):
        a, b = draw.choice(names), draw.choice(names)
        lines.append(f"v{i} = {draw.choice(_STEPS).format(a=a, b=b)}")
        names += [f"v{i}", f"v{i}"]
    lines.append(f"loss = ({names[-1]} * torch.tensor([1.0, -2.0, 0.0])).sum() + x.sum()")
    lines.append("loss.backward()")
    return "\n".join(lines)


def told_and_not_finite(seed: int) -> tuple[bool, bool]:
    code = random_script(seed)
    bad = not all(math.isfinite(entry) for entry in gradient(code))
    told = bool(points(code))
    assert bad or not told, code
    return told, bad


def test_whatever_is_told_of_random_scripts_is_so_and_much_is_told() -> None:
    seen = [told_and_not_finite(seed) for seed in range(600)]
    bad = sum(one[1] for one in seen)
    assert bad > 50
    assert sum(told for told, _ in seen) > 0.6 * bad
