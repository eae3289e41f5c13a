"""Fixes: safe where proved, refused otherwise, exact to the byte, and done once."""

from __future__ import annotations

import pytest

from gradsan.static.engine import Settings, check_source, fix_source
from gradsan.static.source import Source, parse
from tests.static.programs import BAD, FINE

HEAD = "import torch\nx = torch.rand(3, requires_grad=True)\n"


def fixed(program: str | bytes, *, maybe: bool = False, unsafe: bool = False) -> bytes:
    content = program if isinstance(program, bytes) else program.encode()
    source = parse(content, "a.py")
    assert isinstance(source, Source)
    return fix_source(source, Settings(maybe=maybe), unsafe=unsafe).content


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("y.add_(1)", "y = y.add(1)"),
        ("y.add_(1, alpha=2)  # why", "y = y.add(1, alpha=2)  # why"),
        ("y += 1", "y = y + 1"),
        ("y  *=  2", "y = y * 2"),
        ("y *= x + 1", "y = y * (x + 1)"),
        ("y -= x * 2", "y = y - x * 2"),
        ("y /= x if x.sum() else 2", "y = y / (x if x.sum() else 2)"),
        ("y.clamp_(\n    min=0,\n)", "y = y.clamp(\n    min=0,\n)"),
    ],
)
def test_a_safe_fix_rebinds_the_name(before: str, after: str) -> None:
    body = "y = x.exp()\n{}\ny.sum().backward()\n"
    assert fixed(HEAD + body.format(before)).decode() == HEAD + body.format(after)


@pytest.mark.parametrize(
    "body",
    [
        "y = x.exp()\nz = y\ny += 1\n(y + z).sum().backward()\n",
        "y = x.exp()\nz = y[0]\ny += 1\ny.sum().backward()\n",
        "y = x.exp()\nkeep = [y]\ny += 1\ny.sum().backward()\n",
        "y = x.exp()\nremember(y)\ny += 1\ny.sum().backward()\n",
        "def f(y):\n    z = y.exp()\n    y += 1\n    return z\nw = x * 1\nf(w).sum().backward()\n",
        "class A: pass\na = A()\na.y = x.exp()\na.y += 1\na.y.sum().backward()\n",
        "y = x.exp()\ny[0] = 1\ny.sum().backward()\n",
        "y = x.exp()\nz = y.add_(1)\nz.sum().backward()\n",
        "y = x.exp()\ny.data.add_(1)\ny.sum().backward()\n",
        "y = x.exp()\ndef f():\n    y.add_(1)\nf()\ny.sum().backward()\n",
        "def f():\n    y = x.exp()\n    def g():\n        y.add_(1)\n    g()\n    return y\n"
        "f().sum().backward()\n",
    ],
)
def test_no_safe_fix_where_another_name_could_see_the_change(body: str) -> None:
    assert fixed(HEAD + body) == (HEAD + body).encode()


@pytest.mark.parametrize("name", FINE)
def test_a_fine_program_is_not_touched(name: str) -> None:
    assert fixed(FINE[name], maybe=True, unsafe=True) == FINE[name].encode()


@pytest.mark.parametrize("name", BAD)
def test_a_second_fix_changes_nothing(name: str) -> None:
    once = fixed(BAD[name], unsafe=True)
    assert fixed(once, unsafe=True) == once


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_line_ends_bom_tabs_and_other_letters_stay_as_they_are(newline: str, bom: bytes) -> None:
    text = HEAD + "if True:\n\tä = x.exp(); s = 'é\u2028'; ä += 1  # ü\n\tä.sum().backward()\n"
    after = text.replace("ä += 1", "ä = ä + 1")
    got = fixed(bom + text.replace("\n", newline).encode())
    assert got == bom + after.replace("\n", newline).encode()


@pytest.mark.parametrize(
    "content",
    [
        f"# coding: latin-1\n{HEAD}y = x.exp()  # \xfc\ny += 1\ny.sum().backward()\n".encode(
            "latin-1"
        ),
        f"{HEAD}y = x.exp()\ny += 1\ny.sum().backward()\n".replace("\n", "\r").encode(),
    ],
    ids=["another encoding", "lines that end in CR"],
)
def test_other_encodings_and_line_ends_are_fixed_in_place(content: bytes) -> None:
    assert fixed(content) == content.replace(b"y += 1", b"y = y + 1")


def test_hazards_of_two_backwards_are_both_fixed() -> None:
    once = "y = x.exp()\ny += 1\ny.sum().backward()\n"
    assert fixed(HEAD + once * 2).decode() == HEAD + once.replace("y += 1", "y = y + 1") * 2


def test_all_findings_of_a_file_are_fixed_one_after_the_other() -> None:
    body = "y = x.exp()\ny += 1\nz = x.sigmoid()\nz.mul_(2)\n(y + z).sum().backward()\n"
    after = "y = x.exp()\ny = y + 1\nz = x.sigmoid()\nz = z.mul(2)\n(y + z).sum().backward()\n"
    assert fixed(HEAD + body).decode() == HEAD + after


def test_a_fix_that_was_taken_back_is_no_promise_any_more() -> None:
    program = HEAD + (
        "times = x.round().clamp(min=1).long()\n"  # a straight round is cut by the cast behind it
        "torch.arange(3.0).repeat_interleave(times).sum().backward()\n"
    )
    source = parse(program.encode(), "a.py")
    assert isinstance(source, Source)
    (before,) = check_source(source)
    after = fix_source(source, unsafe=True)
    assert before.fix is not None
    assert before.fix.applicability == "unsafe"
    assert after.content == source.content
    assert [finding.fix and finding.fix.applicability for finding in after.left] == ["display"]
