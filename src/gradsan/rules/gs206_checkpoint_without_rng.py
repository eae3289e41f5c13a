"""GS206 checkpoint-without-rng."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS206",
    name="checkpoint-without-rng",
    frameworks=("torch",),
    says="a checkpointed block draws random numbers anew in backward",
    why="""
        checkpoint runs the block again in backward. With preserve_rng_state=False dropout
        draws another mask, and the gradient belongs to a forward that never happened.
        """,
    outcome="silent",
    fix_safety="unsafe: leave preserve_rng_state at True.",
    examples=(
        Example(
            setup="""
                import torch
                from torch.utils.checkpoint import checkpoint
                torch.manual_seed(0)
                x = torch.ones(64, requires_grad=True)
                def block(v):
                    return torch.nn.functional.dropout(v * v, 0.5)
                """,
            leaf="x",
            bad="""
                y = checkpoint(block, x, use_reentrant=False, preserve_rng_state=False)  # changed
                y.sum().backward()
            """,
            good="""
                y = checkpoint(block, x, use_reentrant=False)
                y.sum().backward()
            """,
            outcome="silent",
            reference=(
                "(torch.manual_seed(0), 2 * torch.nn.functional.dropout(torch.ones(64), 0.5))[1]"
            ),
        ),
    ),
)

_WORDS = Words(
    message="the block uses {subject} and is recomputed with other random numbers",
    guilty="preserve_rng_state=False",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "checkpoint-rng", _WORDS)
