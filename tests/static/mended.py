"""Fix a program for the findings of one rule, and see that it runs afterwards."""

from __future__ import annotations

import pytest

from gradsan.static.engine import Settings, check_source, fix_source
from gradsan.static.source import Source, parse

pytest.importorskip("torch")


def found(program: str) -> set[str]:
    """Return the codes of what check finds in a program."""
    return {finding.code for finding in check_source(source_of(program))}


def source_of(program: str) -> Source:
    """Read a program."""
    source = parse(program.encode(), "a.py")
    assert isinstance(source, Source)
    return source


def mended(program: str, code: str) -> str:
    """Return a program after the unsafe fixes of a rule, which must find something in it."""
    source = source_of(program)
    assert code in found(program)
    text = fix_source(source, Settings(select=(code,)), unsafe=True).content.decode()
    if text != program:
        exec(compile(text, "a.py", "exec"), {"__name__": "mended"})
    return text
