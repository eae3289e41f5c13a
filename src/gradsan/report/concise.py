"""One line for each finding, as compilers and linters have it."""

from __future__ import annotations

from gradsan.model.finding import Finding
from gradsan.model.report import Report
from gradsan.report.characters import sentence, visible
from gradsan.report.formats import Look
from gradsan.report.notebook_words import home_of, line_in_cell
from gradsan.report.summary import summary


def render_concise(report: Report, look: Look) -> str:
    """Tell each finding on one line, then the summary and the notes."""
    lines = [_line(finding, look) for finding in report.findings]
    if not look.quiet:
        closing = [summary(report), *(f"note: {note}" for note in report.notes)]
        lines += [sentence(line, only_ascii=look.ascii) for line in closing if line]
    return "".join(f"{line}\n" for line in lines)


def told_shortly(finding: Finding) -> str:
    """Say what happened in one sentence, with where it began."""
    doubt = " (maybe)" if finding.confidence == "maybe" else ""
    times = f" (seen {finding.count} times)" if finding.count > 1 else ""
    return f"{finding.message}{_origin(finding)}{doubt}{times}"


def _line(finding: Finding, look: Look) -> str:
    start = finding.place.start
    home = visible(home_of(finding.place), only_ascii=look.ascii)
    what = f"{finding.code} {finding.name}: {told_shortly(finding)}"
    return f"{home}:{start.row}:{start.column}: {sentence(what, only_ascii=look.ascii)}"


def _origin(finding: Finding) -> str:
    """Name the first place of the story, unless it is the guilty one itself."""
    if not finding.labels or finding.labels[0].place == finding.place:
        return ""
    first = finding.labels[0]
    row = first.place.start.row
    if first.place.home == finding.place.home:
        return f" ({first.role} line {row})"
    if first.place.filename == finding.place.filename:
        return f" ({first.role} {line_in_cell(first.place)})"
    return f" ({first.role} {visible(home_of(first.place))}:{row})"
