"""GS506 parameter-from-tensor."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS506",
    name="parameter-from-tensor",
    frameworks=("torch",),
    says="nn.Parameter() of a computed tensor cuts the graph",
    why="""
        nn.Parameter makes a new leaf. What it was computed from gets no gradient: the new
        leaf gets it instead.
        """,
    outcome="lost",
    fix_safety=(
        "unsafe: a layer of torch.nn takes the tensor itself in the place of its parameter; else "
        "use functional_call or parametrize, or make the parameter once in __init__."
    ),
    examples=(
        Example(
            setup="""
                import torch
                log_w = torch.zeros(1, 2, requires_grad=True)
                net = torch.nn.Linear(2, 1, bias=False)
                """,
            leaf="log_w",
            bad="""
                net.weight = torch.nn.Parameter(torch.exp(log_w))  # cut
                net(torch.ones(1, 2)).sum().backward()
            """,
            good="""
                weight = torch.exp(log_w)
                torch.nn.functional.linear(torch.ones(1, 2), weight).sum().backward()
            """,
            outcome="lost",
            reference="torch.ones(1, 2)",
        ),
    ),
)

_WORDS = Words(
    message="{subject} makes a new leaf: gradient stops here",
    guilty="the new leaf gets the gradient, what it was made of gets none",
    needed="backward ends here",
    when_silent="lost",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "cut-parameter", _WORDS, role="cut")


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a leaf that took the gradient of what an optimizer holds."""
    return tell_mishap(RULE, event, "cut-parameter", _WORDS, role="cut")
