"""The blocks of words under a finding: why, further notes, the fix, where to read on.

why   The derivative of exp is its own result.
fix   safe: `h` has one name
      17 -  h.add_(b)
      17 +  h = h.add(b)
      gradsan check model.py --select GS101 --fix
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator

from gradsan.model.finding import Finding, Fix
from gradsan.model.report import Tool
from gradsan.report.characters import paragraph, sentence, visible
from gradsan.report.diff import Change, changes
from gradsan.report.excerpt import fold, indentation, spread, window
from gradsan.report.formats import Look
from gradsan.report.lines import Line, plain
from gradsan.report.notebook_words import home_of, line_in_cell

MIN_HEADING, MAX_HEADING = 4, 12
OR = "or"
_SIGN_STYLES = {"-": "red", "+": "green"}


def blocks(finding: Finding, tool: Tool, look: Look) -> Iterator[Line]:
    """Yield the headed lines of a finding, their words beginning in one column."""
    headings = [sentence(note, only_ascii=True)[:MAX_HEADING] for note, _ in finding.notes]
    column = 2 + max([MIN_HEADING, *map(len, headings)]) + 2
    room = look.width - column
    if finding.why:
        yield from _headed("why", column, _words(finding.why, room, look))
    told = [(head, text) for head, (_, text) in zip(headings, finding.notes, strict=True)]
    for heading, text in told:
        if heading != OR:
            yield from _headed(heading, column, _words(text, room, look))
    if finding.fix:
        yield from _headed("fix", column, _fix(finding, finding.fix, room, look))
    for heading, text in told:
        if heading == OR:  # what can be done instead
            yield from _headed(heading, column, _words(text, room, look))
    code = sentence(finding.code, only_ascii=look.ascii)
    yield from _headed("doc", column, plain(fold(f"gradsan rule {code}", room)))
    if tool.verb == "check" and not code.startswith("GS0"):
        skip = f'add "# gradsan: ignore[{code}] why" to {line_in_cell(finding.place)}'
        yield from _headed("skip", column, plain(fold(skip, room)))


def _headed(heading: str, column: int, lines: Iterable[Line]) -> Iterator[Line]:
    opening = f"  {heading}"
    for line in lines:
        yield ((f"{opening:<{column}}", "bold cyan"), *line)
        opening = ""


def _words(text: str, room: int, look: Look) -> Iterator[Line]:
    for line in paragraph(text, only_ascii=look.ascii):
        yield from plain(fold(line, room))


def _fix(finding: Finding, fix: Fix, room: int, look: Look) -> Iterator[Line]:
    yield from _words(f"{fix.applicability}: {fix.message}".rstrip(": "), room, look)
    yield from _diff(finding, fix, room, look)
    if fix.edits and fix.applicability != "display":
        yield from _command(finding, fix, room, look)


def _diff(finding: Finding, fix: Fix, room: int, look: Look) -> Iterator[Line]:
    told = list(changes(fix.edits, finding.labels))
    indent = min((indentation(one.text) for one in told if one.text.strip()), default=0)
    digits = max((len(str(one.row)) for one in told), default=0)
    home = home_of(finding.place)
    for change in told:
        if change.home != home:
            home = change.home
            yield from plain(fold(visible(f"{home}:", only_ascii=look.ascii), room))
        opening = f"{change.row:>{digits}} {change.sign}  "
        shown = _changed_line(change, indent, room - len(opening), look)
        yield ((opening + shown, _SIGN_STYLES[change.sign]),)


def _changed_line(change: Change, indent: int, room: int, look: Look) -> str:
    pieces = spread(change.text.rstrip(), only_ascii=look.ascii)[indent:]
    focus = min(max(change.focus - indent, 0), len(pieces))
    return window(pieces, focus, min(focus + 1, len(pieces)), room, only_ascii=look.ascii).code


def _command(finding: Finding, fix: Fix, room: int, look: Look) -> Iterator[Line]:
    """Say how to apply the fix, ready to be pasted; there is no command for a notebook cell."""
    filenames = list(dict.fromkeys(edit.place.filename for edit in fix.edits))
    if any(filename.startswith("<") for filename in filenames):
        return
    unsafe = " --unsafe-fixes" if fix.applicability == "unsafe" else ""
    files = " ".join(shlex.quote(filename) for filename in filenames)
    command = f"gradsan check {files} --select {finding.code} --fix{unsafe}"
    *others, last = fold(visible(command, only_ascii=look.ascii), room - 2, hang=2)
    yield from plain([*(f"{line} \\" for line in others), last], "bold")
