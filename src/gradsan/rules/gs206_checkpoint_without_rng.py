"""GS206 checkpoint-without-rng."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS206",
    name="checkpoint-without-rng",
    frameworks=("torch",),
    says="a checkpointed block draws random numbers anew in backward",
    why="""
        checkpoint runs the block again in backward. With preserve_rng_state=False dropout
        draws another mask, and the gradient belongs to a forward that never happened. The
        generators of NumPy and of Python are never put back: what a block draws from them
        (augmentation, a mask) is another number in backward.
        """,
    outcome="silent",
    fix_safety=(
        "unsafe: leave preserve_rng_state at True. What NumPy or Python draws is to be drawn "
        "outside the block and handed to it."
    ),
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
        Example(
            setup="""
                import numpy as np
                import torch
                from torch.utils.checkpoint import checkpoint
                rng = np.random.default_rng(0)
                x = torch.ones(4, dtype=torch.float64, requires_grad=True)
                """,
            leaf="x",
            bad="""
                def block(v):
                    return v * torch.tensor(rng.random(4))  # changed
                checkpoint(block, x, use_reentrant=False).sum().backward()
            """,
            good="""
                noise = torch.tensor(rng.random(4))
                def block(v):
                    return v * noise
                checkpoint(block, x, use_reentrant=False).sum().backward()
            """,
            outcome="silent",
            reference="torch.from_numpy(np.random.default_rng(0).random(4))",
        ),
    ),
)

_DRAWN = Words(
    message="the block draws from {subject} and is recomputed with other random numbers",
    guilty="the generator is not put back when backward runs the block again; nothing raises",
)
_WORDS = Words(
    message="the block uses {subject} and is recomputed with other random numbers",
    guilty="preserve_rng_state=False",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "checkpoint-rng", _WORDS)
    yield from tell_incidents(RULE, query, "redrawn", _DRAWN)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a block that came out different and drew from a generator that stays moved."""
    return tell_mishap(RULE, event, "checkpoint-rng", _DRAWN)
