"""GS602 singular-point."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS602",
    name="singular-point",
    frameworks=("torch",),
    says="a function is used at a point where its derivative is infinite",
    why="""
        The derivative of sqrt, of log, of a power below one and of a quotient by its divisor is
        infinite at zero, that of acos and asin at one and minus one. Such a value in the data
        gives an infinite gradient, and NaN as soon as it is multiplied by zero. A clamp to
        exactly one does not help: where it acts, its own derivative is that zero. A result that has
        left the finite numbers does the same: inf - inf, inf / inf and 0 * inf are NaN.
        """,
    outcome="nonfinite",
    fix_safety=(
        "unsafe: add a small constant inside, or clamp; in `p * p.log()` of masked p, ones for 0."
    ),
    examples=(
        Example(
            setup="import torch",
            leaf="x",
            bad="""
                x = torch.tensor([0.0, 4.0], requires_grad=True)  # made
                torch.sqrt(x).sum().backward()  # cut
            """,
            good="""
                x = torch.tensor([0.0, 4.0], requires_grad=True)
                torch.sqrt(x + 1.0).sum().backward()
            """,
            outcome="nonfinite",
            reference="0.5 / torch.sqrt(torch.tensor([1.0, 5.0]))",
        ),
        Example(
            setup="import torch",
            leaf="x",
            bad="""
                x = torch.tensor([1.0, 0.6], requires_grad=True)
                c = x.clamp(-1.0, 1.0)  # made
                torch.acos(c).sum().backward()  # cut
            """,
            good="""
                x = torch.tensor([1.0, 0.6], requires_grad=True)
                c = x.clamp(-0.999, 0.999)
                torch.acos(c).sum().backward()
            """,
            outcome="nonfinite",
            reference="torch.tensor([0.0, -1.25])",
        ),
    ),
)

_WORDS = Words(
    message="{subject} where its derivative is infinite",
    guilty="infinite derivative",
    made="the value comes from here",
    when_silent="nonfinite",
)


_OVERFLOW = Words(
    message="the result of {subject} is the first that is not finite; its gradient is NaN or inf",
    guilty="gives inf or NaN",
    needed="makes NaN or inf of it",
    when_silent="nonfinite",
)
_INPUT = Words(
    message="{subject} is given numbers that are not finite: its gradient is NaN or inf",
    guilty="inf or NaN goes in",
    needed="makes NaN or inf of it",
    when_silent="nonfinite",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "singular-point", _WORDS, role="cut")


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    kinds = {"singular-point": _WORDS, "overflow": _OVERFLOW, "nonfinite-input": _INPUT}
    found = (tell_mishap(RULE, event, kind, words, "cut") for kind, words in kinds.items())
    return next(filter(None, found), None)
