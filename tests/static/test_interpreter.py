"""check on small programs: what breaks is told on its line, what is fine gets no word.

Each program is run with real PyTorch too (`test_outcomes.py` in this folder), so that what is
called bad here really raises or is wrong, and what is called fine really is.
"""

from __future__ import annotations

import pytest

from gradsan.model.finding import Finding
from gradsan.static.engine import Settings, check_source
from gradsan.static.source import parse
from tests.static.programs import BAD, FINE, rows_marked


def check(program: str, *, maybe: bool = False) -> tuple[Finding, ...]:
    return check_source(parse(program.encode(), "program.py"), Settings(maybe=maybe))


@pytest.mark.parametrize("name", BAD)
def test_a_bad_program_is_told_on_its_lines(name: str) -> None:
    program = BAD[name]
    found = check(program)
    assert {finding.place.start.row for finding in found} == rows_marked(program, "changed")
    saved = {label.place.start.row for f in found for label in f.labels if label.role == "saved"}
    assert saved & rows_marked(program, "saved")


@pytest.mark.parametrize("name", FINE)
def test_a_fine_program_gets_no_word(name: str) -> None:
    assert check(FINE[name], maybe=True) == ()


def test_what_is_not_known_to_need_a_gradient_is_told_only_as_maybe() -> None:
    program = "import torch\ndef f(x):\n    y = torch.exp(x)\n    y += 1\n    return y\n"
    assert check(program) == ()
    [found] = check(program, maybe=True)
    assert found.confidence == "maybe"
    assert found.place.start.row == 4


def test_a_value_of_one_branch_is_not_seen_with_the_saves_of_the_other() -> None:
    program = """
import torch
x = torch.randn(3, requires_grad=True)
flag = input()
if flag:
    y = x.exp()
else:
    y = x + 1
    y += 1
y.sum().backward()
"""
    assert check(program) == ()


def test_columns_stand_under_the_expression() -> None:
    program = (
        "import torch\nx = torch.randn(3, requires_grad=True)\n"
        "ü = torch.exp(x); ü.add_(1)\nü.sum().backward()\n"
    )
    [found] = check(program)
    saved = found.label("saved")
    assert saved
    assert (saved.place.start.column, saved.place.end.column) == (5, 17)
    assert (found.place.start.column, found.place.end.column) == (19, 28)


def test_a_function_that_is_never_called_is_walked_too() -> None:
    program = """
import torch
from torch import nn
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
    def forward(self, x):
        h = torch.sigmoid(self.fc(x))
        h *= 2
        return h
"""
    [found] = check(program)
    assert found.confidence == "proved"
    assert found.place.start.row == 10
    assert found.labels[0].function == "Net.forward"


@pytest.mark.parametrize(
    "program",
    [
        "def f(*a, **k): return f(*a, **k)\nf(1)\n",
        "while True:\n    pass\n",
        "x = [y for y in x for z in y if z]\n",
        "import torch\nwith torch.no_grad() as a, open('x') as b: pass\n",
        "match x:\n    case [1, *rest]: y = rest\n    case {'a': b}: y = b\n    case _: y = 1\n",
        "try:\n    import torch\nexcept* ValueError as e:\n    pass\nfinally:\n    pass\n",
        "async def f():\n    async with a as b:\n        async for c in d: yield c\n",
        "(a, *b), c.d, e[0] = f()\nx: int\nx: int = 3\ndel x, a\nglobal q\n",
        "import torch\ntorch.exp()\ntorch.add_()\ntorch.relu(inplace=True)\ntorch.Tensor.add_()\n",
        "import torch\nx = torch.ones(3)\nx.add_()\nx[...] = x[None] = x[1:2, ::2]\nx += x\n",
        "from . import a\nfrom .b import *\nfrom c import *\nlambda: (yield)\n",
        "f'{x!r:>{width}}' f'{y}'\n",
        "import torch\nnn = torch.nn\nnn.Linear()(1)\nnn.Sequential()()\nnn.ReLU(True)(3)\n",
        "class A(A): pass\nA()\nclass B(B.c, metaclass=M): x = A().y.z()\n",
        "x = x = x\nprint(x := 3)\n" * 50,
    ],
)
def test_odd_programs_do_no_harm(program: str) -> None:
    assert all(found.code.startswith("GS0") for found in check(program, maybe=True))


def test_a_long_function_ends_in_time() -> None:
    ifs = "\n".join(f"    if a{i}:\n        x = x * {i}\n    x += 1" for i in range(300))
    program = f"import torch\ndef f(x, a):\n{ifs}\n    return x\n"
    check(program, maybe=True)
