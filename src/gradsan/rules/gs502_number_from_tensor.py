"""GS502 number-from-tensor."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS502",
    name="number-from-tensor",
    frameworks=("torch",),
    says="a Python number taken out of a tensor is used in the loss",
    why="""
        .item(), float(), .tolist() and the functions of `math` give plain numbers. What is
        computed with them is constant for autograd: gradient does not flow back to what they
        were taken from.
        """,
    outcome="raises",
    fix_safety="unsafe: use the tensor itself; take the number only for logging.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                s = torch.tensor(2.0, requires_grad=True)
                """,
            leaf="s",
            bad="""
                loss = (x * s.item()).sum()  # cut
                loss.backward()
            """,
            good="""
                loss = (x * s).sum()
                loss.backward()
            """,
            outcome="lost",
            reference="x.detach().sum()",
        ),
        Example(
            setup="""
                import math
                import torch
                s = torch.tensor(0.5, requires_grad=True)
                """,
            leaf="s",
            bad="""
                loss = s + 2.0 * math.exp(s) * s  # cut
                loss.backward()  # needed
            """,
            good="""
                loss = s + 2.0 * torch.exp(s) * s
                loss.backward()
            """,
            outcome="silent",
            reference="1.0 + 3.0 * torch.exp(torch.tensor(0.5))",
        ),
    ),
)

_WORDS = Words(
    message="{subject} takes a number out of the graph: gradient stops here",
    guilty="from here on it is a constant",
    needed="nothing of it needs a gradient; PyTorch raises here",
    when_silent="lost",
)
_PARTLY = replace(
    _WORDS,
    message="{subject} takes a number out of the graph: a part of the gradient stops here",
    needed="trains on the other terms only",
    when_silent="silent",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "cut-item", _WORDS, role="cut")
    yield from tell_incidents(RULE, query, "cut-partly", _PARTLY, role="cut")
