"""`gradsan check` in daily use: notebooks, git, projects, baselines, many processes."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from gradsan.cli import workers
from gradsan.cli.checking import Result, Task, work
from gradsan.cli.entry import main
from gradsan.static.engine import Settings
from tests.cli.test_check import BAD, FIXED, GOOD
from tests.static.test_notebook import CELLS, document

DEADLY = "# kills whoever reads it\n"


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def run(*words: str) -> int:
    return main(["check", *words])


def write(files: dict[str, str]) -> None:
    for name, text in files.items():
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def told(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(capsys.readouterr().out)
    return document


def in_files(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    capsys.readouterr()
    run("--output-format", "json", *words)
    return [finding["filename"] for finding in told(capsys)["findings"]]


# -- stdin and patches ---------------------------------------------------------------------


def piped(content: bytes, *words: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "gradsan", "check", *words]
    return subprocess.run(
        command, input=content, capture_output=True, check=False, env={**os.environ, **variables}
    )


def test_a_fix_of_stdin_is_the_fixed_source_and_findings_go_to_stderr() -> None:
    done = piped(BAD.encode(), "-", "--fix", "--output-format", "concise")
    assert (done.returncode, done.stdout.decode()) == (0, FIXED)
    assert b"fixed 1" in done.stderr
    done = piped(b"def f(:\n", "-", "--fix", "-q", "--output-format", "concise")
    assert (done.returncode, done.stdout) == (1, b"def f(:\n")
    assert b"GS001" in done.stderr


def test_the_name_of_stdin_is_enough_to_read_it() -> None:
    done = piped(BAD.encode(), "--stdin-filename", "m.py", "--output-format", "concise")
    assert done.returncode == 1
    assert done.stdout.startswith(b"m.py:")
    assert run("--stdin-filename", "m.py", ".") == 2
    assert run("--fix", "-", ".") == 2


@pytest.mark.parametrize(
    "content",
    [
        BAD.rstrip("\n").encode(),
        BAD.replace("\nh", "\n\x0ch").encode(),
        BAD.replace("\n", "\r\n").encode(),
        f"# coding: latin-1 \xfc\n{BAD}".encode("latin-1"),
        f"# \u2028 \u2603\n{BAD}".encode(),
    ],
    ids=["no newline at the end", "form feed", "CRLF", "latin-1", "line separator"],
)
def test_a_patch_can_be_applied_and_is_what_fix_does(content: bytes) -> None:
    Path("a.py").write_bytes(content)
    patch = piped(b"", "a.py", "--diff", PYTHONIOENCODING="ascii")
    assert patch.returncode == 1
    fixed = piped(content, "-", "--fix").stdout
    command = ["git", "apply", "-p0", "--whitespace=nowarn", "-"]
    subprocess.run(command, input=patch.stdout, check=True)
    assert Path("a.py").read_bytes() == fixed != content


def test_a_patch_goes_to_the_file_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    write({"a.py": BAD})
    assert run("a.py", "--diff", "-o", "a.patch") == 1
    assert capsys.readouterr().out == ""
    assert Path("a.patch").read_bytes().startswith(b"--- a.py\n+++ a.py\n")


# -- notebooks -----------------------------------------------------------------------------


def write_notebook(name: str = "nb.ipynb") -> str:
    text = json.dumps(document(*CELLS), indent=1) + "\n"
    Path(name).write_text(text)
    return text


def test_a_notebook_is_told_by_cell_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    write_notebook()
    assert run("--output-format", "concise") == 1
    out = capsys.readouterr().out
    assert out.startswith("nb.ipynb:cell 4:2:1: GS101 write-to-saved-value: ")
    assert "(saved line 1 of cell 3)" in out


def test_a_notebook_is_told_by_cell_at_length(capsys: pytest.CaptureFixture[str]) -> None:
    write_notebook()
    run()
    out = capsys.readouterr().out
    assert "1. saved    nb.ipynb:cell 3:1\n" in out
    assert "2. changed  nb.ipynb:cell 4:2\n" in out
    assert "        2 -  h += 1\n        2 +  h = h + 1\n" in out
    assert 'add "# gradsan: ignore[GS101] why" to line 2 of cell 4' in out


def test_a_notebook_in_json_has_the_cell_beside_each_location(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_notebook()
    for _ in range(2):  # the second time from the cache
        run("--output-format", "json")
        (finding,) = told(capsys)["findings"]
        assert (finding["cell"], finding["location"]["row"]) == (4, 2)
        assert [label["cell"] for label in finding["labels"]] == [3, 4, 5]
        assert finding["fix"]["edits"][0]["cell"] == 4


def test_a_notebook_in_sarif_and_github_says_the_cell_in_words(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write_notebook()
    run("--output-format", "github")
    assert capsys.readouterr().out.startswith(
        "::error title=gradsan (GS101),file=nb.ipynb,line=1::line 2 of cell 4: "
    )
    run("--output-format", "sarif")
    (result,) = told(capsys)["runs"][0]["results"]
    assert result["message"]["text"].startswith("line 2 of cell 4: ")
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 1
    assert "fixes" not in result


def test_a_notebook_is_fixed_in_its_cell_only(capsys: pytest.CaptureFixture[str]) -> None:
    before = write_notebook()
    assert run("--fix") == 0
    assert Path("nb.ipynb").read_text() == before.replace('"h += 1\\n"', '"h = h + 1\\n"')
    assert "fixed 1" in capsys.readouterr().out


def test_the_diff_of_a_notebook_is_by_cell(capsys: pytest.CaptureFixture[str]) -> None:
    before = write_notebook()
    assert run("--diff") == 1
    out = capsys.readouterr().out
    assert out.startswith("--- nb.ipynb:cell 4\n+++ nb.ipynb:cell 4\n")
    assert "-h += 1\n+h = h + 1\n" in out
    assert Path("nb.ipynb").read_text() == before


def test_a_spoilt_notebook_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    write({"nb.ipynb": "{", "a.py": BAD})
    for words in ([], ["--fix"]):
        assert run("--output-format", "concise", *words) == 1
        assert "nb.ipynb:1:1: GS002 unreadable-file: not a notebook: " in capsys.readouterr().out


def test_a_comment_in_a_cell_silences(capsys: pytest.CaptureFixture[str]) -> None:
    cells = [cell.replace("h += 1", "h += 1  # gradsan: ignore[GS101] why") for cell in CELLS]
    Path("nb.ipynb").write_text(json.dumps(document(*cells)))
    assert run() == 0


# -- which files ---------------------------------------------------------------------------


def test_what_git_ignores_is_not_checked_unless_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write({".gitignore": "made/\n", "made/a.py": BAD, "b.py": BAD})
    assert in_files(capsys) == ["b.py"]
    assert in_files(capsys, "--no-respect-gitignore") == ["b.py", "made/a.py"]
    assert in_files(capsys, "made/a.py") == ["made/a.py"]


def test_show_files_lists_what_would_be_checked_and_checks_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write({"a.py": BAD, "sub/b.py": "def (", "no.txt": "", ".gitignore": "c.py\n", "c.py": ""})
    write_notebook()
    assert run("--show-files") == 0
    assert capsys.readouterr() == ("a.py\nnb.ipynb\nsub/b.py\n", "")
    assert run("--show-files", "gone.py", "a.py") == 2
    assert capsys.readouterr() == ("a.py\n", "gradsan: gone.py: no such file or directory\n")


# -- projects ------------------------------------------------------------------------------


def test_rules_are_ignored_per_file(capsys: pytest.CaptureFixture[str]) -> None:
    write(
        {
            "pyproject.toml": '[tool.gradsan.per-file-ignores]\n"tests/*" = ["GS1"]\n'
            '"*_old.py" = ["write-to-saved-value"]\n"deep/**/x.py" = ["ALL"]\n',
            "a.py": BAD,
            "tests/b.py": BAD,
            "tests/more/c.py": BAD,
            "sub/d_old.py": BAD,
            "deep/x.py": BAD,
            "deep/er/x.py": BAD,
        }
    )
    assert in_files(capsys) == ["a.py"]
    assert in_files(capsys, "tests", "--select", "GS101") == []
    os.chdir("tests")
    assert in_files(capsys, ".", "../a.py") == ["../a.py"]


def test_a_file_keeps_to_the_pyproject_nearest_to_it(capsys: pytest.CaptureFixture[str]) -> None:
    write(
        {
            "pyproject.toml": '[tool.gradsan]\nignore = ["GS101"]\n',
            "a.py": BAD,
            "one/pyproject.toml": '[tool.gradsan]\nexclude = ["made"]\n',
            "one/b.py": BAD,
            "one/made/c.py": BAD,
            "two/pyproject.toml": "[tool.other]\n",
            "two/d.py": BAD,
        }
    )
    assert in_files(capsys) == ["one/b.py"]
    assert in_files(capsys, "--ignore", "GS1") == []


def test_a_folder_that_a_project_excludes_is_not_looked_into(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(
        {
            "pyproject.toml": '[tool.gradsan]\nexclude = ["old", "src/made/*.py"]\n',
            "old/pyproject.toml": "[tool.gradsan]\nnonsense = 1\n",
            "old/a.py": BAD,
            "src/made/b.py": BAD,
            "src/c.py": BAD,
        }
    )
    assert in_files(capsys) == ["src/c.py"]
    assert in_files(capsys, "src") == ["src/c.py"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "per-file-ignores = 3",
            "per-file-ignores in [tool.gradsan] of sub/pyproject.toml must be",
        ),
        ('per-file-ignores = {"a" = "GS1"}', "must be a list of strings"),
        ('per-file-ignores = {"a" = ["GS77"]}', 'unknown rule "GS77"'),
        ("per-file-ignore = {}", "did you mean per-file-ignores?"),
    ],
)
def test_a_wrong_config_of_a_sub_project_exits_2(
    text: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write({"a.py": GOOD, "sub/pyproject.toml": f"[tool.gradsan]\n{text}\n", "sub/b.py": GOOD})
    assert run() == 2
    assert message in capsys.readouterr().err


# -- baseline ------------------------------------------------------------------------------

BASELINE = ("--baseline", "known.json")


def test_what_is_in_the_baseline_is_not_told_though_lines_move(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write({"a.py": BAD})
    assert run(*BASELINE, "--write-baseline") == 0
    assert "known.json holds 1 finding: 1 new, 0 gone" in capsys.readouterr().out
    write({"a.py": "'''words'''\n\n\n" + BAD.replace("h += 1", "h  +=  1  # so")})
    assert run(*BASELINE) == 0
    assert "note: 1 finding of known.json not told\n" in capsys.readouterr().out
    more = "\ndef f(y):\n    g = torch.exp(x)\n    g += 1\n    g.sum().backward()\n"
    write({"a.py": more.replace("\n", f"\n{BAD}", 1)})
    capsys.readouterr()
    run(*BASELINE, "--output-format", "json")
    assert [finding["location"]["row"] for finding in told(capsys)["findings"]] == [9]


def test_a_second_finding_like_a_known_one_is_new(capsys: pytest.CaptureFixture[str]) -> None:
    head = "import torch\nx = torch.rand(3, requires_grad=True)\ndef f(flag):\n"
    arm = "    if flag == {}:\n        h = x.exp()\n        h += 1\n        h.sum().backward()\n"
    write({"a.py": head + arm.format(1)})
    run(*BASELINE, "--write-baseline")
    write({"a.py": head + arm.format(0) + arm.format(1)})
    capsys.readouterr()
    assert run(*BASELINE, "--output-format", "json") == 1
    assert [finding["location"]["row"] for finding in told(capsys)["findings"]] == [10]


def test_entries_that_are_gone_are_said_and_dropped(capsys: pytest.CaptureFixture[str]) -> None:
    write({"a.py": BAD, "b.py": BAD, "c.py": BAD})
    run(*BASELINE, "--write-baseline")
    write({"a.py": GOOD})
    Path("b.py").unlink()
    capsys.readouterr()
    assert run(*BASELINE) == 0
    out = capsys.readouterr().out
    assert "note: 2 baseline entries are gone; --write-baseline drops them\n" in out
    run(*BASELINE, "--write-baseline")
    entries = json.loads(Path("known.json").read_text())["findings"]
    assert [entry["path"] for entry in entries] == ["c.py"]


def test_entries_of_what_was_not_looked_at_are_neither_gone_nor_dropped(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write({"a.py": BAD, "b.py": BAD})
    run(*BASELINE, "--write-baseline")
    before = Path("known.json").read_text()
    capsys.readouterr()
    run(*BASELINE, "a.py")
    run(*BASELINE, "--select", "GS2")
    assert "gone" not in capsys.readouterr().out
    run(*BASELINE, "--write-baseline", "a.py")
    run(*BASELINE, "--write-baseline", "--select", "GS2")
    assert Path("known.json").read_text() == before


def entry(path: str, function: str, code: str, statement: str) -> dict[str, object]:
    return {"path": path, "function": function, "code": code, "statement": statement, "nth": 1}


def test_the_baseline_is_readable_and_holds_from_any_folder(
    capsys: pytest.CaptureFixture[str],
) -> None:
    method = "import torch\nclass A:\n    def f(self, x):\n        x = torch.exp(x)\n"
    method += "        x += 1\n        return x\n"
    write({"sub/b.py": method, "a.py": BAD, "broken.py": "def ("})
    run("--confidence", "maybe", *BASELINE, "--write-baseline")
    document = json.loads(Path("known.json").read_text())
    for found in document["findings"]:
        assert len(found.pop("key")) == 16
    assert document == {
        "schema": 1,
        "findings": [
            entry("a.py", "", "GS101", "h += 1"),
            entry("broken.py", "", "GS001", "def ("),
            entry("sub/b.py", "A.f", "GS101", "x += 1"),
        ],
    }
    os.chdir("sub")
    assert run("--confidence", "maybe", "--baseline", "../known.json", "..") == 0


def test_a_notebook_has_a_place_in_the_baseline(capsys: pytest.CaptureFixture[str]) -> None:
    write_notebook()
    run(*BASELINE, "--write-baseline")
    moved = document("y = 1", *CELLS)
    Path("nb.ipynb").write_text(json.dumps(moved))
    assert run(*BASELINE) == 0


def test_what_is_fixed_is_gone_from_the_baseline(capsys: pytest.CaptureFixture[str]) -> None:
    write({"a.py": BAD})
    run(*BASELINE, "--write-baseline")
    assert run(*BASELINE, "--fix") == 0
    assert "1 baseline entry is gone" in capsys.readouterr().out
    assert Path("a.py").read_text() == FIXED


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (None, "no baseline known.json (--write-baseline makes it)"),
        ("<<<<<<< ours", "known.json is not a baseline of gradsan"),
        ('{"schema": 7, "findings": []}', "has schema 7; this gradsan reads 1"),
        ('{"schema": 1, "findings": [{"key": 3}]}', "is not a baseline"),
        ("[]", "is not a baseline"),
    ],
)
def test_a_baseline_that_cannot_be_read_exits_2(
    text: str | None, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write({"a.py": BAD, **({} if text is None else {"known.json": text})})
    assert run(*BASELINE) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert message in err


@pytest.mark.parametrize(
    "words",
    [
        ["--write-baseline"],
        ["--write-baseline", "--baseline", "x.json", "--diff"],
        ["--write-baseline", "--baseline", "no/such/x.json"],
        ["-", "--fix"],
    ],
)
def test_options_that_do_not_go_together_exit_2(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    write({"a.py": BAD})
    assert run(*words) == 2
    assert Path("a.py").read_text() == BAD


# -- many processes ------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", ["0", "-1", "many", "1.5"])
def test_a_wrong_number_of_jobs_exits_2(jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        run(f"-j={jobs}")
    assert stop.value.code == 2


def test_several_processes_tell_the_same_in_the_same_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    write({f"f{n}.py": "# x\n" * (n * 37 % 11) + BAD for n in range(12)})
    write({"broken.py": "def ("})
    run("-j", "1", "--no-cache")
    one = capsys.readouterr()
    run("-j", "3", "--no-cache")
    assert capsys.readouterr() == one
    assert run("-j", "3", "--fix", "--exclude", "broken.py") == 0
    assert Path("f3.py").read_text().endswith(FIXED)


def die_on_deadly(task: Task) -> Result:
    if Path(task.filename).read_text() == DEADLY:
        os._exit(3)
    return work(task)


def test_a_file_that_kills_its_process_is_told_and_the_others_are_checked() -> None:
    write({f"f{n:02}.py": DEADLY if n == 3 else BAD for n in range(8)})
    tasks = [Task(str(path), Settings()) for path in sorted(Path().glob("*.py"))]
    done = dict(workers.results(tasks, [100] * 8, 2, die_on_deadly))
    assert sorted(done) == list(range(8))
    died = {n: result.complaint for n, result in done.items() if result.complaint}
    assert died == {3: "the process that checked it died; not checked"}
    assert all(len(result.findings) == 1 for n, result in done.items() if n not in died)


def test_few_files_are_worth_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "processors", lambda: 8)
    assert workers.jobs_for([], None) == 1
    assert workers.jobs_for([10_000] * 20, None) == 1
    assert workers.jobs_for([10_000_000], None) == 1
    assert workers.jobs_for([workers.WORTH_A_PROCESS] * 3, None) == 3
    assert workers.jobs_for([10_000_000] * 100, None) == 8
    assert workers.jobs_for([10] * 3, 16) == 3


def test_a_worker_starts_light() -> None:
    code = "import sys, gradsan.cli.workers; print([m for m in sys.modules if m in (%r)])"
    heavy = ("rich", "numpy", "torch", "jax", "tensorflow", "asyncio", "unittest")
    done = subprocess.run(
        [sys.executable, "-c", code % (heavy,)], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


# -- progress ------------------------------------------------------------------------------

SLOW = """
import sys, time
from gradsan.cli import progress
progress.PATIENCE = 0.05
def items():
    for n in range(40):
        time.sleep(0.01)
        yield n
