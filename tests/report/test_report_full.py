"""The report for a person: each element, by its own text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from gradsan.model.finding import Edit, Finding, Fix, Label, Place
from gradsan.model.report import Report, Tool
from gradsan.report.formats import Look, render
from tests.report.arbitrary import relaxed, reports, texts
from tests.report.sample import BARE, CHECKED, RAN, SILENT, WIDE, WRITE


def full(*findings: Finding, look: Look | None = None, verb: str = "check") -> str:
    return render(Report(findings, Tool(verb=verb)), "full", look or Look(width=100))


def lines_with(text: str, part: str) -> list[str]:
    return [line for line in text.splitlines() if part in line]


def with_source(line: str, column: int, end_column: int, text: str = "here") -> Finding:
    place = Place.at("a.py", 5, column, 5, end_column)
    return replace(BARE, place=place, labels=(Label("changed", place, text, source=(line,)),))


def test_the_whole_of_a_finding_reads_like_the_style_page() -> None:
    assert full(replace(WRITE, count=1)) == (
        """\
error[GS101] write-to-saved-value: `h` was changed in place after exp saved it

  1. saved    model.py:14 in Encoder.forward
   14 |  h = torch.exp(x)
      |      ^^^^^^^^^^^^ exp keeps its result for backward (float32 [32, 128], version 0)
  2. changed  model.py:17 in Encoder.forward
   17 |  h.add_(self.bias)
      |  ^^^^^^^^^^^^^^^^^ add_ writes into the same memory (version 0 -> 1)
  3. needed   train.py:41 in step
   41 |  loss.backward()
      |  ^^^^^^^^^^^^^^^ ExpBackward0 expects version 0, finds 1; PyTorch raised here

  why   The derivative of exp is its own result: grad_x = grad_h * h. After line 17 `h` is not
        exp(x).
  fix   safe: `h` has one name, same dtype and shape; costs 16.0 KiB
        17 -  h.add_(self.bias)
        17 +  h = h.add(self.bias)
        gradsan check model.py --select GS101 --fix
  doc   gradsan rule GS101
  skip  add "# gradsan: ignore[GS101] why" to line 17

