"""GS408 gradient-of-another-loss."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS408",
    name="gradient-of-another-loss",
    frameworks=("torch",),
    says="a step uses gradients that another loss has left behind",
    why="""
        A backward fills `.grad` of every leaf it reaches, those of other optimizers among them.
        What is not cleared before their own backward is added to it, and the step moves by both.
        """,
    outcome="silent",
    fix_safety="unsafe: clear the gradients before the backward that the step is for.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                w = torch.tensor([3.0, 4.0], requires_grad=True)
                opt_w = torch.optim.SGD([w], lr=0.0)
                opt_x = torch.optim.SGD([x], lr=0.0)
                """,
            leaf="x",
            bad="""
                opt_w.zero_grad()
                (w * x).sum().backward()  # made
                opt_w.step()
                (x * x).sum().backward()  # changed
                opt_x.step()  # needed
            """,
            good="""
                opt_w.zero_grad()
                (w * x).sum().backward()
                opt_w.step()
                opt_x.zero_grad()
                (x * x).sum().backward()
                opt_x.step()
            """,
            outcome="silent",
            reference="2 * x.detach()",
        ),
    ),
)

_WORDS = Words(
    message="this backward adds to gradients that another loss has left behind",
    guilty="adds to what is there",
    made="fills these gradients, for another optimizer",
    needed="steps by the gradients of both losses",
)

_STRAY = Words(
    message="this backward fills the gradients of weights, too, and they are stepped by",
    guilty="run for the gradient of something else",
    needed="steps by the gradients of both losses",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "mingled-grad", _WORDS)
    yield from tell_incidents(RULE, query, "stray-grad", _STRAY)
