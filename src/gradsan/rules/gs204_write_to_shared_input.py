"""GS204 write-to-shared-input."""

from __future__ import annotations

from collections.abc import Iterator

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents
from gradsan.static.query import Query

RULE = Rule(
    code="GS204",
    name="write-to-shared-input",
    frameworks=("torch",),
    says="an in-place op overwrites an input that is used again",
    why="""
        With inplace=True the activation writes into its input. A skip connection that uses
        the input afterwards adds the activated values: the network computes something else,
        and its gradient is of that. The same goes for `x.pow_(2).mean()` in a formula that
        goes on with `x`.
        """,
    outcome="silent",
    fix_safety="unsafe: inplace=False, the op without its underscore, or a copy of the input.",
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                act = torch.nn.ReLU(inplace=True)
                """,
            leaf="x",
            bad="""
                y = x + 0.0
                h = act(y)  # changed
                (y + h * 3).sum().backward()
            """,
            good="""
                y = x + 0.0
                h = torch.relu(y)
                (y + h * 3).sum().backward()
            """,
            outcome="silent",
            reference="torch.tensor([4.0, 1.0, 4.0])",
            semantics="intended",
        ),
        Example(
            setup="import torch\nx = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)",
            leaf="x",
            bad="""
                h = x + 0.0
                size = h.abs_().sum()  # changed
                (h * size.detach()).sum().backward()
            """,
            good="""
                h = x + 0.0
                size = h.abs().sum()
                (h * size.detach()).sum().backward()
            """,
            outcome="silent",
            reference="torch.full((3,), 3.5)",
            semantics="intended",
        ),
    ),
)

_WORDS = Words(
    message="`{subject}` is overwritten by an in-place activation and used again afterwards",
    guilty="writes into `{subject}`",
)
_OPERAND = Words(
    message="`{subject}` is overwritten inside an expression and used again afterwards",
    guilty="writes into `{subject}`",
)


def static(query: Query) -> Iterator[Finding]:
    """Tell each write once; one that makes a kept value stale is told as that."""
    stale = {hazard.write.spot.place for hazard in query.hazards()}
    for kind, words in (("shared-input", _WORDS), ("operand-write", _OPERAND)):
        for finding in tell_incidents(RULE, query, kind, words):
            if finding.place not in stale:
                yield finding
