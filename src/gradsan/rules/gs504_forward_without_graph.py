"""GS504 forward-without-graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS504",
    name="forward-without-graph",
    frameworks=("torch",),
    says="a part of the forward that should be trained runs under no_grad",
    why="""
        Under no_grad (or inference_mode) nothing is recorded. Parameters that reach the loss
        only through such a part get no gradient. A term of the loss that is computed so is a
        constant: adding it changes nothing. The same goes for weights that an optimizer has a
        group of their own for, if all that is made of them is detached.
        """,
    outcome="raises",
    fix_safety=(
        "unsafe: record what the loss is made of (enable_grad); what a function switched off for "
        "good is switched off for that function only."
    ),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                with torch.no_grad():  # cut
                    y = x * x
                y.sum().backward()  # needed
            """,
            good="""
                y = x * x
                y.sum().backward()
            """,
            outcome="raises",
            reference="2 * x.detach()",
        ),
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                w = torch.tensor(3.0, requires_grad=True)
                opt = torch.optim.SGD([{"params": [x], "lr": 0.0}, {"params": [w]}], lr=0.0)
                """,
            leaf="x",
            bad="""
                y = x * x
                (w * y.detach()).sum().backward()  # cut
                opt.step()
            """,
            good="""
                y = x * x
                (w * y).sum().backward()
                opt.step()
            """,
            outcome="lost",
            reference="6 * x.detach()",
            seen_by=("check",),
        ),
    ),
    seen_by_why="a run cannot tell a group that waits for its loss from one that has lost it",
)

_WORDS = Words(
    message="this switches gradient off for what the loss is made of ({subject})",
    guilty="nothing is recorded under it",
    needed="nothing of it needs a gradient; PyTorch raises here",
    when_silent="lost",
)

_TERM = replace(
    _WORDS,
    message="this switches gradient off for a term of the loss ({subject}): it is a constant",
    needed="trains on the other terms only",
    when_silent="silent",
)

_GROUP = replace(
    _WORDS,
    message="`{subject}` cuts off weights that an optimizer steps: they get no gradient",
    guilty="gradient stops here",
    when_silent="lost",
)

# A run knows the switch, not what was computed after it.
_MET = replace(_WORDS, message="this switches gradient off for what the loss is made of")


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "cut-no_grad", _WORDS, role="cut")
    yield from tell_incidents(RULE, query, "silenced-term", _TERM, role="cut")
    yield from tell_incidents(RULE, query, "detached-group", _GROUP, role="cut")


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met: recording is off where backward is asked for."""
    return tell_mishap(RULE, event, "cut-no_grad", _MET, role="cut")