1 error in 1 file; 1 can be fixed with --fix
"""
    )


@pytest.mark.parametrize(
    ("change", "flag"),
    [
        ({}, "error[GS101] "),
        ({"severity": "warning"}, "warning[GS101] "),
        ({"severity": "info"}, "info[GS101] "),
        ({"outcome": "silent"}, "SILENT[GS101] "),
        ({"outcome": "repaired"}, "repaired[GS101] "),
        ({"outcome": "advice", "severity": "info"}, "advice[GS101] "),
    ],
)
def test_the_headline_begins_with_what_kind_it_is(change: dict[str, str], flag: str) -> None:
    assert full(replace(WRITE, **change)).startswith(flag)  # type: ignore[arg-type]


def test_a_finding_seen_often_is_told_once_with_its_count() -> None:
    assert "saved it (seen 12 times)\n" in full(WRITE)


def test_a_doubt_is_told_in_the_headline() -> None:
    assert full(WIDE).startswith("warning[GS501] graph-cut: `損失` lost its graph (maybe)\n")


def test_a_long_headline_goes_on_below() -> None:
    assert full(WRITE, look=Look(width=60)).startswith(
        "error[GS101] write-to-saved-value: `h` was changed in place\n"
        "  after exp saved it (seen 12 times)\n"
    )


def test_words_too_long_for_the_width_are_wrapped_under_themselves() -> None:
    assert (
        "      |      ^^^^^^^^^^^^ exp keeps its result for backward (float32 [32, 128],\n"
        "      |                   version 0)\n"
    ) in full(WRITE, look=Look(width=80))


def test_words_without_room_beside_the_carets_go_below_them() -> None:
    told = full(with_source("x = " + "a" * 60, 5, 65, "a few words, told below"), look=Look(80))
    assert f"      |      {'^' * 60}\n      |      a few words, told below\n" in told


def test_a_place_of_many_lines_shows_its_first_and_names_its_last() -> None:
    assert (
        "   22 |  scores = F.softmax(  # over keys\n"
        "      |           ^^^^^^^^^^^^^^^^^^^^^^^ (… to line 25) softmax keeps its result\n"
    ) in full(SILENT)


def test_the_caller_of_library_code_is_named() -> None:
    assert "  1. saved    attn.py:22 in attend\n              called from train.py:7\n" in full(
        SILENT
    )


def test_a_finding_without_labels_names_its_place() -> None:
    assert full(BARE) == (
        "error[GS001] syntax-error: '(' was never closed\n"
        "\n"
        "  at broken.py:3:8\n"
        "\n"
        "  doc   gradsan rule GS001\n"
        "\n"
        "1 error in 1 file\n"
    )


def test_a_label_without_source_still_has_its_words() -> None:
    label = Label("changed", BARE.place, "written by a fused kernel")
    assert "  1. changed  broken.py:3\n      |  written by a fused kernel\n" in full(
        replace(BARE, labels=(label,))
    )


def test_notes_are_headed_lines_that_keep_their_columns() -> None:
    assert (
        "  proof  gradient as run        -1.0e+00\n"
        "         with the value of line -1.0e-02\n"
        "  what   64 of 4096 elements, worst 100x\n"
    ) in full(SILENT)


def test_wide_characters_do_not_shift_the_carets() -> None:
    assert (
        "    5 |  合計 = '合計' + 損失.item() + 0\n"
        "      |                  ^^^^^^^^^^^ item() gives a plain number\n"
    ) in full(WIDE)


def test_tabs_are_shown_as_spaces_and_carets_follow() -> None:
    told = full(with_source("\tif ok:\th.add_(1)", 9, 18))
    assert "    5 |  if ok:  h.add_(1)\n      |          ^^^^^^^^^ here\n" in told


def test_a_place_at_the_end_of_a_line_gets_one_caret() -> None:
    told = full(with_source("f(", 3, 3))
    assert "    5 |  f(\n      |    ^ here\n" in told


def test_a_long_line_is_cropped_around_the_carets() -> None:
    line = "value = " + " + ".join(f"term{n}" for n in range(40))
    column = line.index("term25") + 1
    told = full(with_source(line, column, column + 6), look=Look(width=60))
    code, carets = lines_with(told, " |  ")[:2]
    assert code.startswith("    5 |  …")
    assert code.endswith("…")
    assert len(code) <= 60
    assert code[carets.index("^") : carets.rindex("^") + 1] == "term25"


def test_a_long_line_is_cropped_with_dots_in_ascii() -> None:
    told = full(with_source("x" * 200, 100, 103), look=Look(width=60, ascii=True))
    code = lines_with(told, "    5 |  ")[0]
    assert code.startswith("    5 |  ...x")
    assert code.endswith("x...")


def test_an_unsafe_fix_is_called_so_and_its_command_says_it_too() -> None:
    assert (
        "  fix    unsafe: clamp before the softmax\n"
        "         108 -  scores.data.clamp_(\n"
        "         108 +  scores = scores.clamp(\n"
        "         other/keys.py:\n"
        "           3 +  import torch\n"
        "         gradsan check attn.py other/keys.py --select GS201 --fix --unsafe-fixes\n"
    ) in full(SILENT)


def test_a_fix_for_display_has_no_command() -> None:
    told = full(WIDE)
    assert "  fix   display: keep the tensor\n  doc   " in told
    assert "--fix" not in told


def test_a_notebook_cell_has_no_command() -> None:
    cell = replace(WRITE.place, filename="<ipython-input-3>")
    fix = Fix("safe", "rebind", (Edit(cell, "h = h.add(1)", "h.add_(1)"),))
    assert "gradsan check" not in full(replace(WRITE, place=cell, fix=fix))


def test_the_command_can_be_pasted_though_the_name_has_a_space() -> None:
    place = replace(WRITE.place, filename="my model.py")
    fix = Fix("safe", "rebind", (Edit(place, "h = h.add(1)", "h.add_(1)"),))
    assert "gradsan check 'my model.py' --select GS101 --fix\n" in full(replace(WRITE, fix=fix))


def test_a_long_command_is_continued_with_a_backslash() -> None:
    assert (
        "         gradsan check attn.py other/keys.py --select \\\n"
        "           GS201 --fix --unsafe-fixes\n"
    ) in full(SILENT, look=Look(width=60))


def test_only_check_tells_how_to_silence() -> None:
    assert 'skip  add "# gradsan: ignore[GS101] why" to line 17\n' in full(WRITE)
    assert "skip" not in full(WRITE, verb="run")


def test_the_tool_s_own_findings_cannot_be_silenced_by_a_comment() -> None:
    assert "ignore" not in full(BARE)


def test_quiet_ends_with_the_last_finding() -> None:
    told = render(CHECKED, "full", Look(quiet=True))
    assert told.endswith('  skip  add "# gradsan: ignore[GS901] why" to line 30\n')


def test_notes_of_the_report_come_last() -> None:
    told = render(CHECKED, "full", Look(width=120))
    assert told.endswith(
        "\n3 errors, 1 warning (1 silent), 1 advice in 4 files; "
        "1 can be fixed with --fix, 1 more with --unsafe-fixes\n"
        "note: history incomplete: `exp` was imported before the guard\n"
    )


def test_a_run_names_its_script() -> None:
    assert render(RAN, "full", Look()).endswith("\n\n1 error in train.py\n")


def test_nothing_found_is_said_by_check_and_not_by_run() -> None:
    assert render(Report(files=12), "full", Look()) == "no findings in 12 files\n"
    assert render(Report(files=1), "full", Look()) == "no findings in 1 file\n"
    assert render(Report(tool=Tool(verb="run", target="train.py")), "full", Look()) == ""


def test_markup_in_user_text_is_shown_as_it_is() -> None:
    told = full(replace(with_source("x[red] = y[/red]", 1, 7), message="[bold]x[/bold] :smile:"))
    assert "syntax-error: [bold]x[/bold] :smile:" in told
    assert "x[red] = y[/red]" in told


def test_escape_sequences_in_user_text_are_shown_not_sent() -> None:
    told = full(replace(with_source("s = '\x1b[2J'", 1, 2), message="\x1b[31mred\u202e"))
    assert "\x1b" not in told
    assert r"\x1b[31mred\u202e" in told
    assert r"s = '\x1b[2J'" in told


def test_colour_adds_nothing_but_colour() -> None:
    colored = render(CHECKED, "full", Look(color=True))
    assert "\x1b[" in colored
    assert re.sub(r"\x1b\[[0-9;]*m", "", colored) == render(CHECKED, "full", Look())


def test_the_environment_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    before = [render(CHECKED, "full", Look(color=color)) for color in (False, True)]
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "30")
    assert [render(CHECKED, "full", Look(color=color)) for color in (False, True)] == before


@relaxed
@given(reports, st.integers(40, 130), st.booleans(), st.booleans())
def test_no_line_is_wider_than_the_width(
    report: Report, width: int, ascii_only: bool, quiet: bool
) -> None:
    told = render(report, "full", Look(width=width, ascii=ascii_only, quiet=quiet))
    assert max((cell_len(line) for line in told.split("\n")), default=0) <= width
    assert told.isascii() or not ascii_only


@relaxed
@given(texts, texts, texts, st.integers(40, 120), st.booleans())
def test_carets_stand_under_the_expression(
    before: str, expression: str, after: str, width: int, ascii_only: bool
) -> None:
    marked = f"Q{expression}Q"
    start = 1 + len(before)
    finding = with_source(before + marked + after, start, start + len(marked))
    told = full(finding, look=Look(width=width, ascii=ascii_only))
    margin = len("    5 |  ")
    rows = told.split("\n")
    at = next(row for row, line in enumerate(rows) if line.startswith("    5 |  "))
    code, carets = rows[at][margin:], rows[at + 1][margin:]
    first = cells(code)[carets.index("^")]
    assert first == "Q"
    length = carets.count("^")
    last = cells(code)[carets.index("^") + length - 1]
    is_cropped = code.endswith(("…", "..."))
    assert last == "Q" or is_cropped


def cells(text: str) -> list[str]:
    """Lay a text out as a terminal does: a wide character takes two cells."""
    return [character for character in text for _ in range(cell_len(character))]
