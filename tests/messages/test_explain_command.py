"""`gradsan explain`: where it reads, what it says, how it ends."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from gradsan.cli.entry import main

KNOWN = "RuntimeError: leaf variable has been moved into the graph interior\n"
PROGRAM = """import torch
x = torch.ones(3, requires_grad=True)
h = torch.exp(x)
h += 1
h.sum().backward()
"""


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def feed(monkeypatch: pytest.MonkeyPatch, data: str | bytes) -> None:
    raw = data if isinstance(data, bytes) else data.encode()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


def crash(source: str, name: str = "train.py") -> str:
    """Run a program that fails and return what it wrote to stderr."""
    Path(name).write_text(source)
    done = subprocess.run([sys.executable, name], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    return done.stderr


def test_a_known_text_on_stdin_exits_0(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, KNOWN)
    assert main(["explain"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("torch: a leaf became a result between forward and backward\n")
    assert err == ""


def test_a_dash_is_stdin(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, KNOWN)
    assert main(["explain", "-"]) == 0


def test_a_file_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    Path("crash.log").write_text(KNOWN)
    assert main(["explain", "crash.log"]) == 0


def test_an_unknown_text_exits_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, "KeyError: 'lr'\n")
    assert main(["explain"]) == 1
    assert "not known to me" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing.log", "cannot read missing.log: No such file or directory"),
        (".", "cannot read .: Is a directory"),
        ("train.py", "train.py is a program, not a traceback; gradsan run train.py"),
    ],
)
def test_what_cannot_be_read_exits_2(
    name: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["explain", name]) == 2
    out, err = capsys.readouterr()
    assert words in err
    assert out == ""


@pytest.mark.parametrize("text", ["", "\n \n", "\0\0"])
def test_an_empty_text_exits_2(
    text: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, text)
    assert main(["explain"]) == 2
    assert "nothing to explain" in capsys.readouterr().err


def test_a_terminal_is_told_what_to_paste(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal(KNOWN))
    assert main(["explain"]) == 0
    assert "Paste the traceback" in capsys.readouterr().err


def test_no_stdin_at_all_exits_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main(["explain"]) == 2


def test_a_wrong_format_exits_2(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exited:
        main(["explain", "--output-format", "xml"])
    assert exited.value.code == 2


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig", "latin-1"])
def test_other_encodings_are_read(encoding: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("crash.log").write_bytes(f"é {KNOWN}".encode(encoding))
    assert main(["explain", "crash.log"]) == 0


def test_a_large_file_is_read_in_part(capsys: pytest.CaptureFixture[str]) -> None:
    Path("huge.log").write_bytes(b"\xff\x00 epoch\n" * 6_000_000 + KNOWN.encode())
    assert main(["explain", "huge.log"]) == 0
    assert "only its head and its tail were read" in " ".join(capsys.readouterr().out.split())


def test_the_files_of_the_traceback_are_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, crash(PROGRAM))
    assert main(["explain"]) == 0
    out = capsys.readouterr().out
    assert "  showed  train.py:5  `h.sum().backward()`\n" in out
    assert "where the value was needed, not where the write happened" in out
    assert "  check   gradsan check train.py says:\ntrain.py:4:1: GS101 " in out
    assert "  next    gradsan run train.py  (" in out
    assert "site-packages" not in out


def test_findings_of_other_rules_are_only_counted(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    silent = (
        "import torch\nz = torch.ones(3, requires_grad=True)\ns = z.sigmoid()\n"
        "s.data.clamp_(min=0.1)\ns.sum().backward()\n"
    )
    feed(monkeypatch, crash(silent + PROGRAM))
    assert main(["explain"]) == 0
    out = capsys.readouterr().out
    assert "GS201 " not in out
    assert "and 1 more, of other rules" in out


def test_check_that_sees_nothing_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, crash("import torch\ntorch.ones(3).sum().backward()\n"))
    assert main(["explain"]) == 0
    assert "gradsan check train.py: check sees nothing there" in capsys.readouterr().out


def test_an_error_at_the_guilty_line_is_not_called_late(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, crash("import torch\ntorch.ones(3, requires_grad=True).numpy()\n"))
    assert main(["explain"]) == 0
    out = capsys.readouterr().out
    assert "  showed  train.py:2" in out
    assert "noticed" not in out


def test_files_that_are_gone_are_not_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = crash(PROGRAM)
    Path("train.py").unlink()
    feed(monkeypatch, text)
    assert main(["explain"]) == 0
    out = capsys.readouterr().out
    assert "  showed  train.py:5" in out
    assert "  check " not in out


def test_json_stands_alone_and_holds_everything(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, crash(PROGRAM))
    assert main(["explain", "--output-format", "json"]) == 0
    out, err = capsys.readouterr()
    told = json.loads(out)
    assert err == ""
    assert told["known"] is True
    assert told["message"]["name"] == "modified-in-place"
    assert told["facts"]["shape"] == "3"
    assert told["frames"][0]["filename"] == "train.py"
    assert [found["code"] for found in told["findings"]] == ["GS101"]
    assert told["next"] == "gradsan run train.py"


def test_json_of_an_unknown_text_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, "KeyError: 'lr'\n")
    assert main(["explain", "--output-format", "json"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["known"] is False
    assert told["message"] is None


def test_a_stream_that_knows_only_ascii_gets_ascii() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gradsan", "explain"],
        input="a leaf Variable that requires grad is being used in an in-place operation. é",
        capture_output=True,
        encoding="utf-8",
        env={"PYTHONIOENCODING": "ascii", "PATH": "", "PYTHONUTF8": "0"},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "w += ..." in done.stdout


def test_control_characters_of_the_text_do_not_reach_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    feed(monkeypatch, "KeyError: \x1b[2J\x07\u202e evil\n")
    assert main(["explain"]) == 1
    out = capsys.readouterr().out
    assert not {"\x1b", "\x07", "\u202e"} & set(out)


def test_explain_runs_without_any_framework_loaded() -> None:
    code = (
        "import sys, io; sys.stdin = io.StringIO('x: leaf variable was moved into the graph "
        "interior'); from gradsan.cli.entry import main; status = main(['explain']); "
        "assert not {'torch', 'jax', 'tensorflow', 'numpy'} & set(sys.modules); sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_file_that_is_nearly_right_is_answered_with_the_nearest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("train.log").write_text("x")
    assert main(["explain", "trian.log"]) == 2
    assert "did you mean train.log?" in capsys.readouterr().err
