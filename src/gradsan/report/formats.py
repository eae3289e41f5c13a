"""The ways to tell a report: a name, a look, a function from report to text.

Renderers are pure: they print nothing, ask the terminal nothing and read no file. Each is
imported when first used, so that only `full` pays for rich.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gradsan.model.report import Report


@dataclass(frozen=True)
class Look:
    """How a report should look where it goes; `json` and `sarif` look the same everywhere."""

    width: int = 80  # in cells; `full` takes less than 40 as 40
    color: bool = False
    ascii: bool = False  # the stream cannot show more
    quiet: bool = False  # findings only, no summary


def _full(report: Report, look: Look) -> str:
    from gradsan.report.full import render_full

    return render_full(report, look)


def _concise(report: Report, look: Look) -> str:
    from gradsan.report.concise import render_concise

    return render_concise(report, look)


def _json(report: Report, look: Look) -> str:
    from gradsan.report.json_text import render_json

    return render_json(report)


def _sarif(report: Report, look: Look) -> str:
    from gradsan.report.sarif import render_sarif

    return render_sarif(report)


def _github(report: Report, look: Look) -> str:
    from gradsan.report.github import render_github

    return render_github(report, look)


FORMATS: dict[str, Callable[[Report, Look], str]] = {
    "full": _full,
    "concise": _concise,
    "json": _json,
    "sarif": _sarif,
    "github": _github,
}


def render(report: Report, format: str, look: Look | None = None) -> str:  # noqa: A002
    """Tell the report in the format of this name.

    >>> render(Report(files=12), "concise")
    'no findings in 12 files\\n'
    """
    if format not in FORMATS:
        raise ValueError(f'unknown format "{format}"; the formats are {", ".join(FORMATS)}')
    return FORMATS[format](report, look or Look())
