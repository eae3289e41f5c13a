"""GS405 zeroed-before-step."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS405",
    name="zeroed-before-step",
    frameworks=("torch",),
    says="gradients are cleared between backward and step",
    why="""
        zero_grad throws away what backward has just computed, so the step that follows moves
        nothing.
        """,
    outcome="lost",
    fix_safety="unsafe: call zero_grad before backward, or after the step.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                opt = torch.optim.SGD([x], lr=0.0)
                """,
            leaf="x",
            bad="""
                (x * x).sum().backward()
                opt.zero_grad()  # changed
                opt.step()  # needed
            """,
            good="""
                opt.zero_grad()
                (x * x).sum().backward()
                opt.step()
            """,
            outcome="lost",
            reference="2 * x.detach()",
            seen_by=("check",),
        ),
        Example(
            setup="""
                import torch
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                opt = torch.optim.SGD([x], lr=0.0)
                """,
            leaf="x",
            bad="""
                for scale in (1.0, 2.0):
                    opt.zero_grad()  # changed
                    (scale * x * x).sum().backward()  # made
                opt.step()  # needed
            """,
            good="""
                opt.zero_grad()
                for scale in (1.0, 2.0):
                    (scale * x * x).sum().backward()
                opt.step()
            """,
            outcome="silent",
            reference="6 * x.detach()",
            seen_by=("check",),
        ),
    ),
    seen_by=("check",),
    seen_by_why="the guard does not watch for it yet",
)

_WORDS = Words(
    message="zero_grad stands between backward and step: the step has no gradients",
    guilty="clears the gradients of the backward before",
    needed="steps without gradients",
)
_IN_LOOP = Words(
    message="zero_grad in the loop drops the gradients of all passes but the last",
    guilty="clears what the pass before has computed",
    made="computes gradients that no step uses",
    needed="steps by the last pass alone",
    when_silent="silent",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "zeroed-before-step", _WORDS)
    yield from tell_incidents(RULE, query, "dropped-in-loop", _IN_LOOP)
