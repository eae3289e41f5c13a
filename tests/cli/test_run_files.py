"""`gradsan run` on programs of several files: the cut is named where it stands."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import Any

import pytest

from tests.cli.test_run import in_an_empty_folder, report, run, write

pytest.importorskip("torch")

__all__ = ["in_an_empty_folder"]

LOSSES = """
    import torch
    from torch import nn

    def from_number(pred, target):
        err = (pred - target).abs().mean().item()
        return torch.tensor(err)

    def from_numpy(pred):
        return torch.from_numpy(pred.detach().numpy() ** 2).sum()

    @torch.no_grad()
    def normed(x):
        return x / x.norm()

    def quantised(x):
        return x.detach().round().sum()

    def fine(pred, target):
        return (pred - target).pow(2).mean()

    def with_parts(pred):
        kept = pred.sum()
        return kept, {"loss": kept.item()}

    class Accuracy(nn.Module):
        def __init__(self, scale):
            super().__init__()
            self.scale = scale

        def forward(self, logits):
            return logits.argmax(-1).float().mean() * self.scale

    class Penalty:
        def __init__(self, weight):
            self.weight = weight

        def of(self, x):
            return x.pow(2).sum().detach() * self.weight
"""

# The program, the code of the rule and the line of the cut.
CUT = {
    "a number": ("loss = losses.from_number(w * 2, torch.zeros(3))", "GS502", ".item()"),
    "NumPy": ("loss = losses.from_numpy(w * 2)", "GS503", ".numpy()"),
    "a decorator": ("loss = losses.normed(w * 2).sum()", "GS504", "@torch.no_grad()"),
    "a detached copy": ("loss = losses.quantised(w * 2)", "GS503", ".detach()"),
    "a name of its own": (
        "from losses import quantised as q\nloss = 0.5 * q(w)",
        "GS503",
        ".detach()",
    ),
    "an object": ("loss = losses.Accuracy(2.0)(w * 2)", "GS505", ".argmax(-1)"),
    "an object that is kept": (
        "measure = losses.Accuracy(2.0)\nloss = measure(w * 2)",
        "GS505",
        ".argmax(-1)",
    ),
    "a method": (
        "penalty = losses.Penalty(0.1)\npred = w * 2\nloss = penalty.of(pred)",
        "GS503",
        ".detach()",
    ),
    "a sum": ("loss = 0.0\nloss += losses.quantised(w)", "GS503", ".detach()"),
    "two steps": ("loss = losses.quantised(w)\nloss = loss / 4", "GS503", ".detach()"),
}


def told(program: str) -> list[dict[str, Any]]:
    write(LOSSES, "losses.py")
    head = "import torch, losses\nw = torch.rand(3, requires_grad=True)\n"
    Path("main.py").write_text(head + inspect.cleandoc(program) + "\n", encoding="utf-8")
    done = run("--output-format", "json", "--output-file", "report.json", "main.py")
    assert "does not require grad" in done.stderr, done.stderr
    found: list[dict[str, Any]] = report()["findings"]
    return found


@pytest.mark.parametrize("name", CUT)
def test_a_cut_in_another_file_is_named_there(name: str) -> None:
    program, code, words = CUT[name]
    [finding] = told(f"{program}\nloss.backward()")
    assert (finding["code"], finding["outcome"]) == (code, "raises")
    cut, needed = finding["labels"][0], finding["labels"][-1]
    row = cut["location"]["row"]
    assert cut["filename"] == "losses.py"
    assert words in Path("losses.py").read_text(encoding="utf-8").splitlines()[row - 1]
    assert needed["filename"] == "main.py"


def test_a_cut_in_another_file_is_followed_from_inside_a_function() -> None:
    [finding] = told("""
        def train(model, batch):
            pred = model(batch)
            loss, parts = losses.quantised(pred), 1
            loss.backward()

        train(torch.nn.Linear(3, 1), torch.rand(2, 3))
    """)
    assert finding["code"] == "GS503"


NOT_KNOWN = {
    "two functions cut": "loss = losses.quantised(w) + losses.from_numpy(w)",
    "nothing that went in needs a gradient": "loss = losses.quantised(torch.rand(3))",
    "the function keeps the graph": "loss = losses.fine(torch.rand(3), torch.rand(3))",
    "only its other result is cut": "loss, _ = losses.with_parts(torch.rand(3))",
    "it may be either": """
        import os
        if os.environ.get("NEVER"):
            loss = losses.quantised(w)
        else:
            loss = torch.rand(3).sum()
    """,
    "it was given another value since": """
        loss = losses.quantised(w)
        loss = torch.rand(3).sum()
    """,
}


@pytest.mark.parametrize("name", NOT_KNOWN)
def test_what_is_not_clear_is_not_told(name: str) -> None:
    assert told(f"{inspect.cleandoc(NOT_KNOWN[name])}\nloss.backward()") == []


CELLS = """
    import torch
    from torch import nn

    class Cell(nn.Module):
        def __init__(self):
            super().__init__()
            self.into, self.over = nn.Linear(2, 3), nn.Linear(3, 3)

        def forward(self, x, state):
            state = torch.tanh(self.into(x) + self.over(state[0]))
            return state.sum(), (state, state * 2)
"""


def test_the_line_that_carries_a_state_over_is_named_though_another_file_makes_it() -> None:
    write(CELLS, "cells.py")
    write(
        """
        import torch
        from cells import Cell
        cell = Cell()
        state = torch.zeros(1, 3), torch.zeros(1, 3)
        for _ in range(3):
            loss, state = cell(torch.randn(1, 2), state)
            loss.backward()
        """
    )
    run("--output-format", "json", "--output-file", "report.json", "script.py")
    [finding] = report()["findings"]
    assert (finding["code"], finding["fix"]) == ("GS402", None)
    rows = {label["role"]: label["location"]["row"] for label in finding["labels"]}
    assert rows == {"made": 7, "changed": 6, "needed": 7}
