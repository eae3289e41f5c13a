"""GS510 all-frozen."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS510",
    name="all-frozen",
    frameworks=("torch",),
    says="everything that the loss depends on was frozen",
    why="""
        requires_grad was switched off for all that reaches the loss, so there is no graph and
        backward raises.
        """,
    outcome="raises",
    fix_safety="unsafe: freeze a deep copy, switch a module on by its method; else none.",
    examples=(
        Example(
            setup="""
                import torch
                net = torch.nn.Linear(2, 1)
                x = torch.ones(1, 2)
                w = torch.zeros(1, requires_grad=True)
                """,
            leaf="w",
            bad="""
                for p in net.parameters():
                    p.requires_grad = False  # cut
                net(x).sum().backward()  # needed
            """,
            good="""
                for p in net.parameters():
                    p.requires_grad = False
                (net(x) * 0 + w).sum().backward()
            """,
            outcome="raises",
            reference="torch.ones(1)",
        ),
    ),
)

_WORDS = Words(
    message="requires_grad is switched off for all that the loss depends on",
    guilty="no gradient from here on",
    needed="PyTorch raises here: the loss has no grad_fn",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "cut-frozen", _WORDS, role="cut")
