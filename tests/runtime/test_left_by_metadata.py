"""`set_` and `resize_` leave memory for other memory: the line is told wherever it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

import gradsan
from tests.runtime.programs import Runner

torch = pytest.importorskip("torch")

HELPER = """\
import torch

def {name}(buffer):
    {write}
"""
PROGRAM = """
    import sys
    sys.path.insert(0, "{folder}")
    import {name}
    sys.path.pop(0)
    w = torch.ones(4, 4, requires_grad=True)
    k = torch.ones(4, 4)
    loss = (w * k).sum()
    {name}.{name}(k)
    loss.backward()
"""
WRITES = {
    "grown": "buffer.resize_(64)",
    "shrunk": "buffer.resize_(4)",
    "grown_like": "buffer.resize_as_(torch.ones(9, 9))",
    "pointed": "buffer.set_(torch.zeros(4, 4))",
    "turned": "buffer.t_()",
}


@pytest.fixture(params=WRITES)
def program(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    name, folder = request.param, tmp_path / "helpers"
    folder.mkdir()
    (folder / f"{name}.py").write_text(HELPER.format(name=name, write=WRITES[name]))
    return PROGRAM.format(folder=folder, name=name)


def test_the_line_in_a_helper_file_is_told(guarded: Runner, program: str) -> None:
    ran = guarded(program)
    assert (ran.only.code, ran.only.outcome) == ("GS101", "raises")
    assert Path(ran.only.place.filename).parent.name == "helpers"
    assert ran.only.place.start.row == 4
    assert ran.told("saved") == "w * k"
    assert not ran.report.notes


def test_repair_says_what_it_did(guarded: Runner, program: str) -> None:
    with gradsan.repair() as session:
        ran = guarded(program)
    assert ran.error is None
    assert torch.equal(ran.names["w"].grad, torch.ones(4, 4))
    [finding] = session.report.findings
    assert (finding.code, finding.outcome, finding.place.start.row) == ("GS101", "repaired", 4)
