"""`gradsan check`: exit codes, streams, formats, fixes, bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gradsan.cli import checking
from gradsan.cli.entry import main
from gradsan.model.finding import Finding
from gradsan.static.cache import FOLDER, opened
from gradsan.static.engine import Settings, check_source
from gradsan.static.source import Source, Trouble

BAD = """import torch
x = torch.randn(3, requires_grad=True)
h = torch.exp(x)
h += 1
h.sum().backward()
"""
FIXED = BAD.replace("h += 1", "h = h + 1")
GOOD = FIXED


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def run(*words: str) -> int:
    return main(["check", *words])


def test_unsafe_fixes_alone_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BAD)
    assert run("--unsafe-fixes") == 2
    assert "--fix" in capsys.readouterr().err
    assert Path("a.py").read_text() == BAD


def test_clean_files_exit_0_and_say_so(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(GOOD)
    assert run() == 0
    assert capsys.readouterr().out == "no findings in 1 file\n"


def test_findings_exit_1_and_go_to_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BAD)
    assert run() == 1
    out, err = capsys.readouterr()
    assert out.startswith("error[GS101] write-to-saved-value: `h` is changed in place")
    assert err == ""


def test_exit_zero(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BAD)
    assert run("--exit-zero") == 0
    assert "GS101" in capsys.readouterr().out


def test_json_stands_alone_on_stdout(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BAD)
    run("--output-format", "json")
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == 1
    assert [finding["location"]["row"] for finding in document["findings"]] == [4]


def test_the_report_goes_to_a_file_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BAD)
    assert run("--output-format", "json", "--output-file", "out.json") == 1
    assert capsys.readouterr().out == ""
    assert json.loads(Path("out.json").read_text())["findings"]


def test_fix_changes_the_file_and_exits_0_when_nothing_is_left(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("a.py").write_text(BAD)
    assert run("--fix") == 0
    assert Path("a.py").read_text() == FIXED
    assert "fixed 1" in capsys.readouterr().out


def test_diff_shows_the_patch_changes_nothing_and_exits_1(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("a.py").write_text(BAD)
    assert run("--diff") == 1
    out = capsys.readouterr().out
    assert "-h += 1\n+h = h + 1\n" in out
    assert out.startswith("--- a.py\n+++ a.py\n")
    assert Path("a.py").read_text() == BAD


def test_diff_of_a_clean_file_is_empty_and_exits_0(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(GOOD)
    assert run("--diff") == 0
    assert capsys.readouterr().out == ""


def test_stdin_is_checked_under_the_name_given() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gradsan", "check", "-", "--stdin-filename", "m.py",
         "--output-format", "concise", "-q"],
        input=BAD, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stdout.startswith("m.py:4:1: GS101")


def test_select_and_ignore_choose_the_rules() -> None:
    Path("a.py").write_text(BAD)
    assert run("--ignore", "GS1") == 0
    assert run("--select", "write-to-saved-value") == 1
    assert run("--select", "GS2,GS4") == 0


def test_confidence_maybe_tells_more() -> None:
    Path("a.py").write_text("import torch\ndef f(x):\n    y = x.exp()\n    y += 1\n    return y\n")
    assert run() == 0
    assert run("--confidence", "maybe") == 1


def test_statistics_count_by_rule(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BAD)
    Path("b.py").write_text(BAD)
    run("--statistics", "--output-format", "concise")
    assert "2 x GS101 write-to-saved-value" in capsys.readouterr().out


def test_a_second_run_reads_the_cache_and_says_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BAD)
    run()
    first = capsys.readouterr().out
    with opened(Path(FOLDER)) as cache:
        assert cache.database is not None
        assert cache.database.execute("SELECT count(*) FROM entries").fetchone() == (1,)
    run()
    assert capsys.readouterr().out == first


def test_a_spoilt_cache_entry_is_not_believed() -> None:
    Path("a.py").write_text(BAD)
    run()
    with opened(Path(FOLDER)) as cache:
        assert cache.database is not None
        with cache.database:
            cache.database.execute("UPDATE entries SET text = ?", ('{"schema": 1}',))
    assert run() == 1


def test_no_cache_leaves_nothing_behind() -> None:
    Path("a.py").write_text(BAD)
    run("--no-cache")
    assert not Path(".gradsan_cache").exists()


# -- wrong usage ---------------------------------------------------------------------------


def test_an_unknown_rule_exits_2_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--select", "GS1o1") == 2
    assert 'unknown rule "GS1o1"; did you mean GS101?' in capsys.readouterr().err


def test_an_unknown_flag_exits_2_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run("--slect", "GS101")
    assert stop.value.code == 2
    err = capsys.readouterr().err
    assert "did you mean --select?" in err
    assert "valid options: " in err


def test_an_unknown_config_key_exits_2_with_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("pyproject.toml").write_text('[tool.gradsan]\nselct = ["GS1"]\n')
    assert run() == 2
    err = capsys.readouterr().err
    assert 'unknown key "selct" in [tool.gradsan] of pyproject.toml; did you mean select?' in err
    assert "valid: confidence, exclude, ignore, per-file-ignores, select" in err


@pytest.mark.parametrize(
    "text",
    [
        "[tool.gradsan]\nselect = 3\n",
        '[tool.gradsan]\nselect = ["GS77"]\n',
        '[tool.gradsan]\nconfidence = "sure"\n',
        "[tool]\ngradsan = 1\n",
        "[tool.gradsan\n",
    ],
)
def test_a_wrong_config_exits_2(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("pyproject.toml").write_text(text)
    assert run() == 2
    assert "Traceback" not in capsys.readouterr().err


def test_the_config_of_the_nearest_pyproject_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("pyproject.toml").write_text('[tool.gradsan]\nignore = ["GS101"]\nexclude = ["old.py"]\n')
    Path("sub").mkdir()
    Path("sub/a.py").write_text(BAD)
    monkeypatch.chdir("sub")
    assert run() == 0
    assert run("--select", "GS101", "--ignore", "GS2") == 0
    Path("pyproject.toml").write_text("[tool.other]\nx = 1\n[tool.gradsan]\n")
    assert run() == 1


def test_a_file_that_cannot_be_written_exits_2(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BAD)
    assert run("--output-file", "no/such/folder.txt") == 2
    assert "cannot write" in capsys.readouterr().err


# -- bad input -----------------------------------------------------------------------------


def codes_by_file(capsys: pytest.CaptureFixture[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for finding in json.loads(capsys.readouterr().out)["findings"]:
        found.setdefault(Path(finding["filename"]).name, []).append(finding["code"])
    return found


def test_a_missing_path_is_said_the_others_are_checked_and_the_status_is_2(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("a.py").write_text(BAD)
    assert run("nothing.py", "a.py") == 2
    out, err = capsys.readouterr()
    assert err == "gradsan: nothing.py: no such file or directory\n"
    assert "GS101" in out


def test_a_path_that_is_nearly_right_is_answered_with_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("model.py").write_text(GOOD)
    assert run("modle.py") == 2
    assert "did you mean model.py?" in capsys.readouterr().err


def test_a_pipe_is_not_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe.py")
    assert run("--output-format", "json") == 1
    assert codes_by_file(capsys) == {"pipe.py": ["GS002"]}


def test_a_file_that_cannot_be_parsed_is_told_whatever_is_selected(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("a.py").write_text("print(1")
    assert run("--select", "GS101", "--output-format", "json") == 1
    assert codes_by_file(capsys) == {"a.py": ["GS001"]}


def test_a_folder_without_python_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0
    assert "no Python files found" in capsys.readouterr().out


def test_spoilt_files_are_findings_and_the_run_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    contents = {
        "syntax.py": b"def f(:\n",
        "null.py": b"x = 1\0\n",
        "latin.py": b"x = '\xe9'\n",
        "nested.py": b"x = " + b"(" * 2000 + b")" * 2000 + b"\n",
        "good.py": BAD.encode(),
        "big.py": b"x = [\n" + b"    1, 2, 3, 4, 5,\n" * 260_000 + b"]\n",
    }
    for name, content in contents.items():
        Path(name).write_bytes(content)
    Path("loop").mkdir()
    Path("loop/again").symlink_to(Path.cwd())
    assert run("--output-format", "json", "--fix") == 1
    assert codes_by_file(capsys) == {
        "syntax.py": ["GS001"],
        "null.py": ["GS001"],
        "latin.py": ["GS002"],
        "nested.py": ["GS001"],
    }
    contents["good.py"] = FIXED.encode()
    assert {name: Path(name).read_bytes() for name in contents} == contents


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.py").write_text(BAD)
    Path("a.py").chmod(0)
    assert run("--output-format", "json") == 1
    assert codes_by_file(capsys) == {"a.py": ["GS002"]}


def test_a_link_to_itself_is_a_finding_or_an_error_but_no_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("a.py").symlink_to("a.py")
    assert run("a.py") == 2
    assert "a.py" in capsys.readouterr().err
    assert run(".", "--output-format", "json") == 1
    assert codes_by_file(capsys) == {"a.py": ["GS002"]}


def test_a_failure_of_the_tool_itself_exits_2_and_the_run_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("a.py").write_text("import torch\n")
    Path("b.py").write_text(BAD)

    def break_on_a(source: Source | Trouble, settings: Settings) -> tuple[Finding, ...]:
        if source.filename == "a.py":
            raise ZeroDivisionError
        return check_source(source, settings)

    monkeypatch.setattr(checking, "check_source", break_on_a)
    assert run() == 2
    out, err = capsys.readouterr()
    assert err == "gradsan: a.py: internal error, not checked: ZeroDivisionError()\n"
    assert "GS101" in out


def test_a_file_deep_in_statements_ends_without_a_traceback(
    capsys: pytest.CaptureFixture[str],
) -> None:
    deep = "import torch\n" + "".join(" " * i + "if x:\n" for i in range(90)) + " " * 90 + "y = 1\n"
    chain = "import torch\nx = torch" + ".exp()" * 900 + "\n"
    sums = "import torch\nx = " + " + ".join(["1"] * 900) + "\n"
    for name, text in {"deep.py": deep, "chain.py": chain, "sums.py": sums}.items():
        Path(name).write_text(text)
    assert run() in (0, 1)
    assert "Traceback" not in capsys.readouterr().err
