"""GS521 grad-out-of-reach."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS521",
    name="grad-out-of-reach",
    frameworks=("torch",),
    says=".grad is read from a leaf that backward does not come to",
    why="""
        Backward gives a gradient to the leaves that require one and that the loss was computed
        from. A tensor that does not require grad, or whose values were taken out of the graph on
        the way to the loss, has none: .grad is None.
        """,
    outcome="lost",
    fix_safety="unsafe: ask for the gradient where the tensor is made, or keep the graph.",
    examples=(
        Example(
            setup="""
                import torch
                w = torch.ones(2, requires_grad=True)
                x = torch.tensor([3.0, 4.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                features = x * 2
                loss = (w * features.detach()).sum()  # cut
                loss.backward()
                slope = x.grad  # needed
            """,
            good="""
                features = x * 2
                loss = (w * features).sum()
                loss.backward()
                slope = x.grad
            """,
            outcome="lost",
            reference="torch.full((2,), 2.0)",
        ),
        Example(
            setup="""
                import torch
                w = torch.ones(2, requires_grad=True)
                """,
            leaf="x",
            bad="""
                x = torch.tensor([3.0, 4.0])  # made
                (w * x).sum().backward()
                slope = x.grad  # cut
            """,
            good="""
                x = torch.tensor([3.0, 4.0], requires_grad=True)
                (w * x).sum().backward()
                slope = x.grad
            """,
            outcome="lost",
            reference="torch.ones(2)",
        ),
    ),
)

_CUT = Words(
    message="`{subject}` is None: a value is taken out of the graph on the way to the loss",
    guilty="leaves the graph",
    needed="None here",
    when_raised="raises",
)
_CONSTANT = Words(
    message="`{subject}` is None: the tensor does not require grad",
    guilty="None here",
    made="made here",
    when_raised="raises",
)
_ALIAS = Words(
    message="`{subject}` is None: what was detached shares the numbers, not the gradient",
    guilty="None here; the tensor itself has it",
    when_raised="raises",
)
_UNREACHED = Words(
    message="`{subject}` is None: backward did not come to the tensor",
    guilty="None here",
    when_raised="raises",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell a read of a gradient that can only be None."""
    yield from tell_incidents(RULE, query, "grad-cut", _CUT, role="cut")
    yield from tell_incidents(RULE, query, "grad-of-constant", _CONSTANT, role="cut")
    yield from tell_incidents(RULE, query, "grad-of-alias", _ALIAS, role="cut")


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a gradient that is read and is None."""
    return (
        tell_mishap(RULE, event, "grad-cut", _CUT, role="cut")
        or tell_mishap(RULE, event, "grad-of-constant", _CONSTANT, role="cut")
        or tell_mishap(RULE, event, "grad-not-reached", _UNREACHED, role="cut")
    )
