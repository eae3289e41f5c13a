"""A whole report: findings in the order they are told, the tool that made them, a summary."""

from __future__ import annotations

from dataclasses import dataclass, field

from gradsan.model.finding import Finding

SCHEMA_VERSION = 1

# Silent corruption is what nobody else tells: it comes first.
_OUTCOME_ORDER = {"silent": 0, "raises": 1, "nonfinite": 2, "lost": 3, "repaired": 4, "advice": 5}


@dataclass(frozen=True, slots=True)
class Tool:
    """Who made the report, on what."""

    name: str = "gradsan"
    version: str = ""
    verb: str = "check"  # check | run
    target: str = ""  # the script of a run, for the commands that a report proposes
    frameworks: tuple[tuple[str, str], ...] = ()  # (name, version) of those that were loaded


@dataclass(frozen=True, slots=True)
class Report:
    """Findings and what was looked at to get them."""

    findings: tuple[Finding, ...] = ()
    tool: Tool = field(default_factory=Tool)
    files: int = 0  # read by check
    notes: tuple[str, ...] = ()  # e.g. «history incomplete: …»

    def told_in_order(self) -> Report:
        """Return the same report, silent corruption first, then by place."""
        ranked = sorted(
            self.findings,
            key=lambda finding: (_OUTCOME_ORDER[finding.outcome], finding.place, finding.code),
        )
        return Report(tuple(ranked), self.tool, self.files, self.notes)

    @property
    def fails(self) -> bool:
        """Whether a finding counts for the exit status."""
        return any(finding.fails for finding in self.findings)
