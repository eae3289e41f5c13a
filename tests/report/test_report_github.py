"""Workflow commands of GitHub Actions."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from gradsan.model.finding import Finding
from gradsan.model.report import Report
from gradsan.report.formats import Look, render
from tests.report.arbitrary import relaxed, reports
from tests.report.sample import ADVICE, SILENT, WIDE, WRITE


def github(*findings: Finding) -> str:
    return render(Report(findings), "github", Look())


def test_a_finding_is_an_annotation() -> None:
    assert github(replace(WRITE, count=1)) == (
        "::error title=gradsan (GS101),file=model.py,line=17,col=9,endLine=17,endColumn=26::"
        "write-to-saved-value: `h` was changed in place after exp saved it (saved line 14)\n"
    )


@pytest.mark.parametrize(
    ("finding", "command"),
    [(WRITE, "error"), (WIDE, "warning"), (ADVICE, "notice")],
)
def test_the_command_follows_the_severity(finding: Finding, command: str) -> None:
    assert github(finding).startswith(f"::{command} ")


def test_a_place_of_many_lines_has_no_columns() -> None:
    assert ",file=attn.py,line=108,endLine=110::" in github(SILENT)


def test_what_would_end_the_command_is_escaped() -> None:
    place = replace(WRITE.place, filename="C:/a,b%.py")
    told = github(replace(WRITE, place=place, labels=(), message="100%: a,\r\nb", count=1))
    assert "file=C%3A/a%2Cb%25.py," in told
    assert told.endswith("::write-to-saved-value: 100%25: a,%0D%0Ab\n")


@relaxed
@given(reports)
def test_there_are_as_many_commands_as_findings(report: Report) -> None:
    told = render(report, "github", Look())
    assert told.count("\n") == len(report.findings)
    assert told.count("\r") == 0
