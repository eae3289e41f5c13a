"""GS409 clipped-before-backward."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS409",
    name="clipped-before-backward",
    frameworks=("torch",),
    says="gradients are clipped before backward has made them all",
    why="""
        clip_grad_norm_ changes the gradients that are there. Called before backward it finds
        none, and the step moves along gradients that nobody has bounded. Called after each of
        several backwards it bounds a part of the sum each time, and weighs the parts anew.
        """,
    outcome="silent",
    fix_safety="unsafe: clip between backward and step.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([3.0, 4.0], requires_grad=True)
                opt = torch.optim.SGD([x], lr=0.0)
                """,
            leaf="x",
            bad="""
                opt.zero_grad()
                torch.nn.utils.clip_grad_norm_([x], 1.0)  # changed
                (x * x / 2).sum().backward()  # made
                opt.step()  # needed
            """,
            good="""
                opt.zero_grad()
                (x * x / 2).sum().backward()
                torch.nn.utils.clip_grad_norm_([x], 1.0)
                opt.step()
            """,
            outcome="silent",
            reference="x.detach() / (5 + 1e-6)",
            semantics="intended",
            seen_by=("check",),
        ),
    ),
    seen_by=("check",),
    seen_by_why="a call that finds no gradient is no mistake by itself",
)

_WORDS = Words(
    message="the gradients are clipped before backward makes them",
    guilty="finds nothing to clip",
    made="makes the gradients",
    needed="steps by gradients that were not clipped",
)

_PARTLY = Words(
    message="the gradients are clipped each time some are added, and not once before the step",
    guilty="clips a part of the sum",
    made="adds to what was clipped",
    needed="steps by a sum of clipped parts",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "clipped-early", _WORDS)
    yield from tell_incidents(RULE, query, "clipped-partly", _PARTLY)
