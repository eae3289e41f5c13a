"""Workflow commands that GitHub Actions shows as annotations beside the code.

https://docs.github.com/en/actions/reference/workflow-commands-for-github-actions
"""

from __future__ import annotations

from gradsan.model.finding import Finding
from gradsan.model.report import Report
from gradsan.report.characters import visible
from gradsan.report.concise import told_shortly
from gradsan.report.formats import Look
from gradsan.report.notebook_words import line_in_cell

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def render_github(report: Report, look: Look) -> str:
    """Tell each finding as one workflow command."""
    commands = map(_command, report.findings)
    return "".join(f"{visible(command, only_ascii=look.ascii)}\n" for command in commands)


def escape_data(text: str) -> str:
    r"""Escape what follows the `::`.

    >>> escape_data("50%\nmore")
    '50%25%0Amore'
    """
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Escape the value of a property, which ends at a comma or a colon.

    >>> escape_property("C:/a,b.py")
    'C%3A/a%2Cb.py'
    """
    return escape_data(text).replace(":", "%3A").replace(",", "%2C")


def _command(finding: Finding) -> str:
    command = _COMMANDS[finding.severity] if finding.fails else "notice"
    properties = ",".join(f"{key}={escape_property(value)}" for key, value in _properties(finding))
    told = f"{finding.name}: {told_shortly(finding)}"
    if finding.place.cell is not None:
        told = f"{line_in_cell(finding.place)}: {told}"
    return f"::{command} {properties}::{escape_data(told)}"


def _properties(finding: Finding) -> list[tuple[str, str]]:
    title = [("title", f"gradsan ({finding.code})"), ("file", finding.place.filename)]
    if finding.place.cell is not None:  # GitHub counts the lines of the JSON; the text says where
        return [*title, ("line", "1")]
    start, end = finding.place.start, finding.place.end
    rows = [("line", str(start.row)), ("endLine", str(end.row))]
    if start.row == end.row:  # GitHub refuses columns on an annotation of several lines
        rows = [
            ("line", str(start.row)),
            ("col", str(start.column)),
            ("endLine", str(end.row)),
            ("endColumn", str(end.column)),
        ]
    return [*title, *rows]
