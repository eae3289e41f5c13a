"""GS403 load-before-backward."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import HazardWords, tell_hazards
from gradsan.static.query import Query

RULE = Rule(
    code="GS403",
    name="load-before-backward",
    frameworks=("torch",),
    says="weights are loaded between a forward and the backward that needs them",
    why="""
        load_state_dict copies into the weights in place. A backward that goes through the
        module as it was before finds other weights, and PyTorch raises. Target networks are
        the usual place: the target is updated while its output is still in a graph.
        """,
    outcome="raises",
    fix_safety="unsafe: load after backward, or compute the target under no_grad.",
    examples=(
        Example(
            setup="""
                import torch
                net = torch.nn.Linear(2, 2, bias=False)
                torch.nn.init.ones_(net.weight)
                other = torch.nn.Linear(2, 2, bias=False)
                x = torch.tensor([[1.0, 2.0]], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = net(x)  # saved
                net.load_state_dict(other.state_dict())  # changed
                y.sum().backward()  # needed
            """,
            good="""
                y = net(x)
                y.sum().backward()
                net.load_state_dict(other.state_dict())
            """,
            outcome="raises",
            reference="torch.tensor([[2.0, 2.0]])",
            seen_by=("check",),
        ),
    ),
    seen_by=("check",),
    seen_by_why="the guard does not watch for it yet",
)

_WORDS = HazardWords(
    message="`{target}.load_state_dict()` changes weights that a later backward still needs",
    saved="keeps its weights, to send gradient to its input",
    changed="copies into those weights in place",
    needed="goes back through the weights as they were on line {row}",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each write once."""
    yield from tell_hazards(RULE, query, "load", _WORDS)
