"""GS522 unregistered-parameter."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS522",
    name="unregistered-parameter",
    frameworks=("torch",),
    says="a module stores what was made of a Parameter, and not the Parameter",
    why="""
        A module registers an nn.Parameter that is stored in it. What a cast, a view or a product
        makes of one is an ordinary tensor: it is not in parameters(), no optimizer trains it, and
        its .grad stays None.
        """,
    outcome="lost",
    fix_safety="unsafe: make the Parameter of the result: nn.Parameter(t.squeeze()).",
    examples=(
        Example(
            setup="""
                import torch
                from torch import nn
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                class Scale(nn.Module):
                    def __init__(self):
                        super().__init__()
                        self.w = nn.Parameter(torch.ones(1, 3)).squeeze()  # changed
                    def forward(self, t):
                        return t * self.w
                net = Scale()
                net(torch.ones(3)).sum().backward()
                x.grad = next((p.grad for p in net.parameters()), None)
            """,
            good="""
                class Scale(nn.Module):
                    def __init__(self):
                        super().__init__()
                        self.w = nn.Parameter(torch.ones(1, 3).squeeze())
                    def forward(self, t):
                        return t * self.w
                net = Scale()
                net(torch.ones(3)).sum().backward()
                x.grad = next((p.grad for p in net.parameters()), None)
            """,
            outcome="lost",
            reference="torch.ones(3)",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` is made of a Parameter and is none: nothing trains it",
    guilty="stores an ordinary tensor",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "unregistered", _WORDS)
