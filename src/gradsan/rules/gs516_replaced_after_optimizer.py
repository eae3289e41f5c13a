"""GS516 replaced-after-optimizer."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS516",
    name="replaced-after-optimizer",
    frameworks=("torch",),
    says="a layer or weight is replaced after an optimizer took the old one",
    why="""
        An optimizer holds the tensors it was given. What is put in their place later is not
        trained.
        """,
    outcome="lost",
    fix_safety="unsafe: build the optimizer after the replacement (or call add_param_group).",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([[3.0, 4.0]])
                """,
            leaf="stepped",
            bad="""
                net = torch.nn.Sequential(torch.nn.Linear(2, 1))
                opt = torch.optim.SGD(net.parameters(), lr=1.0)
                net[0] = torch.nn.Linear(2, 1)  # changed
                net(x).sum().backward()
                opt.step()  # needed
                stepped = opt.param_groups[0]["params"][0]
            """,
            good="""
                net = torch.nn.Sequential(torch.nn.Linear(2, 1))
                net[0] = torch.nn.Linear(2, 1)
                opt = torch.optim.SGD(net.parameters(), lr=1.0)
                net(x).sum().backward()
                opt.step()
                stepped = opt.param_groups[0]["params"][0]
            """,
            outcome="lost",
            reference="torch.tensor([[3.0, 4.0]])",
        ),
    ),
)

_WORDS = Words(
    message="this takes the place of parameters that an optimizer holds, and is in none itself",
    guilty="the new parameters are in no optimizer",
    needed="steps the old ones, which have no gradient",
)

_COPY = Words(
    message="the loss is that of a copy: no gradient comes to the weights that are stepped",
    guilty="the copy has weights of its own",
    needed="steps the originals, which have no gradient",
    when_silent="lost",
)

_STEPPED = Words(
    message="an optimizer holds a copy: no gradient comes to the weights that are stepped",
    guilty="the copy has weights of its own; the loss is that of the originals",
    needed="steps the copy, which has no gradient",
    when_silent="lost",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "replaced-after-optimizer", _WORDS)
    yield from tell_incidents(RULE, query, "loss-of-copy", _COPY, role="cut")


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell an optimizer that holds one side of a deep copy while the other has the gradient."""
    told = tell_mishap(RULE, event, "loss-of-copy", _COPY, role="cut")
    return told or tell_mishap(RULE, event, "step-of-copy", _STEPPED, role="cut")
