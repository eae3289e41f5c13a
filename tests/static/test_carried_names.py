"""GS402: a variable that a loop takes into its next turn, with the graph of the last."""

from __future__ import annotations

import pytest

from gradsan.model.finding import Finding
from gradsan.static.engine import check_source
from tests.static.mended import mended, source_of

HEAD = """\
import torch
from torch import nn
torch.manual_seed(0)
cell = nn.GRUCell(2, 3)
data = torch.randn(3, 4, 1, 2)
"""
TURNS = """\
h = torch.zeros(1, 3)
for rows in data:
    LEAVE
    h = cell(rows[0], h)
    loss = h.sum()
    cell.zero_grad()
    loss.backward()
"""
INNER = """\
def train():
    h = torch.zeros(1, 3)
    for rows in data:
        LEAVE
        for row in rows:
            h = cell(row, h)
        cell.zero_grad()
        h.sin().sum().backward()
train()
"""


def only(program: str) -> Finding:
    [finding] = check_source(source_of(program))
    return finding


@pytest.mark.parametrize("body", [TURNS, INNER], ids=["one step", "several steps"])
def test_the_line_that_carries_a_state_is_named_and_its_graph_left_behind(body: str) -> None:
    lines = (HEAD + body).splitlines(keepends=True)
    program = "".join(line for line in lines if "LEAVE" not in line)
    row = only(program).place.start.row
    assert "h = cell(" in program.splitlines()[row - 1]
    assert mended(program, "GS402") == "".join(lines).replace("LEAVE", "h = h.detach()")


def test_a_state_that_may_be_none_gets_no_fix() -> None:
    finding = only("""\
import torch
from torch import nn
class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.rnn = nn.LSTM(2, 3)
    def forward(self, x, state):
        out, state = self.rnn(x, state)
        return out, state
def train(model):
    state = None
    for step in range(3):
        pred, state = model(torch.randn(5, 1, 2), state)
        loss = pred.pow(2).mean()
        loss.backward()
train(Tagger())
""")
    assert (finding.code, finding.place.start.row, finding.fix) == ("GS402", 13, None)
    assert {label.function for label in finding.labels} == {"train"}
