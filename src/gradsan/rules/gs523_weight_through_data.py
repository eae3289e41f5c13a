"""GS523 weight-through-data."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS523",
    name="weight-through-data",
    frameworks=("torch",),
    says="a forward reads a weight through .data only, and nothing trains it",
    why="""
        .data gives the numbers of a weight without its place in the graph. A forward that reads
        a weight in no other way gives it no gradient: its .grad stays None.
        """,
    outcome="lost",
    fix_safety="unsafe: read the weight itself.",
    examples=(
        Example(
            setup="""
                import torch
                from torch import nn
                x = torch.zeros(2, requires_grad=True)
                """,
            leaf="x",
            bad="""
                class Scaled(nn.Module):
                    def __init__(self):
                        super().__init__()
                        self.w, self.b = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2))
                    def forward(self, t):
                        return t * self.w.data + self.b  # cut
                net = Scaled()
                net(torch.tensor([3.0, 4.0])).sum().backward()
                x.grad = net.get_parameter("w").grad
            """,
            good="""
                class Scaled(nn.Module):
                    def __init__(self):
                        super().__init__()
                        self.w, self.b = nn.Parameter(torch.ones(2)), nn.Parameter(torch.ones(2))
                    def forward(self, t):
                        return t * self.w + self.b
                net = Scaled()
                net(torch.tensor([3.0, 4.0])).sum().backward()
                x.grad = net.get_parameter("w").grad
            """,
            outcome="lost",
            reference="torch.tensor([3.0, 4.0])",
        ),
    ),
)

_WORDS = Words(
    message="{subject} takes a weight out of the graph that nothing else reads: it is not trained",
    guilty="leaves the graph",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands, unless a `.grad` that is read has told it (GS521)."""
    told = {incident.spot.place for incident in query.incidents("grad-cut")}
    for finding in tell_incidents(RULE, query, "weight-data", _WORDS, role="cut"):
        if finding.place not in told:
            yield finding
