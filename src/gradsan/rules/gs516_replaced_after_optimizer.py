"""GS516 replaced-after-optimizer."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS516",
    name="replaced-after-optimizer",
    frameworks=("torch",),
    says="a layer or weight is replaced after an optimizer took the old one",
    why="""
        An optimizer holds the tensors it was given. What is put in their place later is not
        trained.
        """,
    outcome="silent",
    fix_safety="unsafe: build the optimizer after the replacement (or call add_param_group).",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.ones(1, 2, requires_grad=True)
                torch.manual_seed(0)
                """,
            leaf="x",
            bad="""
                net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 1))
                opt = torch.optim.SGD(net.parameters(), lr=1.0)
                net[1] = torch.nn.Linear(2, 1, bias=False)  # changed
                torch.nn.init.zeros_(net[1].weight)
                net(x).sum().backward()
                opt.step()  # needed
                x.grad = net[1].weight.detach().clone()
            """,
            good="""
                net = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.Linear(2, 1))
                net[1] = torch.nn.Linear(2, 1, bias=False)
                opt = torch.optim.SGD(net.parameters(), lr=1.0)
                torch.nn.init.zeros_(net[1].weight)
                net(x).sum().backward()
                opt.step()
                x.grad = net[1].weight.detach().clone()
            """,
            outcome="silent",
            reference="-torch.nn.Linear(2, 2)(torch.ones(1, 2)).detach()",
        ),
    ),
)

_WORDS = Words(
    message="this takes the place of parameters that an optimizer holds, and is in none itself",
    guilty="the new parameters are in no optimizer",
    needed="steps the old ones",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "replaced-after-optimizer", _WORDS)
