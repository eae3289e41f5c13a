"""gradsan verify and gradsan compare: inputs, exit codes, formats, bad input."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradsan.backends.inputs import drawn
from gradsan.cli.entry import main
from gradsan.model.input_spec import MAKERS, InputSpec, SpecError, parse_spec

pytest.importorskip("torch")

PROGRAM = """
import torch

MEMO = {}

def right(x, y):
    return torch.sin(x) * y

def wrong(x, y):
    return torch.sin(x.detach()) * y

def squared(z):
    return z * z

def kink(x):
    return torch.relu(x)

def remembers(x):
    if "scale" not in MEMO:
        MEMO["scale"] = float(x.sum())
    return x * MEMO["scale"]

remembers(torch.ones(3)) if __name__ == "functions" else None
number = 3
"""
INPUTS = ["--input", "randn(3, seed=1)", "--input", "rand(3, low=1, high=2)"]


@pytest.fixture
def functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    path = tmp_path / "functions.py"
    path.write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    return "functions.py"


def test_a_right_gradient_exits_0(functions: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", f"{functions}:right", *INPUTS, "--second-order"]) == 0
    assert capsys.readouterr().out.startswith("right: ")


def test_a_wrong_one_exits_1(functions: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", f"{functions}:wrong", *INPUTS]) == 1
    out = capsys.readouterr().out
    assert out.startswith("wrong: reverse mode claims 0 for argument 0")
    assert "the graph is cut" in out


def test_a_kink_exits_0_and_1_with_strict(functions: str) -> None:
    command = ["verify", f"{functions}:kink", "--input", "zeros(3)"]
    assert main(command) == 0
    assert main([*command, "--strict"]) == 1


def test_what_a_function_remembers_is_found_by_running_the_module_again(
    functions: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["verify", f"{functions}:remembers", "--input", "[1.0, 2.0, 3.0]"]
    assert main([*command, "--no-fresh"]) == 0
    assert main(command) == 1
    told = " ".join(capsys.readouterr().out.split())
    assert "a copy of it that was never called before" in told


def test_a_complex_input_has_both_parts(functions: str, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["verify", f"{functions}:kink", "--input", "randn(3, dtype=complex64)"]
    assert main(command) == 0  # relu takes no complex numbers
    assert "the function raises" in capsys.readouterr().out
    command[1] = f"{functions}:squared"
    assert main(command) == 0
    assert "argument 0 (re, im)" in capsys.readouterr().out


def test_the_line_of_a_cut_is_printed(functions: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", f"{functions}:wrong", *INPUTS]) == 1
    out = capsys.readouterr().out
    assert "  blame   functions.py:10 .detach() takes the value out of the graph" in out


def test_json_goes_to_the_file(functions: str, tmp_path: Path) -> None:
    main(["verify", f"{functions}:right", *INPUTS, "--output-format", "json", "-o", "a.json"])
    assert json.loads((tmp_path / "a.json").read_text())["answer"] == "right"


def test_compare_exits_1_if_gradients_differ(
    functions: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pair = [f"{functions}:right", f"{functions}:wrong"]
    assert main(["compare", *pair, *INPUTS, "--no-timing"]) == 1
    assert capsys.readouterr().out.startswith("same outputs, different gradients: argument 0[")
    assert main(["compare", pair[0], pair[0], *INPUTS]) == 0


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["verify", "nothing"], '"nothing" names no function; write package.module:function'),
        (["verify", "functions.py:rihgt"], 'functions.py has no "rihgt"; did you mean right?'),
        (["verify", "function.py:right"], "no such file: function.py; did you mean functions.py?"),
        (["verify", "no.such.module:f"], "no module named no"),
        (["verify", "functions.py:number"], "functions.py:number is not a function"),
        (["verify", "functions.py:right"], 'no input (--input "randn(3, 4)" for each argument)'),
        (
            ["verify", "functions.py:right", "--input", "rnadn(3)"],
            f"unknown input 'rnadn'; did you mean randn? (one of {', '.join(MAKERS)})",
        ),
    ],
)
def test_wrong_usage_is_one_line_and_exits_2(
    functions: str, words: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    assert capsys.readouterr().err == f"gradsan: {message}\n"


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')", "randn(open('x'))", "randn(3, seed=open('x'))",
        "randn(*[3])", "randn(**{})", "randn(-1)", "randn(3.5)", "randn(3, dtype=torch.float32)",
        "randn(3, dtype=complex)", "lambda: 1", "randn", "['a']", "[open('x')]", "", "(", "1 + 1",
        "randn(3, colour=1)", "randn(True)", "a.randn(3)", "[1,", "\x00",
    ],
)  # fmt: skip
def test_what_is_no_input_is_refused(text: str) -> None:
    with pytest.raises(SpecError):
        parse_spec(text)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with suppress(SpecError):
        assert isinstance(parse_spec(text), InputSpec)


@given(st.lists(st.integers(0, 4), max_size=3), st.integers(0, 9))
def test_a_seed_draws_the_same_values_again(shape: list[int], seed: int) -> None:
    text = f"randn({', '.join(map(str, shape))}{', ' if shape else ''}seed={seed})"
    spec = parse_spec(text)
    assert spec.shape == tuple(shape)
    assert (drawn(spec) == drawn(spec)).all()
