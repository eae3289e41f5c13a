"""Count what a report holds and say it in one sentence."""

from __future__ import annotations

from dataclasses import dataclass

from gradsan.model.finding import Applicability, Finding, Fix
from gradsan.model.report import Report


@dataclass(frozen=True, slots=True)
class Tally:
    """How many findings there are of each kind."""

    findings: int
    errors: int
    warnings: int
    infos: int
    silent: int  # told among errors, warnings and infos
    repaired: int
    advice: int
    fixable: int  # with --fix
    unsafe_fixable: int  # with --fix --unsafe-fixes


def tally(report: Report) -> Tally:
    """Count the findings of a report."""
    told = report.findings
    severities = [finding.severity for finding in told if finding.fails]
    outcomes = [finding.outcome for finding in told]
    return Tally(
        findings=len(told),
        errors=severities.count("error"),
        warnings=severities.count("warning"),
        infos=severities.count("info"),
        silent=outcomes.count("silent"),
        repaired=outcomes.count("repaired"),
        advice=outcomes.count("advice"),
        fixable=sum(can_apply(finding.fix, "safe") for finding in told),
        unsafe_fixable=sum(can_apply(finding.fix, "unsafe") for finding in told),
    )


def can_apply(fix: Fix | None, applicability: Applicability) -> bool:
    """Tell whether there is a fix of this kind that changes something."""
    return fix is not None and fix.applicability == applicability and bool(fix.edits)


def summary(report: Report) -> str:
    """Say how much was found; a run without findings has nothing to say.

    >>> summary(Report(files=12))
    'no findings in 12 files'
    """
    is_check = report.tool.verb == "check"
    if not report.findings:
        return f"no findings in {_count(report.files, 'file')}" if is_check else ""
    counts = tally(report)
    where = _where(report.findings) if is_check else report.tool.target
    found = ", ".join(_found(counts)) + (f" in {where}" if where else "")
    fixable = ", ".join(_fixable(counts)) if is_check else ""
    return f"{found}; {fixable}" if fixable else found


def _found(counts: Tally) -> list[str]:
    words = [
        _count(number, noun)
        for number, noun in (
            (counts.errors, "error"),
            (counts.warnings, "warning"),
            (counts.infos, "info"),
        )
        if number
    ]
    if counts.silent:
        words[-1] += f" ({counts.silent} silent)"
    words += [f"{counts.repaired} repaired"] if counts.repaired else []
    words += [f"{counts.advice} advice"] if counts.advice else []
    return words


def _where(findings: tuple[Finding, ...]) -> str:
    return _count(len({finding.place.filename for finding in findings}), "file")


def _fixable(counts: Tally) -> list[str]:
    words = [f"{counts.fixable} can be fixed with --fix"] if counts.fixable else []
    if counts.unsafe_fixable:
        more = "more with" if words else "can be fixed with --fix"
        words.append(f"{counts.unsafe_fixable} {more} --unsafe-fixes")
    return words


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
