"""GS001 syntax-error."""

from __future__ import annotations

from gradsan.model.rule import Rule

RULE = Rule(
    code="GS001",
    name="syntax-error",
    frameworks=(),
    says="a file that Python cannot parse",
    why="""
        A file that does not parse cannot be checked. The run goes on with the other
        files.
        """,
    outcome="raises",
    fix_safety="none is offered",
    severity="error",
    seen_by=("check",),
    seen_by_why="it is about the source file, not about a run",
)
