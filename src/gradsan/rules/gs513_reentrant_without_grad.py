"""GS513 reentrant-without-grad."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS513",
    name="reentrant-without-grad",
    frameworks=("torch",),
    says="a reentrant checkpoint gets no input that requires grad",
    why="""
        With use_reentrant=True the graph hangs on the inputs. If none of them requires grad,
        the result does not either, and the weights inside get no gradient.
        """,
    outcome="raises",
    fix_safety="unsafe: use_reentrant=False, or let an input require grad.",
    examples=(
        Example(
            setup="""
                import torch
                from torch.utils.checkpoint import checkpoint
                net = torch.nn.Linear(2, 1, bias=False)
                x = torch.ones(1, 2)
                """,
            leaf="net.weight",
            bad="""
                y = checkpoint(net, x, use_reentrant=True)  # cut
                y.sum().backward()  # needed
            """,
            good="""
                y = checkpoint(net, x, use_reentrant=False)
                y.sum().backward()
            """,
            outcome="raises",
            reference="torch.ones(1, 2)",
        ),
    ),
)

_WORDS = Words(
    message="no input of this checkpoint requires grad, so nothing inside is trained",
    guilty="the result has no graph",
    needed="nothing of it needs a gradient; PyTorch raises here",
    when_silent="lost",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_incidents(RULE, query, "cut-reentrant", _WORDS, role="cut")
