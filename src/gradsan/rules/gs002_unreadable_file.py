"""GS002 unreadable-file."""

from __future__ import annotations

from gradsan.model.rule import Rule

RULE = Rule(
    code="GS002",
    name="unreadable-file",
    frameworks=(),
    says="a file that cannot be read or decoded",
    why="""
        The file is missing, not readable, too large, or its bytes are not in the
        encoding it declares. It was not checked; the run goes on with the other files.
        """,
    outcome="raises",
    fix_safety="none is offered",
    severity="error",
    seen_by=("check",),
    seen_by_why="it is about the source file, not about a run",
)
