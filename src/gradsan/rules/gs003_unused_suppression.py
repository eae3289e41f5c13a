"""GS003 unused-suppression."""

from __future__ import annotations

from gradsan.model.rule import Rule

RULE = Rule(
    code="GS003",
    name="unused-suppression",
    frameworks=(),
    says="a suppression comment that silences nothing",
    why="""
        A comment that silences nothing hides the next real finding on its line, and
        tells readers of a hazard that is not there. Remove it.
        """,
    outcome="raises",
    fix_safety="none is offered",
    severity="warning",
    seen_by=("check",),
    seen_by_why="it is about the source file, not about a run",
)
