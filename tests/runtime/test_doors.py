"""The ways to ask the guard for more, or for less."""

from __future__ import annotations

import os
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

import gradsan

torch = pytest.importorskip("torch")


def stale() -> None:
    x = torch.ones(3, requires_grad=True)
    h = torch.exp(x)
    h.add_(1.0)
    h.sum().backward()


def test_allow_silences_a_rule_inside_its_block() -> None:
    session: Any = gradsan.guard()
    with session, pytest.raises(RuntimeError), gradsan.allow("GS101", reason="a test"):
        stale()
    assert session.report.findings == ()
    with session, pytest.raises(RuntimeError):
        stale()
    assert [finding.code for finding in session.report.findings] == ["GS101"]


def test_allow_wants_a_code_that_exists_and_a_reason() -> None:
    with pytest.raises(ValueError, match="unknown rule"), gradsan.allow("GS999", reason="x"):
        pass
    with pytest.raises(ValueError, match="reason"), gradsan.allow("GS101", reason=" "):
        pass


def test_on_write_warns_at_the_write_with_both_lines() -> None:
    with warnings.catch_warnings(record=True) as caught, gradsan.guard(on_write="warn"):
        warnings.simplefilter("always")
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        h.add_(1.0)
    told = [str(one.message) for one in caught if "gradsan" in str(one.message)]
    assert len(told) == 1
    assert "`h`, saved at" in told[0]
    assert "is changed in place by add_ while its graph is alive" in told[0]


def test_on_write_is_silent_once_the_graph_is_gone() -> None:
    with warnings.catch_warnings(record=True) as caught, gradsan.guard(on_write="warn"):
        warnings.simplefilter("always")
        x = torch.ones(3, requires_grad=True)
        h = torch.exp(x)
        h.sum().backward()
        h.detach().add_(1.0)
    assert [one for one in caught if "gradsan" in str(one.message)] == []


def test_wrong_arguments_are_refused_at_the_door() -> None:
    with pytest.raises(ValueError, match='on_write="shout" is not one of None, "warn"'):
        gradsan.guard(on_write="shout")
    with pytest.raises(ValueError, match='nonfinite="often" is not one of "auto", "always"'):
        gradsan.guard(nonfinite="often")


@pytest.mark.parametrize(("mode", "count"), [("always", 1), ("auto", 1), ("never", 0)])
def test_nonfinite_says_how_closely_to_look(mode: str, count: int) -> None:
    with gradsan.guard(nonfinite=mode, select=("GS6",)) as session:
        x = torch.zeros(2, requires_grad=True)
        torch.sqrt(x).sum().backward()
    assert len(session.report.findings) == count


def test_nonfinite_always_looks_at_every_pass() -> None:
    with gradsan.guard(nonfinite="always", select=("GS6",)) as session:
        for value in (1.0, 0.0):
            x = torch.full((2,), value, requires_grad=True)
            torch.sqrt(x).sum().backward()
    assert len(session.report.findings) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_is_not_watched_and_says_so(tmp_path: Path) -> None:
    said = tmp_path / "said"
    with gradsan.guard() as session:
        child = os.fork()
        if child == 0:
            sys.stderr = said.open("w", buffering=1)
            x: Any = torch.ones(2, requires_grad=True)
            (x * x).sum().backward()
            os._exit(0)
        os.waitpid(child, 0)
    assert "forked from a guarded one; the guard is off in it" in said.read_text()
    assert session.report.findings == ()


def test_wrong_arguments_are_refused_at_the_door_with_what_is_valid() -> None:
    with pytest.raises(TypeError, match="3 is not a function, nor one of the keywords on_write, "):
        gradsan.guard(3)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r"'GS101' is not a function.*select, ignore"):
        gradsan.repair("GS101")  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r'select=7 must be a sequence of codes, e.g. ."GS101",'):
        gradsan.guard(select=7)  # type: ignore[call-overload]
    with pytest.raises(TypeError, match=r'ignore: 101 is not a code, .* e.g. "GS101"'):
        gradsan.guard(ignore=[101])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="proof='yes' is not one of True, False"):
        gradsan.guard(proof="yes")  # type: ignore[call-overload]


def test_a_switch_that_is_off_for_the_whole_program_is_told_in_whole_words() -> None:
    session = gradsan.guard()

    @session
    def train() -> None:
        torch.set_grad_enabled(False)
        torch.ones(3, requires_grad=True).sum().backward()

    try:
        with pytest.raises(RuntimeError, match="does not require grad"):
            train()
    finally:
        torch.set_grad_enabled(True)
    [finding] = session.report.findings
    assert finding.code == "GS504"
    assert finding.message == "this switches gradient off for what the loss is made of"
