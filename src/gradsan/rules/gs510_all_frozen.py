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
        backward raises. `requires_grad` set on a module does not undo it: that is an attribute
        like any other, and the weights stay frozen.
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
        Example(
            setup="""
                import torch
                net = torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.Linear(1, 1))
                net.requires_grad_(False)
                w = net[1].bias
                """,
            leaf="w",
            bad="""
                net[0].requires_grad_(True)
                net[1].requires_grad = True  # cut
                net(torch.ones(1, 1)).sum().backward()  # needed
            """,
            good="""
                net[0].requires_grad_(True)
                net[1].requires_grad_(True)
                net(torch.ones(1, 1)).sum().backward()
            """,
            outcome="lost",
            reference="torch.ones(1)",
        ),
    ),
)

_WORDS = Words(
    message="requires_grad is switched off for all that the loss depends on",
    guilty="no gradient from here on",
    needed="PyTorch raises here: the loss has no grad_fn",
)

_FLAGGED = Words(
    message="`{subject}` is a module: the flag is set on it, and its weights stay frozen",
    guilty="an attribute like any other; requires_grad_() switches the weights on",
    needed="backward does not come to them",
    when_silent="lost",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "cut-frozen", _WORDS, role="cut")
    yield from tell_incidents(RULE, query, "cut-flagged", _FLAGGED, role="cut")
