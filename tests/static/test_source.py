"""Reading source: whatever the bytes are, a Source or a Trouble comes back."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradsan.static.source import Source, Trouble, parse, read


def test_a_file_that_parses_gives_its_tree() -> None:
    source = parse(b"x = 1\n", "a.py")
    assert isinstance(source, Source)
    assert isinstance(source.tree.body[0], ast.Assign)


def test_a_syntax_error_tells_its_place() -> None:
    trouble = parse(b"x = 1\ny = = 2\n", "a.py")
    assert isinstance(trouble, Trouble)
    assert trouble.is_syntax
    assert (trouble.row, trouble.column) == (2, 5)


@pytest.mark.parametrize(
    ("content", "is_syntax", "message"),
    [
        (b"x = 1\n\0", True, "source has a null byte"),
        (b"\xff\xfe\x00", True, "source has a null byte"),
        (b"x = '\xe9'\n", False, "cannot be decoded: "),
        (b"# coding: no-such-thing\n", False, "cannot be decoded: unknown encoding"),
        (b"(" * 2000 + b")" * 2000, True, ""),
        (b"x = " + b"-" * 200_000 + b"1\n", True, ""),
        (b"x = " + b"9" * 6000 + b"\n", True, ""),
    ],
)
def test_content_that_cannot_be_checked_is_told(
    content: bytes, is_syntax: bool, message: str
) -> None:
    trouble = parse(content, "a.py")
    assert isinstance(trouble, Trouble)
    assert trouble.is_syntax is is_syntax
    assert trouble.message.startswith(message)
    assert "\n" not in trouble.message


def test_a_missing_file_is_told(tmp_path: Path) -> None:
    trouble = read(tmp_path / "nothing.py")
    assert isinstance(trouble, Trouble)
    assert trouble.message == "no such file or directory"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("x = f(ä)\n".encode(), "f(ä)"),
        ("x = f(ä)\n".encode("latin-1"), None),
        (b"# coding: latin-1\nx = f('\xe4')\n", "f('ä')"),
        (b"# a\r# coding: latin-1\rx = f('\xe4')\r", "f('ä')"),
        (b"# a\rx = f(1, encoding=None)\r", "f(1, encoding=None)"),
        (b"\xef\xbb\xbfx = f(1)\r\n", "f(1)"),
        ("x = f('\u2028')\n".encode(), "f('\u2028')"),
        (b"x = f(1,\r\n  2)\r\n", "f(1,\n  2)"),
        (b"\tx = 1\n", None),
        (b"if 1:\n\tx = f(1)\n", "f(1)"),
        (b"\x0cx = f(1)\n", "f(1)"),
    ],
)
def test_a_place_gives_back_the_text_of_its_node(content: bytes, text: str | None) -> None:
    source = parse(content, "a.py")
    if text is None:
        assert isinstance(source, Trouble)
        return
    assert isinstance(source, Source)
    [call] = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call)]
    assert source.text(source.place(call)) == text


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_told(content: bytes) -> None:
    assert isinstance(parse(content, "a.py"), Source | Trouble)


@given(st.text(alphabet="ab=+()[]{}:,.'\"#\\ \n\t\r\f0_é", max_size=60))
def test_any_text_is_read_or_told(text: str) -> None:
    assert isinstance(parse(text.encode(), "a.py"), Source | Trouble)
