"""GS503 numpy-round-trip."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS503",
    name="numpy-round-trip",
    frameworks=("torch",),
    says="a value goes through NumPy on its way to the loss",
    why="""
        NumPy knows nothing of autograd. What comes back from it is a constant, and gradient
        does not flow to what went in.
        """,
    outcome="raises",
    fix_safety="unsafe: use the torch function of the same name, where it means the same.",
    examples=(
        Example(
            setup="""
                import torch
                import numpy as np
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = torch.from_numpy(np.square((x * 2).detach().numpy()))  # cut
                y.sum().backward()  # needed
            """,
            good="""
                y = torch.square(x * 2)
                y.sum().backward()
            """,
            outcome="raises",
            reference="8 * x.detach()",
        ),
    ),
)

_WORDS = Words(
    message="{subject} leaves the graph: gradient stops here",
    guilty="from here on it is a constant",
    needed="nothing of it needs a gradient; PyTorch raises here",
    when_silent="lost",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "cut-numpy", _WORDS, role="cut")
    yield from tell_incidents(RULE, query, "cut-detach", _WORDS, role="cut")
