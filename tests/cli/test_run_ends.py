"""`gradsan run` and programs that end, fork, trace or profile in ways of their own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("torch")

from tests.cli.test_run import SILENT, call, run, write

FOUND = "SILENT[GS201]"


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("FORCE_COLOR", "GRADSAN", "TORCHELASTIC_RUN_ID"):
        monkeypatch.delenv(name, raising=False)


def lines(*more: str) -> str:
    return "\n".join([*SILENT.splitlines(), *(f"    {line}" for line in more)])


def test_a_program_that_leaves_at_once_is_still_reported() -> None:
    write(lines("import os, sys", "sys.stdout.flush()", "os._exit(5)"))
    done = run("script.py")
    assert (done.returncode, done.stdout) == (5, "[24.0, 24.0, 24.0]\n")
    assert done.stderr.count(FOUND) == 1


def test_a_program_that_replaces_itself_is_reported_and_says_what_is_not_seen() -> None:
    write(lines("import os, sys", "sys.stdout.flush()",
                "os.execv(sys.executable, [sys.executable, '-c', 'print(7)'])"))  # fmt: skip
    done = run("script.py")
    assert (done.returncode, done.stdout) == (0, "[24.0, 24.0, 24.0]\n7\n")
    assert "the program replaces itself (exec)" in done.stderr
    assert done.stderr.count(FOUND) == 1


def test_forked_children_and_their_ends_say_nothing() -> None:
    write("""
        import os, torch
        if os.fork() == 0:
            torch.ones(2).add_(1)
            os._exit(0)
        os.wait()
        from torch.utils.data import DataLoader
        print(sum(len(batch) for batch in DataLoader(list(range(8)), 2, num_workers=2)))
    """)
    done = run("script.py")
    assert (done.returncode, done.stdout, done.stderr) == (0, "8\n", "")


@pytest.mark.parametrize("tool", ["settrace", "setprofile", "threading"])
def test_a_debugger_or_profiler_in_the_program_changes_nothing(tool: str) -> None:
    begin = {
        "settrace": "sys.settrace(lambda frame, event, arg: None)",
        "setprofile": "sys.setprofile(lambda frame, event, arg: None)",
        "threading": "threading.settrace(lambda frame, event, arg: None)",
    }[tool]
    head = f"    import sys, threading\n    {begin}\n"
    write(head + SILENT.strip("\n"))
    done = run("script.py")
    assert done.stdout == "[24.0, 24.0, 24.0]\n"
    assert (done.returncode, done.stderr.count(FOUND)) == (66, 1)


def test_a_profiler_around_the_run_changes_nothing() -> None:
    write(SILENT)
    done = call("-m", "cProfile", "-o", "profile", "-m", "gradsan", "run", "script.py")
    assert "[24.0, 24.0, 24.0]\n" in done.stdout
    assert done.stderr.count(FOUND) == 1


def test_coverage_around_the_run_sees_the_script() -> None:
    pytest.importorskip("coverage")
    write(SILENT)
    done = call("-m", "coverage", "run", "--include", "script.py", "-m", "gradsan", "run",
                "script.py")  # fmt: skip
    assert done.stderr.count(FOUND) == 1
    told = call("-m", "coverage", "report")
    assert "100%" in told.stdout


@pytest.mark.parametrize("number", ["SIGINT", "SIGTERM", "SIGUSR1"])
def test_signals_are_the_programs(number: str) -> None:
    write(f"""
        import os, signal, torch
        def handle(number, frame):
            print("handled", flush=True)
        signal.signal(signal.{number}, handle)
        os.kill(os.getpid(), signal.{number})
    """)
    plain, done = call("script.py"), run("script.py")
    assert (done.returncode, done.stdout, done.stderr) == (0, "handled\n", plain.stderr)


def test_a_program_that_is_interrupted_is_still_reported() -> None:
    # A background job may have inherited that the signal is ignored.
    listen = "signal.signal(signal.SIGINT, signal.default_int_handler)"
    write(lines("import os, signal", f"{listen}; os.kill(os.getpid(), signal.SIGINT)"))
    done = run("script.py")
    assert done.returncode == 130
    assert "KeyboardInterrupt" in done.stderr
    assert done.stderr.count(FOUND) == 1


def test_a_folder_or_a_file_that_is_no_program_is_refused_clearly() -> None:
    Path("folder").mkdir()
    done = run("folder")
    assert (done.returncode, done.stderr) == (2, "gradsan: no such script: folder is a directory\n")
    Path("bytes.py").write_bytes(b"\x00\xff")
    plain, done = call("bytes.py"), run("bytes.py")
    assert done.returncode == plain.returncode == 1
    assert "SyntaxError" in done.stderr


BROKEN = """
import sys
import torch
from torch import nn
import gradsan
from gradsan.runtime import stacks, telling
from gradsan.runtime.log import WriteLog

