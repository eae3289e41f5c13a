"""check follows values through Python's own constructs and library."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from gradsan.static.engine import check_source
from gradsan.static.source import parse
from tests.static.constructs import PROGRAMS, SETUP


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_write_is_seen_through(name: str) -> None:
    findings = check_source(parse((SETUP + PROGRAMS[name]).encode(), "program.py"))
    assert [finding.code for finding in findings] == ["GS101"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", PROGRAMS)
def test_it_raises_in_torch(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    code = compile(SETUP + PROGRAMS[name], "program.py", "exec")
    module = ModuleType("program")
    monkeypatch.setitem(sys.modules, "program", module)  # dataclasses look it up
    with pytest.raises(RuntimeError, match="inplace operation"):
        exec(code, module.__dict__)