assert list(progress.watched(items(), 40, is_wanted=sys.argv[1] == "yes")) == list(range(40))
"""


def on_a_terminal(*words: str) -> str:
    """Run with stderr on a terminal and return what was shown there."""
    parent, child = pty.openpty()
    try:
        environment = {**os.environ, "TERM": "xterm", "COLUMNS": "60"}
        subprocess.run(
            [sys.executable, "-c", SLOW, *words], stderr=child, env=environment, check=True
        )
        time.sleep(0.05)
        os.set_blocking(parent, False)
        try:
            return os.read(parent, 100_000).decode()
        except BlockingIOError:
            return ""
    finally:
        os.close(parent)
        os.close(child)


def test_a_long_run_shows_a_bar_on_a_terminal_only() -> None:
    shown = on_a_terminal("yes")
    assert "checking" in shown
    assert "/40" in shown
    assert on_a_terminal("no") == ""
    piped = subprocess.run(
        [sys.executable, "-c", SLOW, "yes"], capture_output=True, text=True, check=True
    )
    assert piped.stderr == ""


def sleeping(task: Task) -> Result:
    time.sleep(60)
    return Result()


def test_processes_leave_at_once_when_the_run_is_interrupted() -> None:
    tasks = [Task(name, Settings()) for name in ("a.py", "b.py", "c.py", "d.py")]
    threading.Timer(3, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        list(workers.results(tasks, [1] * len(tasks), 2, sleeping))
    assert time.monotonic() - began < 30


# -- names -----------------------------------------------------------------------------------


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes on Linux only")
@pytest.mark.parametrize("form", ["full", "concise", "json", "sarif", "github"])
def test_a_name_that_is_no_text_does_not_stop_the_run(form: str) -> None:
    Path(os.fsdecode(b"b\xff.py")).write_text(BAD)
    Path("c.py").write_text(BAD)
    for _ in range(2):  # the second time from the cache
        done = piped(b"", "--output-format", form)
        assert (done.returncode, done.stderr) == (1, b"")
    assert piped(b"", "--show-files").stdout == b"b\xff.py\nc.py\n"
    assert piped(b"", "--fix", "-q").returncode == 0


def test_a_wrong_config_is_named_with_its_folder(capsys: pytest.CaptureFixture[str]) -> None:
    write({"inner/pyproject.toml": "[tool.gradsan]\nselct = []\n", "inner/a.py": GOOD})
    assert run() == 2
    name = Path("inner", "pyproject.toml")
    assert f"of {name}; did you mean select?" in capsys.readouterr().err
