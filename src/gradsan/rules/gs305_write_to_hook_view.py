"""GS305 write-to-hook-view."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap
from gradsan.static.query import Query

RULE = Rule(
    code="GS305",
    name="write-to-hook-view",
    frameworks=("torch",),
    says="the output of a module with a full backward hook is changed in place",
    why="""
        A full backward hook wraps the output of its module in a view made by a custom
        Function. Autograd cannot track a write to such a view, so PyTorch refuses it.
        """,
    outcome="raises",
    fix_safety=(
        "unsafe: use the out-of-place activation behind a module with a full backward hook."
    ),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.ones(1, 2, requires_grad=True)
                net = torch.nn.Linear(2, 2, bias=False)
                torch.nn.init.ones_(net.weight)
                net.register_full_backward_hook(lambda module, grad_in, grad_out: None)
                """,
            leaf="x",
            bad="""
                h = net(x)  # made
                h.add_(1.0)  # changed
                h.sum().backward()
            """,
            good="""
                h = net(x)
                h = h.add(1.0)
                h.sum().backward()
            """,
            outcome="raises",
            reference="torch.full((1, 2), 2.0)",
        ),
    ),
)

_WORDS = Words(
    message=("`{subject}` comes out of a module with a full backward hook: {detail} on it raises"),
    guilty="{detail} writes into the view; PyTorch raises here",
    made="the output is made here",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "hook-view-write", _WORDS)


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell what a run met."""
    return tell_mishap(RULE, event, "hook-view-write", _WORDS)
