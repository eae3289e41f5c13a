"""GS402: a state that an object keeps leaves its graph once a pass, not within it."""

from __future__ import annotations

import pytest
import torch

from tests.static.mended import mended

HEAD = """\
import torch
from torch import nn
torch.manual_seed(0)
class Leaky(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.mem = FIRST
    def forward(self, x):
        self.mem = STATE + self.fc(x).tanh()
        return self.mem
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.one, self.two = Leaky(), Leaky()
    def forward(self, rows):
        out = 0
        for row in rows:
            out = out + self.two(self.one(row))
        return out
class Recurrent(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.KIND(2, 2)
        self.mem = None
    def forward(self, x):
        y, self.mem = self.rnn(x[None], self.mem)
        return y
data = torch.randn(3, 4, 2)
"""

ZEROS = ("torch.zeros(2)", "0.5 * self.mem")
NOTHING = ("None", "(0 if self.mem is None else 0.5 * self.mem)")

LOOP = """\
cell = Leaky()
for rows in data:
MEND    total = 0
    for row in rows:
        total = total + cell(row).sin().sum()
    cell.zero_grad()
    total.backward()
grad = cell.fc.weight.grad
"""
LISTED = """\
cell = Leaky()
def learn(rows):
    '''Learn from one batch.'''
MEND    total = torch.stack([cell(row) for row in rows]).sin().sum()
    cell.zero_grad()
    total.backward()
for rows in data:
    learn(rows)
grad = cell.fc.weight.grad
"""
TWICE = """\
cell = Leaky()
for rows in data:
MEND    total = (cell(rows[0]) * cell(rows[1])).sum()
    cell.zero_grad()
    total.backward()
grad = cell.fc.weight.grad
"""
INSIDE = """\
net = Net()
for rows in data:
MEND    net.zero_grad()
    net(rows).sin().sum().backward()
grad = net.one.fc.weight.grad
"""
GIVEN = """\
cell = Leaky()
def rollout(model, rows):
    return sum(model(row).sin().sum() for row in rows)
for rows in data:
MEND    cell.zero_grad()
    rollout(cell, rows).backward()
grad = cell.fc.weight.grad
"""
RECURRENT = """\
cell = Recurrent()
for rows in data:
MEND    total = 0
    for row in rows:
        total = total + cell(row).sum()
    cell.zero_grad()
    total.backward()
grad = cell.rnn.weight_ih_l0.grad
"""
LINE = "    cell.mem = cell.mem.detach()\n"
ASKED = "    if cell.mem is not None:\n        cell.mem = {}\n"
BOTH = "    net.one.mem = net.one.mem.detach()\n    net.two.mem = net.two.mem.detach()\n"

CASES = {
    "inner loop": (ZEROS, LOOP, LINE),
    "inner loop, nothing at first": (NOTHING, LOOP, ASKED.format("cell.mem.detach()")),
    "list in a function": (ZEROS, LISTED, LINE),
    "two calls": (ZEROS, TWICE, LINE),
    "loop in the model": (ZEROS, INSIDE, BOTH),
    "loop in a function": (ZEROS, GIVEN, LINE),
    "GRU": (ZEROS, RECURRENT, ASKED.format("cell.mem.detach()")),
    "LSTM": (ZEROS, RECURRENT, ASKED.format("tuple(part.detach() for part in cell.mem)")),
}


def program(name: str, mend: str) -> str:
    (first, state), body, _ = CASES[name]
    head = HEAD.replace("FIRST", first).replace("STATE", state)
    head = head.replace("KIND", name if name in ("GRU", "LSTM") else "GRU")
    return head + body.replace("MEND", mend)


def gradient(text: str) -> torch.Tensor:
    names: dict[str, torch.Tensor] = {}
    exec(compile(text, "a.py", "exec"), names)
    return names["grad"]


@pytest.mark.parametrize("name", CASES)
def test_a_state_leaves_its_graph_where_a_pass_begins(name: str) -> None:
    after, meant = mended(program(name, ""), "GS402"), program(name, CASES[name][2])
    assert torch.equal(gradient(after), gradient(meant))
    assert after == meant


@pytest.mark.parametrize("first", ["0.0", "-1.0", "float()"])
def test_a_state_that_begins_as_a_number_is_left(first: str) -> None:
    head = HEAD.replace("FIRST", first).replace("STATE", "0.5 * self.mem").replace("KIND", "GRU")
    text = mended(head + LOOP.replace("MEND", ""), "GS402")
    assert "detach" not in text


def test_a_state_that_has_another_name_first() -> None:
    head = HEAD.replace("FIRST", ZEROS[0]).replace("KIND", "GRU")
    head = head.replace("self.mem = STATE + self.fc(x).tanh()", "mem = 0.5 * self.mem + self.fc(x)")
    head = head.replace("        return self.mem\n", "        self.mem = mem\n        return mem\n")
    after = mended(head + LOOP.replace("MEND", ""), "GS402")
    assert after == head + LOOP.replace("MEND", LINE)


def test_a_state_that_is_not_there_at_first_is_left() -> None:
    ask = "x):\n        if not hasattr(self, 'mem'):\n            self.mem = torch.zeros(2)\n"
    head = HEAD.replace("        self.mem = FIRST\n", "").replace("x):\n", ask, 1)
    head = head.replace("STATE", "0.5 * self.mem").replace("KIND", "GRU")
    text = mended(head + LOOP.replace("MEND", ""), "GS402")
    assert "detach" not in text


def test_a_state_of_one_call_a_pass_is_left_behind_by_its_method() -> None:
    head = HEAD.replace("FIRST", ZEROS[0]).replace("STATE", ZEROS[1]).replace("KIND", "GRU")
    body = (
        "cell = Leaky()\nfor rows in data:\n    cell.zero_grad()\n    cell(rows).sum().backward()\n"
    )
    after = (head + body).replace("0.5 * self.mem", "0.5 * self.mem.detach()")
    assert mended(head + body, "GS402") == after


READ_BACK = """\
import torch
from torch import nn
torch.manual_seed(0)
class Leaky(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(2, 2)
        self.mem = FIRST
    def forward(self, x):
        old = READ
        self.mem = torch.tanh(old) + self.fc(x)
        return self.mem
cell = Leaky()
for rows in torch.randn(3, 4, 2):
    cell.zero_grad()
    cell(rows).sin().sum().backward()
grad = cell.fc.weight.grad
"""


@pytest.mark.parametrize(
    ("first", "read"),
    [
        ("torch.zeros(4, 2)", "self.mem"),
        ("None", "torch.zeros(4, 2) if self.mem is None else self.mem"),
    ],
)
def test_a_state_that_is_read_back_and_handed_on_leaves_its_graph_where_it_is_read(
    first: str, read: str
) -> None:
    program = READ_BACK.replace("FIRST", first)
    after = mended(program.replace("READ", read), "GS402")
    assert after == program.replace("READ", f"{read}.detach()")
    assert gradient(after).abs().sum() > 0


def test_a_state_that_may_be_nothing_is_not_asked_to_leave() -> None:
    program = READ_BACK.replace("FIRST", "None").replace("READ", "self.mem")
    program = program.replace("tanh(old)", "tanh(x if old is None else old)")
    assert "detach" not in mended(program, "GS402")
