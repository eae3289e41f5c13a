"""What `ast.parse` accepts is checked, however deep one thing stands inside another."""

from __future__ import annotations

import sys
import threading

import pytest

from gradsan.static.engine import check_source
from gradsan.static.source import Trouble, parse
from tests.static.mended import source_of

HEAD = "import torch\nfrom torch import nn\n"
LEAF = f"{HEAD}x = torch.rand(3, requires_grad=True)\n"
FORWARD = f"{HEAD}class Net(nn.Module):\n    def forward(self, x, n):\n"
HAZARD = "h = x.exp()\nh += 1\nh.sum().backward()\n"
INSIDE = "        h = x.exp()\n        h += 1\n        return h\n"
CHOICES = "".join(f"        elif n == {at}:\n            return x\n" for at in range(900))


def rows_told(program: str) -> set[int]:
    return {finding.place.start.row for finding in check_source(source_of(program))}


def row_of(program: str, text: str) -> int:
    return [line.strip() for line in program.split("\n")].index(text) + 1


@pytest.mark.parametrize(
    "program",
    [
        f"{FORWARD}        if n is None:\n            return x\n{CHOICES}{INSIDE}",
        f"{FORWARD}        y = {' + '.join('x' * 2000)}\n{INSIDE}",
        f"{FORWARD}        y = x{'.relu()' * 1000}\n{INSIDE}",
        f"{FORWARD}        y = x{'.a' * 2000}\n{INSIDE}",
        f"{FORWARD}        y = x{'[0]' * 2000}\n{INSIDE}",
        f"{FORWARD}        y = {'-' * 1500}x\n{INSIDE}",
        f"{FORWARD}        y = {'x if n else ' * 900}x\n{INSIDE}",
        f"{LEAF}y = {' + '.join(['x.exp()'] * 900)}\n{HAZARD}",
        LEAF + "if x.sum() > 0:\n    y = x\n"
        + "".join(f"elif x.sum() > {at}:\n    y = x.sin()\n" for at in range(900)) + HAZARD,
        f"{HEAD}class C0(nn.Module):\n    pass\n"
        + "".join(f"class C{at + 1}(C{at}):\n    pass\n" for at in range(900))
        + f"class Last(C900):\n    def forward(self, x):\n{INSIDE}",
    ],
    ids=[
        "elif", "terms", "methods", "attributes", "items", "signs", "answers", "terms of a script",
        "elif of a script", "classes",
    ],
)  # fmt: skip
def test_a_write_beside_what_is_nested_deep_is_told(program: str) -> None:
    assert rows_told(program) == {row_of(program, "h += 1")}


@pytest.mark.parametrize(
    "line",
    [f"h += {' + '.join('x' * 2000)}", f"h.add_(1){'.relu()' * 900}", f"h = h{'.add_(1)' * 300}"],
    ids=["terms", "methods", "writes"],
)
def test_a_write_inside_what_is_nested_deep_is_told(line: str) -> None:
    program = f"{FORWARD}        h = x.exp()\n        {line}\n        return h\n"
    assert row_of(program, line) in rows_told(program)


def test_the_limit_of_calls_is_afterwards_what_it_was() -> None:
    before = sys.getrecursionlimit(), threading.stack_size(), threading.active_count()
    rows_told(f"{LEAF}y = {' + '.join('x' * 2000)}\n{HAZARD}")
    assert (sys.getrecursionlimit(), threading.stack_size(), threading.active_count()) == before


def test_what_is_not_deep_takes_no_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threading, "Thread", None)
    assert rows_told(LEAF + HAZARD)


def test_what_there_is_no_room_for_is_one_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    [finding] = check_source(source_of(f"{FORWARD}        y = x{'.relu()' * 1000}\n{INSIDE}"))
    assert (finding.code, finding.message) == ("GS002", "nested too deeply to be checked")


@pytest.mark.parametrize("opening", ["(", "[", "{1: ", "f(", "-(", "lambda: ("])
def test_what_python_cannot_parse_is_one_finding(opening: str) -> None:
    trouble = parse(f"{LEAF}y = {opening * 50_000}".encode(), "a.py")
    assert isinstance(trouble, Trouble)
    assert [finding.code for finding in check_source(trouble)] == ["GS001"]
