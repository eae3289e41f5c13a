"""The frame of the command line: help, version, unknown commands, colour, rule."""

from __future__ import annotations

import io
import json
import subprocess
import sys

import pytest

from gradsan.cli.entry import COMMANDS, main
from gradsan.cli.output import wants_color
from gradsan.rules.index import entries


def test_the_version_tells_what_it_was_tested_with(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["--version"])
    assert stop.value.code == 0
    assert capsys.readouterr().out.startswith("gradsan 0.1.0 (tested with torch 2.13.0")


def test_no_command_shows_the_help_and_exits_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    out = capsys.readouterr().out
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main([command, "--help"])
    assert stop.value.code == 0
    assert "gradsan" in capsys.readouterr().out


def test_an_unknown_command_is_answered_with_the_nearest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["chekc"]) == 2
    commands = "check, run, verify, compare, rule, explain"
    expected = f'gradsan: unknown command "chekc"; did you mean check? (one of {commands})'
    assert capsys.readouterr().err.strip() == expected


def test_python_dash_m_runs_it() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "gradsan", "rule", "GS101"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("# GS101 write-to-saved-value\n")


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m gradsan rule --all --output-format json | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("environment", "flag", "expected"),
    [
        ({}, "always", True),
        ({"FORCE_COLOR": "1"}, "never", False),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, "auto", True),
        ({"NO_COLOR": "1"}, "auto", False),
        ({"TERM": "dumb"}, "auto", False),
        ({}, "auto", False),
    ],
)
def test_colour_is_decided_in_order(
    environment: dict[str, str], flag: str, expected: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert wants_color(io.StringIO(), flag) is expected


def test_rule_lists_all_rules_under_their_families(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "--all"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("GS0  the tool itself\n  GS001  syntax-error")
    assert all(entry.rule.code in out for entry in entries())


def test_rule_as_json_is_a_list_of_objects(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "--all", "--output-format", "json"]) == 0
    rules = json.loads(capsys.readouterr().out)
    assert [item["code"] for item in rules] == [entry.rule.code for entry in entries()]
    assert all(item["why"] for item in rules)


def test_rule_without_a_name_exits_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule"]) == 2
    assert "gradsan rule --all lists them" in capsys.readouterr().err


def test_an_unknown_rule_exits_2_with_the_nearest(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rule", "write-to-saved-valu"]) == 2
    assert "did you mean write-to-saved-value?" in capsys.readouterr().err
