"""GS520 gradient-of-later-view."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS520",
    name="gradient-of-later-view",
    frameworks=("torch",),
    says="a gradient is asked with respect to a view that was made after the output",
    why="""
        A view is a tensor of its own for autograd. What was computed from the whole was not
        computed from a slice that is taken later, although they share memory: there is no path
        to it.
        """,
    outcome="raises",
    fix_safety="unsafe: slice the gradient; or slice first and compute from the slices.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = (x * x).sum()
                part = x[:1]  # made
                (g,) = torch.autograd.grad(y, part)  # cut
            """,
            good="""
                y = (x * x).sum()
                (g,) = torch.autograd.grad(y, x)
                part = g[:1]
                x.grad = g
            """,
            outcome="raises",
            reference="2 * x.detach()",
            semantics="intended",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` was made after the output: the output does not depend on it",
    guilty="asks for a gradient that has no path",
    made="a new tensor for autograd, made too late",
    when_raised="raises",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "later-view", _WORDS, role="cut")
