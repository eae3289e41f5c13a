"""GS209 checkpoint-side-effect."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS209",
    name="checkpoint-side-effect",
    frameworks=("torch",),
    says="a checkpointed block changes what it reads",
    why="""
        checkpoint runs the block twice. What the first run has changed (a counter, a
        schedule) is another value in the second, and the gradient belongs to a forward that
        never happened. A write to the tensors that checkpoint was handed raises in backward.
        """,
    outcome="silent",
    fix_safety=(
        "unsafe: bind a loop variable as a default, work out of place in the block, or run the "
        "block without checkpoint, which costs its memory."
    ),
    examples=(
        Example(
            setup="""
                import torch
                from torch.utils.checkpoint import checkpoint
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                class Block:
                    calls = 0
                    def forward(self, v):
                        self.calls += 1  # changed
                        return torch.tanh(v / self.calls)
                block = Block()
                checkpoint(block.forward, x, use_reentrant=False).sum().backward()
            """,
            good="""
                class Block:
                    calls = 1
                    def forward(self, v):
                        return torch.tanh(v / self.calls)
                block = Block()
                checkpoint(block.forward, x, use_reentrant=False).sum().backward()
            """,
            outcome="silent",
            reference="1 - torch.tanh(x.detach()) ** 2",
        ),
    ),
)

_WORDS = Words(
    message=(
        "`{subject}` is changed by the block and read by it; the second run sees another value"
    ),
    guilty="runs again in backward",
    made="keeps it for the second run",
    made_role="saved",
    when_raised="raises",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "checkpoint-side-effect", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a write that both runs of a block made to the same memory."""
    return tell_mishap(RULE, event, "checkpoint-side-effect", _WORDS)
