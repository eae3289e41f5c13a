"""The report for a person at a terminal: what happened, where, why, and what to do now.

A finding is a headline, its places in time order with carets under the expression, and
blocks of words. Everything is laid out here, to the cell; rich only paints it. No text of
the user is ever read as markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from io import StringIO

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from gradsan.model.finding import Finding, Label, Place
from gradsan.model.report import Report, Tool
from gradsan.report.blocks import blocks
from gradsan.report.characters import sentence, visible
from gradsan.report.excerpt import Excerpt, excerpt, fold
from gradsan.report.formats import Look
from gradsan.report.lines import Line, plain
from gradsan.report.notebook_words import home_of
from gradsan.report.summary import summary

MIN_WIDTH = 40
MIN_TEXT_ROOM = 24  # cells; with less beside the carets, the words go below them
ROLE_WIDTH = 7  # changed

_FLAG_STYLES = {
    "SILENT": "bold magenta",
    "error": "bold red",
    "warning": "bold yellow",
    "info": "bold cyan",
    "repaired": "bold green",
    "advice": "bold cyan",
}


def render_full(report: Report, look: Look) -> str:
    """Tell every finding at length, then the summary and the notes."""
    look = replace(look, width=max(look.width, MIN_WIDTH))
    lines: list[Line] = []
    for finding in report.findings:
        lines += [*_finding(finding, report.tool, look), ()]
    if look.quiet:
        return _paint(lines[:-1], look)
    for closing in (summary(report), *(f"note: {note}" for note in report.notes)):
        if closing:
            lines += plain(fold(sentence(closing, only_ascii=look.ascii), look.width, hang=2))
    return _paint(lines, look)


def _finding(finding: Finding, tool: Tool, look: Look) -> Iterator[Line]:
    yield from _headline(finding, look)
    yield ()
    yield from _places(finding, look)
    yield ()
    yield from blocks(finding, tool, look)


def _headline(finding: Finding, look: Look) -> Iterator[Line]:
    flag = _flag(finding)
    code, name, message = (
        sentence(text, only_ascii=look.ascii)
        for text in (finding.code, finding.name, finding.message)
    )
    head = f"{flag}[{code}]"
    doubt = " (maybe)" if finding.confidence == "maybe" else ""
    times = f" (seen {finding.count} times)" if finding.count > 1 else ""
    first, *others = fold(f"{head} {name}: {message}{doubt}{times}", look.width, hang=2)
    yield ((first[: len(head)], _FLAG_STYLES[flag]), (first[len(head) :], "bold"))
    yield from plain(others, "bold")


def _flag(finding: Finding) -> str:
    match finding.outcome:
        case "silent":
            return "SILENT"
        case "repaired" | "advice":
            return finding.outcome
        case _:
            return finding.severity


def _places(finding: Finding, look: Look) -> Iterator[Line]:
    rows = [finding.place.start.row, *(label.place.start.row for label in finding.labels)]
    gutter = max(5, 1 + max(len(str(row)) for row in rows))
    if not any(_is_guilty(label, finding) for label in finding.labels):
        yield from _bare_place(finding, look)
    for number, label in enumerate(finding.labels, start=1):
        yield from _place_heading(number, label, look)
        yield from _code(label, gutter, _is_guilty(label, finding), look)


def _is_guilty(label: Label, finding: Finding) -> bool:
    theirs, ours = label.place, finding.place
    return (theirs.home, theirs.start.row) == (ours.home, ours.start.row)


def _bare_place(finding: Finding, look: Look) -> Iterator[Line]:
    at = f"  at {_where(finding.place, look)}:{finding.place.start.column}"
    yield from plain(fold(at, look.width, hang=5))


def _place_heading(number: int, label: Label, look: Look) -> Iterator[Line]:
    opening = f"  {number}. {label.role:<{ROLE_WIDTH}}  "
    where = _where(label.place, look)
    if label.function:
        where += f" in {visible(label.function, only_ascii=look.ascii)}"
    first, *others = fold(where, look.width - len(opening))
    yield ((opening, "bold"), (first, ""))
    margin = " " * len(opening)
    yield from plain(margin + line for line in others)
    if label.called_from:
        yield from _beside(margin, f"called from {_where(label.called_from, look)}", look)


def _where(place: Place, look: Look) -> str:
    return f"{visible(home_of(place), only_ascii=look.ascii)}:{place.start.row}"


def _code(label: Label, gutter: int, is_guilty: bool, look: Look) -> Iterator[Line]:
    text = sentence(label.text, only_ascii=look.ascii)
    margin = f"{'':>{gutter}} |  "
    if not label.source:
        yield from _beside(margin, text, look) if text else ()
        return
    start, end = label.place.start, label.place.end
    stop = end.column - 1
    if end.row > start.row:
        stop = len(label.source[0])
        text = f"({'...' if look.ascii else '…'} to line {end.row}) {text}".rstrip()
    room = look.width - len(margin)
    shown = excerpt(label.source[0], start.column - 1, stop, room, only_ascii=look.ascii)
    yield ((f"{start.row:>{gutter}} |  ", "blue"), (shown.code, ""))
    yield from _carets(shown, text, margin, "bold red" if is_guilty else "bold yellow", look)


def _carets(shown: Excerpt, text: str, margin: str, style: str, look: Look) -> Iterator[Line]:
    """Draw the carets, with the words beside them if there is room, else below."""
    carets: Line = ((margin, "blue"), (" " * shown.start + "^" * shown.carets, style))
    beside = shown.start + shown.carets + 1
    room = look.width - len(margin)
    if not text:
        yield carets
    elif cell_len(text) <= room - beside or room - beside >= MIN_TEXT_ROOM:
        first, *others = fold(text, room - beside)
        yield (*carets, (f" {first}", ""))
        yield from (((margin, "blue"), (" " * beside + line, "")) for line in others)
    else:
        yield carets
        indent = shown.start if room - shown.start >= MIN_TEXT_ROOM else 0
        yield from _beside(margin + " " * indent, text, look)


def _beside(margin: str, text: str, look: Look) -> Iterator[Line]:
    """Fold a text to the right of a margin that is repeated on each line."""
    for line in fold(text, look.width - len(margin)):
        yield ((margin, "blue"), (line, ""))


def _paint(lines: Iterable[Line], look: Look) -> str:
    console = Console(
        file=StringIO(),
        force_terminal=look.color,
        force_jupyter=False,
        color_system="standard" if look.color else None,
        no_color=not look.color,
        width=look.width,
        legacy_windows=False,
        markup=False,
        emoji=False,
        highlight=False,
    )
    with console.capture() as capture:
        for line in lines:
            text = Text.assemble(*line, no_wrap=True, overflow="ignore")
            text.rstrip()
            console.print(text, crop=False, soft_wrap=True)
    return capture.get()
