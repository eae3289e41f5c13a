"""What follows from each example of each rule: generated, not written."""

from __future__ import annotations

from pathlib import Path

import pytest

import gradsan
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.static.engine import Settings, check_source, fix_source
from gradsan.static.source import Source, parse
from tests.rules.programs import CASES, IDS, gradient, marks, reference, run

torch = pytest.importorskip("torch")

cases = pytest.mark.parametrize(("rule", "number", "example"), CASES, ids=IDS)


def source_of(program: str) -> Source:
    source = parse(program.encode(), "example.py")
    assert isinstance(source, Source)
    return source


def rows(finding: Finding) -> dict[str, int]:
    return {label.role: label.place.start.row for label in finding.labels}


def guilty(places: dict[str, int]) -> int:
    return places["changed"] if "changed" in places else places["cut"]


@cases
def test_check_flags_the_bad_program_at_the_marked_lines(
    rule: Rule, number: int, example: Example
) -> None:
    if "check" not in example.seen_by:
        assert rule.seen_by_why
        return
    program = example.program(example.bad)
    found = check_source(source_of(program))
    assert [finding.code for finding in found] == [rule.code]
    assert rows(found[0]) == marks(program)
    assert found[0].place.start.row == guilty(marks(program))
    assert found[0].outcome == example.outcome


@cases
def test_check_is_silent_about_the_good_program(rule: Rule, number: int, example: Example) -> None:
    assert check_source(source_of(example.program(example.good))) == ()


@cases
def test_the_guard_reports_the_same_code_and_lines(
    rule: Rule, number: int, example: Example, tmp_path: Path
) -> None:
    if "guard" not in example.seen_by:
        assert rule.seen_by_why
        return
    program = example.program(example.bad)
    path = tmp_path / "example.py"
    path.write_text(program)
    session = gradsan.guard()
    if example.outcome == "raises":
        with pytest.raises((RuntimeError, ValueError)), session:
            run(program, str(path))
    else:
        with session:
            run(program, str(path))
    found = session.report.findings
    assert [finding.code for finding in found] == [rule.code]
    assert rows(found[0]) == marks(program)
    assert found[0].place.start.row == guilty(marks(program))
    assert found[0].outcome == example.outcome


@cases
def test_the_guard_is_silent_about_the_good_program(
    rule: Rule, number: int, example: Example
) -> None:
    with gradsan.guard() as session:
        run(example.program(example.good))
    assert session.report.findings == ()


@cases
def test_the_declared_outcome_is_true(rule: Rule, number: int, example: Example) -> None:
    program = example.program(example.bad)
    if example.outcome == "raises":
        with pytest.raises((RuntimeError, ValueError)):
            run(program)
        return
    got = gradient(run(program), example.leaf)
    right = reference(example)
    if example.outcome == "lost":
        assert got is None or not torch.allclose(got, right)
    elif example.outcome == "nonfinite":
        assert not torch.isfinite(got).all()
    else:
        assert example.outcome == "silent"
        assert not torch.allclose(got, right)


@cases
def test_the_good_program_has_the_right_gradient(rule: Rule, number: int, example: Example) -> None:
    got = gradient(run(example.program(example.good)), example.leaf)
    torch.testing.assert_close(got, reference(example))


@cases
def test_a_safe_fix_gives_the_right_gradient_and_fixing_twice_changes_nothing(
    rule: Rule, number: int, example: Example
) -> None:
    program = example.program(example.bad)
    fixed = fix_source(source_of(program), Settings())
    if not fixed.applied:
        assert fixed.content == program.encode()
        return
    assert fixed.left == ()
    assert fix_source(source_of(fixed.content.decode())).content == fixed.content
    got = gradient(run(fixed.content.decode()), example.leaf)
    torch.testing.assert_close(got, reference(example))


def test_at_least_one_example_has_a_safe_fix() -> None:
    applied = [
        fix_source(source_of(example.program(example.bad))).applied for _, _, example in CASES
    ]
    assert any(applied)
