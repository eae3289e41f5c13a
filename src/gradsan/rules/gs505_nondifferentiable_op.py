"""GS505 nondifferentiable-op."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gradsan.model.finding import Finding
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import Words, tell_incidents, tell_once
from gradsan.static.query import Query

RULE = Rule(
    code="GS505",
    name="nondifferentiable-op",
    frameworks=("torch",),
    says="an op without a useful derivative stands on the only path to the loss",
    why="""
        argmax, integer casts and comparisons have no derivative, and that of round and sign
        is zero everywhere. If a parameter reaches the loss only through such an op, it is not
        trained.
        """,
    outcome="raises",
    fix_safety=(
        "unsafe: a straight-through estimator for round, floor, ceil, bernoulli, `//`, a threshold "
        "of a sigmoid or softmax and the one_hot of an argmax; in a loss the probability itself in "
        "the place of its threshold. For other comparisons none is applied."
    ),
    examples=(
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                i = torch.argmax(x * 2).float()  # cut
                (i * 3).backward()  # needed
            """,
            good="""
                i = torch.softmax(x * 2, dim=0)[2]
                (i * 3).backward()
            """,
            outcome="raises",
            reference=(
                "(lambda s: 6 * s[2] * (torch.eye(3)[2] - s))(torch.softmax(x.detach() * 2, 0))"
            ),
            semantics="intended",
        ),
        Example(
            setup="""
                import torch
                x = torch.tensor([0.5, -1.0, 2.0], requires_grad=True)
                """,
            leaf="x",
            bad="""
                share = (x > 0.0).float().mean()  # cut
                loss = (x * x).mean() + share
                loss.backward()  # needed
            """,
            good="""
                share = torch.sigmoid(x).mean()
                loss = (x * x).mean() + share
                loss.backward()
            """,
            outcome="silent",
            reference=(
                "(lambda x: (2 * x + torch.sigmoid(x) * torch.sigmoid(-x)) / 3)(x.detach())"
            ),
            semantics="intended",
        ),
    ),
)

_WORDS = Words(
    message="{subject} has no derivative: gradient stops here",
    guilty="no gradient flows back through {subject}",
    needed="nothing of it needs a gradient; PyTorch raises here",
    when_silent="lost",
)
_ZERO = replace(
    _WORDS,
    message="the derivative of {subject} is zero everywhere: gradient stops here",
    when_silent="silent",
)
_PARTLY = replace(
    _WORDS,
    message="{subject} draws without a gradient: a part of the gradient stops here",
    needed="trains the distribution, but not through its sample",
    when_silent="silent",
)
_TERM = replace(
    _WORDS,
    message="{subject} has no derivative: a term of the loss is constant",
    needed="trains on the other terms only",
    when_silent="silent",
)
_KINDS = {
    "cut-nondiff": _WORDS,
    "cut-zero": _ZERO,
    "cut-question": _WORDS,
    "cut-term": _TERM,
    "sampled-partly": _PARTLY,
}


def static(query: Query) -> Iterator[Finding]:
    """Tell each incident where it stands."""
    yield from tell_once(
        finding
        for kind, words in _KINDS.items()
        for finding in tell_incidents(RULE, query, kind, words, role="cut")
    )