def fail(*args, **kwargs):
    raise ValueError("broken")

net = nn.Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.ReLU(inplace=True), nn.Linear(4, 1))
opt = torch.optim.Adam(net.parameters(), fused=True)
with gradsan.guard():
    for step in range(2):
        if step == 1:
            match sys.argv[1]:
                case "frames":
                    stacks.kinds.clear()
                    stacks.classify = fail
                case "log":
                    WriteLog.writes_to = WriteLog.entries_to = fail
                case "telling":
                    telling.resolved = fail
        opt.zero_grad()
        y = net(torch.ones(4, 3)) * 2
        loss = (y ** 2).sum()
        y.data.mul_(1.5)
        loss.backward()
        opt.step()
        z, buffer = torch.ones(2, requires_grad=True), torch.ones(2)
        array = buffer.numpy()
        other = (z * buffer).sum()
        array[0] = 3
        other.backward()
        h = torch.exp(z)
        h += 1
        try:
            h.sum().backward()
        except RuntimeError as error:
            assert "modified by an inplace operation" in str(error)
        block = torch.utils.checkpoint.checkpoint(net, torch.ones(4, 3), use_reentrant=False)
        block.sum().backward()
print("fine")
"""


@pytest.mark.parametrize("part", ["frames", "log", "telling"])
def test_a_guard_that_breaks_says_one_line_and_the_program_goes_on(part: str) -> None:
    command = [sys.executable, "-W", "ignore", "-c", BROKEN, part]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, "fine\n"), done.stderr
    assert done.stderr == (
        "gradsan: the guard failed and is off from here on (ValueError: broken)\n"
    )


@pytest.mark.parametrize(
    "ending",
    [
        "sys.stderr.close()",
        "sys.stderr = io.StringIO()",
        "sys.stderr = None",
        "os.close(2)",
        "sys.stdout.close()",
    ],
)
def test_a_program_that_takes_a_stream_away_is_reported_all_the_same(ending: str) -> None:
    write(lines("import io, os, sys", "sys.stdout.flush()", ending))
    done = run("script.py")
    assert (done.returncode, done.stdout) == (66, "[24.0, 24.0, 24.0]\n")
    assert done.stderr.count(FOUND) == 1
    assert "Traceback" not in done.stderr


def test_a_clean_program_that_closes_stderr_ends_as_it_would() -> None:
    write("import sys\nimport torch\nsys.stderr.close()\n")
    done = run("script.py")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_a_report_tells_what_the_fix_costs_and_that_repair_would_do() -> None:
    write("""
        import torch
        x = torch.ones(32, 128, requires_grad=True)
        h = torch.exp(x)
        h.add_(1)
        h.sum().backward()
    """)
    told = run("script.py").stderr
    assert "costs 16.0 KiB" in told
    assert "or    run as it is, with right gradients: gradsan run --repair script.py" in told


def test_a_fused_step_tells_the_loss_and_no_version_that_moved() -> None:
    write("""
        import torch
        from torch.nn import Linear, Sequential
        net = Sequential(Linear(3, 4), Linear(4, 4), Linear(4, 1))
        opt = torch.optim.SGD(net.parameters(), lr=0.1, fused=True)
        out = net(torch.ones(8, 3))
        first, second = out.mean(), out.pow(2).mean()
        first.backward(retain_graph=True)
        opt.step()
        second.backward()
    """)
    told = run("script.py").stderr.replace("\n  ", " ")
    assert "`opt.step()` changed 2 weights that `second` still needs" in told
    assert " -> " not in told
    assert "so PyTorch raises" not in told
