"""What a rule is: the text a person reads and the examples that prove it."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Literal, TypeAlias

from gradsan.model.finding import (
    Confidence,
    Finding,
    Fix,
    Label,
    Outcome,
    Place,
    Severity,
)

Seer: TypeAlias = Literal["check", "guard"]

FAMILIES = {
    "GS0": "the tool itself",
    "GS1": "write after save, the framework raises",
    "GS2": "silent write",
    "GS3": "write to a leaf or a restricted view",
    "GS4": "order of forward, backward and step",
    "GS5": "gradient lost (cut graph)",
    "GS6": "non-finite gradient",
    "GS7": "custom derivative rules",
    "GS8": "stale or leaked captures",
    "GS9": "advice",
}


@dataclass(frozen=True, slots=True)
class Example:
    """A bad program and a good one that does what was meant.

    `# saved`, `# changed`, `# needed` at the end of a line of `bad` mark the places a
    report must name. The gradient of `leaf` after `bad` and after `good` decides whether
    `outcome` is true; `reference` is its right gradient, written as an expression.
    """

    setup: str
    leaf: str
    bad: str
    good: str
    outcome: Outcome
    reference: str
    seen_by: tuple[Seer, ...] = ("check", "guard")
    semantics: Literal["executed", "intended"] = "executed"

    def program(self, body: str) -> str:
        """Join setup and body into a program that can be run."""
        return f"{inspect.cleandoc(self.setup)}\n{inspect.cleandoc(body)}\n"


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of wrong, with its name, its reason and its proof."""

    code: str
    name: str
    frameworks: tuple[str, ...]
    says: str
    why: str
    outcome: Outcome
    fix_safety: str
    examples: tuple[Example, ...] = ()
    severity: Severity = "error"
    seen_by: tuple[Seer, ...] = ("check", "guard")
    seen_by_why: str = ""  # a rule seen by only one of the two says why
    default: bool = True  # GS9 is off unless selected

    @property
    def family(self) -> str:
        """The kind of wrong it belongs to."""
        return FAMILIES[self.code[:3]]

    @property
    def url(self) -> str:
        """Where its page is, from the root of the documentation."""
        return f"docs/rules/{self.code}.md"

    def finding(
        self,
        message: str,
        place: Place,
        *,
        labels: tuple[Label, ...] = (),
        why: str = "",
        framework: str | None = None,
        outcome: Outcome | None = None,
        confidence: Confidence = "proved",
        notes: tuple[tuple[str, str], ...] = (),
        count: int = 1,
        fix: Fix | None = None,
    ) -> Finding:
        """Make a finding of this rule."""
        return Finding(
            code=self.code,
            name=self.name,
            framework=framework or (self.frameworks[0] if self.frameworks else ""),
            severity=self.severity,
            outcome=outcome or self.outcome,
            confidence=confidence,
            message=message,
            place=place,
            labels=labels,
            why=why or " ".join(self.why.split()),
            notes=notes,
            count=count,
            url=self.url,
            fix=fix,
        )
