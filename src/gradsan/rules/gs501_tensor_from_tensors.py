"""GS501 tensor-from-tensors."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap, tell_once
from gradsan.static.query import Query

RULE = Rule(
    code="GS501",
    name="tensor-from-tensors",
    frameworks=("torch",),
    says="torch.tensor() of computed tensors takes them out of the graph",
    why="""
        torch.tensor copies numbers. What it is given loses its history, so no gradient flows
        back through it.
        """,
    outcome="raises",
    fix_safety="unsafe: torch.stack or torch.cat keep the graph.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                y = torch.tensor([x.sum(), x.prod()])  # cut
                y.sum().backward()  # needed
            """,
            good="""
                y = torch.stack([x.sum(), x.prod()])
                y.sum().backward()
            """,
            outcome="raises",
            reference="torch.tensor([-1.0, 2.0, 0.5])",
        ),
    ),
)

_WORDS = Words(
    message="{subject} copies numbers: gradient stops here",
    guilty="the copy has no graph",
    needed="nothing of it needs a gradient; PyTorch raises here",
    when_silent="lost",
)


_TERM = replace(
    _WORDS,
    message="torch.tensor copies numbers: a term of the loss is constant",
    needed="trains on the other terms only",
    when_silent="silent",
)

_ENTRIES = replace(
    _TERM,
    message="torch.tensor copies numbers: its entries send no gradient back",
    needed="takes them for constants",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    whole = tell_incidents(RULE, query, "cut-tensor", _WORDS, role="cut")
    terms = tell_incidents(RULE, query, "copied-term", _TERM, role="cut")
    entries = tell_incidents(RULE, query, "copied-entries", _ENTRIES, role="cut")
    yield from tell_once(chain(whole, terms, entries))


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a copy whose sources never got a gradient."""
    return tell_mishap(RULE, event, "cut-tensor", _WORDS, role="cut")
