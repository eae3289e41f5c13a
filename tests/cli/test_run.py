"""`gradsan run`: the program runs as under plain python; exit codes, streams, report files."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")

STALE = """
    import torch
    def f(x):
        h = torch.exp(x)
        h += 1
        return h
    f(torch.ones(3, requires_grad=True)).sum().backward()
"""
SILENT = """
    import torch
    x = torch.ones(3, requires_grad=True)
    y = x * 2
    loss = (y ** 2).sum()
    y.data.mul_(3)
    loss.backward()
    print(x.grad.tolist())
"""
GOOD = """
    import torch
    x = torch.ones(3, requires_grad=True)
    torch.exp(x).add(1).sum().backward()
    print("done")
"""


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "GRADSAN", "TORCHELASTIC_RUN_ID"):
        monkeypatch.delenv(name, raising=False)


def write(program: str, name: str = "script.py") -> None:
    Path(name).parent.mkdir(parents=True, exist_ok=True)
    Path(name).write_text(inspect.cleandoc(program) + "\n", encoding="utf-8")


def call(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=120,
    )


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return call("-m", "gradsan", "run", *words, **environment)


def report(name: str = "report.json") -> dict[str, Any]:
    text: dict[str, Any] = json.loads(Path(name).read_text(encoding="utf-8"))
    return text


@pytest.mark.parametrize(
    "words",
    [("./script.py", "a", "--", "--repair"), ("-m", "script", "-m", "--", "b", "--", "-o")],
)
def test_the_words_of_a_program_are_what_python_gives_it(words: tuple[str, ...]) -> None:
    write("import sys; print(sys.argv, __file__, sys.path[0])")
    assert call("-m", "gradsan", "run", *words).stdout == call(*words).stdout != ""


def test_what_follows_a_double_dash_is_the_program() -> None:
    write("import sys; print(sys.argv)")
    assert call("-m", "gradsan", "run", "--", "script.py", "--").stdout == "['script.py', '--']\n"


def test_a_script_named_with_a_dot_is_told_by_its_name() -> None:
    write(SILENT)
    done = call("-m", "gradsan", "run", "--output-format", "concise", "./script.py")
    assert done.stderr.startswith("script.py:5:")


def test_a_good_program_is_left_in_peace() -> None:
    write(GOOD)
    done = run("script.py")
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")


def test_findings_in_a_program_that_succeeds_give_66_and_go_to_stderr() -> None:
    write(SILENT)
    done = run("script.py")
    assert done.returncode == 66
    assert done.stdout == "[24.0, 24.0, 24.0]\n"
    assert "GS201" in done.stderr


def test_the_exit_code_can_be_chosen() -> None:
    write(SILENT)
    assert run("--exit-code", "0", "script.py").returncode == 0


def test_under_torchrun_the_status_stays_the_programs() -> None:
    write(SILENT)
    assert run("script.py", TORCHELASTIC_RUN_ID="1").returncode == 0


def test_a_failing_program_keeps_its_status_and_its_traceback() -> None:
    write(STALE)
    plain, done = call("script.py"), run("script.py")
    assert done.returncode == plain.returncode == 1
    assert done.stderr.startswith(plain.stderr)
    rest = done.stderr.removeprefix(plain.stderr)
    assert rest.startswith("gradsan: h was changed at script.py:4 (+=) after exp saved it")
    assert "error[GS101]" in rest


@pytest.mark.parametrize(
    "program",
    [
        "import torch\nx = torch.ones(3)\nx.add_(torch.ones(3, 3))",
        "def f():\n    raise ValueError('no')\ntry:\n    f()\nexcept ValueError as e:\n"
        "    raise KeyError('x') from e",
        "import sys\nsys.exit(3)",
        "import sys\nsys.exit()",
        "raise SystemExit('gone')",
        "x = (1,\n",
        "import no_such_module",
        "raise KeyboardInterrupt",
    ],
    ids=[
        "torch",
        "chained",
        "exit 3",
        "exit",
        "exit text",
        "syntax",
        "import",
        "interrupt",
    ],
)
def test_an_end_is_the_same_as_under_plain_python(program: str) -> None:
    write(program)
    plain, done = call("script.py"), run("script.py")
    assert done.stderr == plain.stderr
    assert done.stdout == plain.stdout
    status = plain.returncode if plain.returncode >= 0 else 128 - plain.returncode
    assert done.returncode == status


def test_the_script_sees_what_it_would_see_under_plain_python() -> None:
    write(
        """
        import sys
        import neighbour
        print(sys.argv, sys.path[0], __name__, __file__, __spec__, __package__, __doc__)
        print(sys.modules["__main__"].__dict__ is globals(), type(__loader__).__name__)
        print(sorted(name for name in globals() if name.startswith("__")))
        """,
        "folder/script.py",
    )
    write("", "folder/neighbour.py")
    words = ("folder/script.py", "a", "--output-format", "-m", "--", "x")
    plain, done = call(*words), run(*words)
    assert done.stdout == plain.stdout
    assert done.stderr == plain.stderr == ""


def test_a_module_runs_as_with_dash_m() -> None:
    write("import sys; print(sys.argv, __name__, __spec__.name, __package__)", "pkg/tool.py")
    write("print(__name__, __package__, __spec__.name)", "pkg/__main__.py")
    write("", "pkg/__init__.py")
    for words in (("-m", "pkg.tool", "a", "--b"), ("-m", "pkg")):
        plain, done = call(*words), run(*words)
        assert (done.stdout, done.returncode) == (plain.stdout, plain.returncode), done.stderr


def test_classes_of_the_script_can_be_pickled_and_spawned() -> None:
    write("""
        import multiprocessing, pickle
        class Config:
            pass
        def work(n):
            return n + 1
        if __name__ == "__main__":
            print(type(pickle.loads(pickle.dumps(Config()))) is Config)
            with multiprocessing.get_context("spawn").Pool(1) as pool:
                print(pool.map(work, [1]))
    """)
    done = run("script.py")
    assert (done.stdout, done.stderr) == ("True\n[2]\n", "")


def test_no_framework_is_imported_by_run_itself() -> None:
    write("""
        import sys
        print([name for name in ("torch", "jax", "tensorflow", "numpy") if name in sys.modules])
    """)
    assert run("script.py").stdout == "[]\n"


def test_a_report_file_has_every_finding_with_its_places() -> None:
    write(STALE)
    run("--output-format", "json", "--output-file", "report.json", "script.py")
    [finding] = report()["findings"]
    assert finding["code"] == "GS101"
    assert Path(finding["filename"]).name == "script.py"
    rows = {label["role"]: label["location"]["row"] for label in finding["labels"]}
    assert rows == {"saved": 3, "changed": 4, "needed": 6}


@pytest.mark.parametrize("program", [GOOD, "raise SystemExit(4)", "import torch\n1 / 0"])
def test_a_report_file_is_written_whatever_happens(program: str) -> None:
    write(program)
    run("--output-format", "json", "--output-file", "report.json", "script.py")
    assert report()["findings"] == []


def test_rules_can_be_selected_and_ignored() -> None:
    write(SILENT)
    assert run("--ignore", "GS2", "script.py").returncode == 0
    assert run("--select", "GS101,GS401", "script.py").returncode == 0
    done = run("--select", "GS1O1", "script.py")
    assert done.returncode == 2
    assert 'unknown rule "GS1O1"; did you mean GS' in done.stderr


def test_gradsan_off_runs_without_the_guard() -> None:
    write(SILENT)
    done = run("script.py", GRADSAN="off")
    assert (done.returncode, done.stderr) == (0, "")


def test_a_missing_script_is_wrong_usage_with_the_nearest_name() -> None:
    write(GOOD)
    done = run("scrpt.py")
    assert done.returncode == 2
    assert done.stderr == "gradsan: no such script: scrpt.py; did you mean script.py?\n"


def test_a_missing_module_is_wrong_usage() -> None:
    done = run("-m", "no_such_module")
    assert done.returncode == 2
    assert done.stderr == "gradsan: no module named no_such_module\n"


def test_nothing_to_run_is_wrong_usage() -> None:
    done = run()
    assert done.returncode == 2
    assert "nothing to run" in done.stderr


def test_findings_of_threads_that_outlive_the_script_are_reported() -> None:
    write("""
        import threading, time, torch
        x = torch.ones(3, requires_grad=True)
        y = x * 2
        loss = (y ** 2).sum()
        y.data.mul_(3)
        def late():
            time.sleep(0.3)
            loss.backward()
        threading.Thread(target=late).start()
    """)
    done = run("script.py")
    assert done.returncode == 66
    assert "GS201" in done.stderr


def test_a_pool_that_nobody_shuts_down_ends_with_its_work_done_and_reported() -> None:
    write("""
        import time, torch
        from concurrent.futures import ThreadPoolExecutor
        x = torch.ones(3, requires_grad=True)
        y = x * 2
        loss = (y ** 2).sum()
        y.data.mul_(3)
        def late():
            time.sleep(0.3)
            loss.backward()
            print("done", flush=True)
        pool = ThreadPoolExecutor(2)
        pool.submit(late)
    """)
    done = run("script.py")
    assert done.stdout == "done\n"
    assert done.returncode == 66
    assert "GS201" in done.stderr


def test_a_mode_that_is_not_known_is_refused_before_anything_runs() -> None:
    write(GOOD)
    done = run("script.py", GRADSAN="mend")
    assert done.returncode == 2
    assert done.stdout == ""
    assert 'GRADSAN is "mend"; valid: guard, repair, off' in done.stderr


def test_proof_shows_a_silent_write_in_numbers() -> None:
    write(SILENT)
    assert "proof  gradsan run --proof script.py" in run("script.py").stderr
    done = run("--proof", "script.py")
    assert done.stdout == "[24.0, 24.0, 24.0]\n"
    assert "proof  element [0]: 2 when saved, 6 when backward read it" in done.stderr
    assert "12 as run, 4" in done.stderr


def test_proof_and_repair_exclude_each_other() -> None:
    write(SILENT)
    done = run("--proof", "--repair", "script.py")
    assert (done.returncode, done.stdout) == (2, "")
    assert "choose one" in done.stderr


@pytest.mark.parametrize("door", ["flag", "variable"])
def test_a_repaired_program_succeeds_and_says_so(door: str) -> None:
    write(SILENT)
    if door == "flag":
        done = run("--repair", "script.py")
    else:
        done = run("script.py", GRADSAN="repair")
    assert done.returncode == 0
    assert "repaired[GS201] write-through-data" in done.stderr
    assert "note: repaired 1 value, 12 bytes" in done.stderr
    assert done.stdout == "[8.0, 8.0, 8.0]\n"


def test_a_report_file_that_cannot_be_written_is_refused_before_anything_runs() -> None:
    write(GOOD)
    done = run("--output-file", "no/such/report.json", "script.py")
    assert done.returncode == 2
    assert done.stdout == ""
    assert "cannot write" in done.stderr


def test_a_comment_silences_a_finding_of_a_run_too() -> None:
    write(SILENT.replace("y.data.mul_(3)", "y.data.mul_(3)  # gradsan: ignore[GS201] known"))
    done = run("script.py")
    assert done.returncode == 0
    assert done.stderr == ""


def test_one_finding_that_is_left_out_is_told_as_one() -> None:
    write(
        """
        import torch
        x = torch.ones(3, requires_grad=True)
        for _ in range(1):
            y = x * 2
            loss = (y ** 2).sum()
            y.data.mul_(3)
            loss.backward()
        z = x * 2
        loss = (z ** 2).sum()
        z.data.mul_(3)
        loss.backward()
        """
    )
    done = run("--max-reports", "1", "script.py")
    assert "1 more finding is not told (--max-reports 1)" in done.stderr
