"""check on spoilt programs: it never crashes, never hangs, never writes what does not parse.

Real sources lose, double and swap lines and tokens. GRADSAN_FUZZ=20000 makes the slow test
longer; GRADSAN_FUZZ_SEED starts it elsewhere. A program that fails is printed whole.
"""

from __future__ import annotations

import ast
import os
import random
import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import gradsan
from gradsan.static.engine import Settings, check_source, fix_source
from gradsan.static.magics import to_python
from gradsan.static.source import Source, Trouble, parse
from tests.static.programs import BAD, FINE

QUICK = 300
SLOW = int(os.environ.get("GRADSAN_FUZZ", "2000"))
SEED = int(os.environ.get("GRADSAN_FUZZ_SEED", "20261115"))
MAX_SECONDS = 5.0  # of processor time
EVERYTHING = Settings(select=("ALL",), maybe=True)

_TOKEN = re.compile(r"\w+|[ \t]+|\n|.")
_ROOT = Path(__file__).parents[2]


def seeds() -> list[str]:
    """Return real sources to spoil: programs of the tests, rule examples, examples, rules."""
    rules = sorted((Path(gradsan.__file__).parent / "rules").glob("gs*.py"))
    examples = sorted((_ROOT / "examples").glob("*.py"))
    files = [path.read_text(encoding="utf-8") for path in (*examples, *rules)]
    return [*BAD.values(), *FINE.values(), *files, *_inside(files)]


def _inside(files: list[str]) -> list[str]:
    """Return the programs that rule files carry as strings."""
    found = []
    for text in files:
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                lines = node.value.strip("\n").split("\n")
                if len(lines) > 2:
                    program = "\n".join(line.removeprefix(" " * 12) for line in lines)
                    setup = "x = torch.randn(4, requires_grad=True)\n"
                    found.append(f"import torch\n{setup}{program}\n")
    return found


def spoil(text: str, others: list[str], chance: random.Random) -> str:
    """Change a few lines or tokens."""
    for _ in range(chance.randint(1, 6)):
        by_lines = chance.random() < 0.5
        parts = text.splitlines(keepends=True) if by_lines else _TOKEN.findall(text)
        if not parts:
            return text
        at, there = chance.randrange(len(parts)), chance.randrange(len(parts))
        match chance.randrange(5):
            case 0:
                del parts[at]
            case 1:
                parts.insert(there, parts[at])
            case 2:
                parts[at], parts[there] = parts[there], parts[at]
            case 3:
                parts[at] = parts[there]
            case _:
                other = chance.choice(others)
                pieces = other.splitlines(keepends=True) if by_lines else _TOKEN.findall(other)
                if pieces:
                    parts.insert(at, chance.choice(pieces))
        text = "".join(parts)
    return text


def spoilt(count: int, seed: int) -> Iterator[str]:
    chance = random.Random(seed)
    texts = seeds()
    for _ in range(count):
        # Most changes break the syntax, and then there is little to survive: try a few times.
        tries = (spoil(chance.choice(texts), texts, chance) for _ in range(12))
        yield next((text for text in tries if _parses(text)), texts[0][:-1])


def _parses(text: str) -> bool:
    return isinstance(parse(text.encode(), "a.py"), Source)


def survive(text: str) -> None:
    """Check and fix a program; say which one it was if that goes wrong."""
    begin = time.process_time()
    try:
        source = parse(text.encode("utf-8", "surrogatepass"), "a.py")
        findings = check_source(source, EVERYTHING)
        if isinstance(source, Trouble):
            assert len(findings) == 1
            return
        for finding in findings:
            rows = (finding.place.start.row, finding.place.end.row)
            assert 1 <= rows[0] <= rows[1] <= len(source.lines)
        fixed = fix_source(source, EVERYTHING, unsafe=True).content
        assert isinstance(parse(fixed, "a.py"), Source), "the fixed program does not parse"
        took = time.process_time() - begin
        assert took < MAX_SECONDS, f"took {took:.1f} s"
    except Exception as error:  # noqa: BLE001 - whatever it is, the program is wanted
        pytest.fail(f"{error!r} on:\n{text}", pytrace=True)


def test_spoilt_programs_are_survived() -> None:
    for text in spoilt(QUICK, SEED):
        survive(text)


@pytest.mark.slow
def test_many_spoilt_programs_are_survived() -> None:
    for text in spoilt(SLOW, SEED + 1):
        survive(text)


relaxed = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
words = st.sampled_from(
    ["torch", "x", "h", ".", "(", ")", "[", "]", ":", "=", "+=", "\n", "\n    ", "exp", "add_",
     "backward", "def ", "class ", "if ", "for ", "in ", "while ", "with ", "try", "except ",
     "lambda ", "yield ", "await ", "async ", "return ", "*", "**", ",", "1", "'s'", "None", "data",
     "no_grad", "import ", "from ", "as ", "match ", "case ", "_", "nn", "self", "@", ":=", "->"]
)  # fmt: skip


@relaxed
@given(st.text(max_size=200))
def test_arbitrary_text_is_survived(text: str) -> None:
    survive(text)


@relaxed
@given(st.lists(words, max_size=60))
def test_arbitrary_words_are_survived(parts: list[str]) -> None:
    survive("import torch\n" + "".join(parts))


@relaxed
@given(st.binary(max_size=100))
def test_arbitrary_bytes_are_survived(content: bytes) -> None:
    check_source(parse(content, "a.py"), EVERYTHING)


@relaxed
@given(st.lists(st.one_of(words, st.sampled_from(["%", "!", "?", "%%", "\\"])), max_size=40))
def test_arbitrary_cells_are_survived(parts: list[str]) -> None:
    survive(to_python("".join(parts)))
