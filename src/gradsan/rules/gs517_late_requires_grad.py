"""GS517 late-requires-grad."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS517",
    name="late-requires-grad",
    frameworks=("torch",),
    says="requires_grad is switched on too late, or where it cannot be",
    why="""
        Ops record a graph for what requires grad when they run. What was computed before the
        switch knows nothing of it. Of a value that an op has made the flag cannot be changed at
        all: only a leaf has one of its own. And only floating point numbers have a derivative.
        """,
    outcome="lost",
    fix_safety="unsafe: switch it on before the forward.",
    examples=(
        Example(
            setup="""
                import torch
                w = torch.ones(2, requires_grad=True)
                x = torch.tensor([3.0, 4.0])
                """,
            leaf="w",
            bad="""
                loss = (w * x).sum()
                x.requires_grad_()  # cut
                loss.backward()
                w.grad = x.grad  # needed
            """,
            good="""
                x.requires_grad_()
                loss = (w * x).sum()
                loss.backward()
                w.grad = x.grad
            """,
            outcome="lost",
            reference="torch.ones(2)",
        ),
    ),
)

_WORDS = Words(
    message="requires_grad comes after the forward: this gradient is None",
    guilty="too late: ops have read it already",
    needed="None here",
    when_raised="raises",
)
_INNER = Words(
    message="requires_grad of `{subject}` cannot be changed: the value is not a leaf",
    guilty="PyTorch raised here",
    made="made by an op here, so it is not a leaf",
    when_raised="raises",
)


_INTEGER = Words(
    message="integers cannot require a gradient",
    guilty="PyTorch raises here",
    made="made of integers here",
    when_raised="raises",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "late-requires-grad", _WORDS, role="cut")
    yield from tell_incidents(RULE, query, "inner-flag", _INNER, role="cut")
    yield from tell_incidents(RULE, query, "integer-flag", _INTEGER, role="cut")


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a switch that PyTorch refused."""
    return tell_mishap(RULE, event, "inner-flag", _INNER, role="cut") or tell_mishap(
        RULE, event, "integer-flag", _INTEGER, role="cut"
    )
