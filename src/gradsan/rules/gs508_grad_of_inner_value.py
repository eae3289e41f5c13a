"""GS508 grad-of-inner-value."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS508",
    name="grad-of-inner-value",
    frameworks=("torch",),
    says=".grad is read from a value that is not a leaf",
    why="""
        Only leaves keep a .grad. A value that an op has made (also by .to(), .cuda(), a cast,
        a product with a number) has none after backward unless retain_grad() was called. A leaf
        that is only an operand (`torch.randn(3, requires_grad=True).repeat(2)`) gets a gradient
        that nobody can read.
        """,
    outcome="lost",
    fix_safety="unsafe: call retain_grad() before backward, or make the leaf last.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                got = None
                """,
            leaf="x",
            bad="""
                y = x * 2  # made
                y.sum().backward()
                x.grad = y.grad  # cut
            """,
            good="""
                y = x * 2
                y.retain_grad()
                y.sum().backward()
                x.grad = y.grad
            """,
            outcome="lost",
            reference="torch.ones(2)",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` is None: the value is not a leaf",
    guilty="None here",
    made="made by an op here, so it is not a leaf",
    when_raised="raises",
)

_NAMELESS = Words(
    message="nobody can read the gradient: `{subject}` is a leaf without a name",
    guilty="the leaf is only an operand; what is kept is the result",
    needed="all gradient goes to leaves that nobody can ask",
    when_silent="lost",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "inner-grad", _WORDS, role="cut")
    yield from tell_incidents(RULE, query, "nameless-leaf", _NAMELESS, role="cut")


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a gradient that is read and is None."""
    return tell_mishap(RULE, event, "inner-grad", _WORDS, role="cut")
