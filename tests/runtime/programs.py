"""Run small programs under the guard: what the runtime tests share."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import gradsan
from gradsan.model.finding import Finding, Place, Role
from gradsan.model.report import Report

PREAMBLE = "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"


@dataclass(frozen=True)
class Ran:
    """A program that ran under the guard."""

    source: str
    report: Report
    error: BaseException | None
    names: dict[str, Any]

    @property
    def only(self) -> Finding:
        """The one finding."""
        [finding] = self.report.findings
        return finding

    def text(self, place: Place) -> str:
        """Return the source under the carets; the place is on one line."""
        line = self.source.splitlines()[place.start.row - 1]
        return line[place.start.column - 1 : place.end.column - 1]

    def told(self, role: Role, finding: Finding | None = None) -> str:
        """Return the source that a label points at."""
        label = (finding or self.only).label(role)
        return self.text(label.place) if label else ""


Runner = Callable[..., Ran]


@pytest.fixture
def guarded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Runner:
    """Run a program from a file under the guard; a RuntimeError is kept, not raised."""
    monkeypatch.chdir(tmp_path)

    def run(program: str, **arguments: Any) -> Ran:
        source = PREAMBLE + inspect.cleandoc(program) + "\n"
        path = tmp_path / "model.py"
        path.write_text(source, encoding="utf-8")
        names: dict[str, Any] = {"__name__": "model"}
        error = None
        with gradsan.guard(**arguments) as session:
            try:
                exec(compile(source, str(path), "exec"), names)
            except RuntimeError as raised:
                error = raised
        return Ran(source, session.report, error, names)

    return run
