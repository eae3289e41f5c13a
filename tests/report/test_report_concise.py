"""One line for each finding."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given

from gradsan.model.finding import Place
from gradsan.model.report import Report, Tool
from gradsan.report.formats import Look, render
from tests.report.arbitrary import relaxed, reports
from tests.report.sample import CHECKED, WIDE, WRITE


def concise(report: Report, **look: bool) -> str:
    return render(report, "concise", Look(**look))


def test_a_finding_is_one_line_with_its_origin() -> None:
    assert concise(Report((replace(WRITE, count=1),)), quiet=True) == (
        "model.py:17:9: GS101 write-to-saved-value: "
        "`h` was changed in place after exp saved it (saved line 14)\n"
    )


def test_an_origin_in_another_file_is_named_with_it() -> None:
    moved = replace(WRITE.labels[0], place=Place.at("exp.py", 3, 1, 3, 5))
    finding = replace(WRITE, labels=(moved, *WRITE.labels[1:]), count=1)
    assert concise(Report((finding,)), quiet=True).endswith("saved it (saved exp.py:3)\n")


def test_the_count_is_told() -> None:
    assert concise(Report((WRITE,)), quiet=True).endswith("(saved line 14) (seen 12 times)\n")


def test_the_summary_follows_unless_quiet() -> None:
    assert concise(CHECKED).splitlines()[5:] == [
        "3 errors, 1 warning (1 silent), 1 advice in 4 files; "
        "1 can be fixed with --fix, 1 more with --unsafe-fixes",
        "note: history incomplete: `exp` was imported before the guard",
    ]
    assert len(concise(CHECKED, quiet=True).splitlines()) == 5


def test_nothing_found_is_said_by_check_and_not_by_run() -> None:
    assert concise(Report(files=12)) == "no findings in 12 files\n"
    assert concise(Report(tool=Tool(verb="run"))) == ""


def test_ascii_escapes_what_the_stream_cannot_show() -> None:
    assert concise(Report((WIDE,)), ascii=True, quiet=True) == (
        r"\u8a13\u7df4.py:5:14: GS501 graph-cut: `\u640d\u5931` lost its graph (maybe)" + "\n"
    )


@relaxed
@given(reports)
def test_there_are_as_many_lines_as_findings(report: Report) -> None:
    assert len(concise(report, quiet=True).splitlines()) == len(report.findings)
