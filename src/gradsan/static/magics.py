r"""Make the code of a notebook cell plain Python: same rows, same columns of all that stays.

`%magic`, `!command` and `name?` become `pass`, `x = !command` becomes `x = __command__()`: a
name that nobody knows. A cell that belongs to another language (`%%bash`) becomes empty rows.
A line inside brackets or a string is never taken for a magic.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

# These run the rest of the cell as Python in the notebook's own names.
PYTHON_CELL_MAGICS = frozenset({"capture", "debug", "ipytest", "prun", "time", "timeit"})

_SUSPECT = re.compile(r"^[ \t]*(?:[%!?,;/]|.*[=][ \t]*[%!])|\?[ \t]*$", re.MULTILINE)
_CELL_MAGIC = re.compile(r"\s*%%(?P<name>\w*)")
_LINE_MAGIC = re.compile(r"(?P<indent>[ \t]*)(?:[%!?,;/])")
_HELP = re.compile(r"(?P<indent>[ \t]*)%{0,2}[\w.*\[\]'\"]+\?{1,2}[ \t]*$")
_ASSIGNED = re.compile(r"(?P<target>[ \t]*[\w.,* \t\[\]'\"]+=[ \t]*)(?:!|%(?=\w))")
_TOKEN = re.compile(
    r"""
      \#[^\n]*
    | (?P<triple>\"\"\"|''')
    | "(?:[^"\\\n]|\\.)*(?:"|$)
    | '(?:[^'\\\n]|\\.)*(?:'|$)
    | (?P<open>[(\[{]) | (?P<close>[)\]}])
    | \\$
    """,
    re.VERBOSE | re.DOTALL,
)


def to_python(cell: str) -> str:
    r"""Return the code of a cell without its magics.

    >>> to_python("%matplotlib inline\nx = (a\n % b)\nif x:\n    !ls\n")
    'pass\nx = (a\n % b)\nif x:\n    pass\n'
    """
    if not _SUSPECT.search(cell):
        return cell
    lines = cell.split("\n")
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    if match := _CELL_MAGIC.match(lines[first]):
        if match["name"] not in PYTHON_CELL_MAGICS:
            return "\n" * cell.count("\n")
        lines[first] = ""
    return "\n".join(_lines(lines))


def _lines(lines: list[str]) -> Iterator[str]:
    depth, quote, is_continued = 0, "", False
    is_magic = False  # a magic goes on after a backslash, as a statement does
    for line in lines:
        if is_magic:
            is_magic = line.endswith("\\")
            yield ""
            continue
        if not depth and not quote and not is_continued and (plain := _without_magic(line)):
            is_magic = line.endswith("\\")
            yield plain
            continue
        depth, quote, is_continued = _scan(line, depth, quote)
        yield line


def _without_magic(line: str) -> str:
    """Return what stands for a line that is a magic; empty if it is none."""
    if match := _LINE_MAGIC.match(line) or _HELP.match(line):
        return f"{match['indent']}pass"
    if match := _ASSIGNED.match(line):
        return f"{match['target']}__command__()"
    return ""


def _scan(line: str, depth: int, quote: str) -> tuple[int, str, bool]:
    """Follow brackets, strings and the last backslash through a line."""
    at = 0
    while True:
        if quote:
            end = re.compile(rf"(?:[^\\]|\\.)*?{quote}", re.DOTALL).match(line, at)
            if end is None:
                return depth, quote, False
            at, quote = end.end(), ""
        match = _TOKEN.search(line, at)
        if match is None:
            return depth, "", False
        at = match.end()
        if match["triple"]:
            quote = match["triple"]
        elif match["open"]:
            depth += 1
        elif match["close"]:
            depth = max(depth - 1, 0)
        elif match[0].endswith("\\") and not match[0].startswith("#"):
            return depth, "", True  # the statement, or a string in one kind of quotes, goes on
