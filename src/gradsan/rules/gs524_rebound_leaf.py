"""GS524 rebound-leaf."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.event import RuntimeEvent
from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_mishap, tell_once
from gradsan.static.query import Query

RULE = Rule(
    code="GS524",
    name="rebound-leaf",
    frameworks=("torch",),
    says="a step by hand gives the name a new value and leaves the leaf as it was",
    why="""
        `w = w - lr * w.grad` makes a new tensor. It is no leaf (or, under no_grad, asks for no
        gradient), so its .grad stays None. A step by hand writes into the leaf, without a graph.
        """,
    outcome="lost",
    fix_safety="unsafe: write into the leaf, under no_grad.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                (x * x).sum().backward()
                x = x - 0.25 * x.grad  # cut
                (x * x).sum().backward()
                slope = x.grad  # needed
            """,
            good="""
                (x * x).sum().backward()
                with torch.no_grad():
                    x -= 0.25 * x.grad
                x.grad.zero_()
                (x * x).sum().backward()
                slope = x.grad
            """,
            outcome="lost",
            reference="torch.tensor([1.0, 2.0])",
            semantics="intended",
        ),
        Example(
            setup="""
                import torch
                x = torch.tensor([1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                (x * x).sum().backward()
                with torch.no_grad():
                    x = x * 0.5 - 0.25 * x.grad  # cut
                (x * x).sum().backward()  # needed
            """,
            good="""
                (x * x).sum().backward()
                with torch.no_grad():
                    x.copy_(x * 0.5 - 0.25 * x.grad)
                x.grad = None
                (x * x).sum().backward()
            """,
            outcome="raises",
            reference="torch.tensor([0.0, 0.0])",
            semantics="intended",
        ),
    ),
)

_WORDS = Words(
    message="this step gives `{subject}` a new value and leaves the leaf as it was",
    guilty="makes a new tensor; the leaf is lost",
    needed="the new value has no gradient",
    when_raised="raises",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each step once, however often its gradient is missed."""
    yield from tell_once(tell_incidents(RULE, query, "rebound-leaf", _WORDS, role="cut"))


def runtime(event: RuntimeEvent) -> Finding | None:
    """Tell a step after which a gradient is read and is None."""
    return tell_mishap(RULE, event, "rebound-leaf", _WORDS, role="cut")
