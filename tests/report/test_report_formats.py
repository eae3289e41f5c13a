"""What holds for every format."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradsan.model.report import Report
from gradsan.report.formats import FORMATS, Look, render
from tests.report.arbitrary import relaxed, reports
from tests.report.sample import CHECKED


def test_the_formats_are_those_of_the_command_line() -> None:
    assert set(FORMATS) == {"full", "concise", "json", "sarif", "github"}


def test_an_unknown_format_is_refused_with_the_valid_ones() -> None:
    with pytest.raises(ValueError, match='unknown format "xml"; the formats are full, concise'):
        render(CHECKED, "xml", Look())


@pytest.mark.parametrize("format_name", sorted(FORMATS))
def test_a_report_ends_with_one_line_break(format_name: str) -> None:
    told = render(CHECKED, format_name, Look())
    assert told.endswith("\n")
    assert not told.endswith("\n\n")


@relaxed
@given(reports, st.sampled_from(sorted(FORMATS)), st.booleans(), st.booleans())
def test_every_format_survives_any_text(
    report: Report, format_name: str, ascii_only: bool, color: bool
) -> None:
    told = render(report, format_name, Look(ascii=ascii_only, color=color))
    told.encode("ascii" if ascii_only else "utf-8")  # or the stream would refuse it
    escapes = told.count("\x1b")
    assert escapes == 0 or (color and format_name == "full")


@pytest.mark.parametrize(("format_name", "is_loaded"), [("full", True), ("json", False)])
def test_rich_is_imported_for_full_only(format_name: str, is_loaded: bool) -> None:
    program = (
        "import sys\n"
        "from gradsan.model.report import Report\n"
        "from gradsan.report.formats import render\n"
        f"render(Report(), {format_name!r})\n"
        "sys.exit('rich' in sys.modules)\n"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == is_loaded
