"""GS401 step-before-backward."""

from __future__ import annotations

import re
from collections.abc import Iterator

from gradsan.model.event import Hazard, RuntimeEvent, Site
from gradsan.model.finding import Finding, Fix
from gradsan.model.rule import Example, Rule
from gradsan.rules.telling import HazardWords, runtime_labels, tell_hazards
from gradsan.static.query import Query

_SETUP = """
import torch
net = torch.nn.Linear(2, 2, bias=False)
torch.nn.init.ones_(net.weight)
x = torch.tensor([[1.0, 2.0]], requires_grad=True)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
"""

RULE = Rule(
    code="GS401",
    name="step-before-backward",
    frameworks=("torch",),
    says="an optimizer step changed weights that a later backward still needs",
    why="""
        A layer keeps its weight, to send gradient to its input. An optimizer writes new
        weights into the same memory. A backward that goes through the layer after that would
        mix the old forward with the new weights. PyTorch raises where the step raises the version
        of the weights; a fused one does not, and the gradient is wrong. This is the GAN and
        actor-critic mistake: two losses share a network, and one optimizer steps between
        the forward and the backward of the other loss.
        """,
    outcome="raises",
    fix_safety="""unsafe where step and backward stand in one block or loop (the step moves behind
        the backward, which names its own weights with `inputs=` if it goes through those of a
        rival; of a loop over losses that nobody clears in between, one step moves behind the
        loop), else display: either run every backward before any step (both learn from the
        old weights), or run the forward again after the step (the usual GAN recipe). They train
        different things, so neither is safe.""",
    examples=(
        Example(
            setup=_SETUP,
            leaf="x",
            bad="""
                y = net(x)                         # saved
                loss_a = net(x.detach()).sum()
                loss_a.backward()
                opt.step()                         # changed
                y.sum().backward()                 # needed
            """,
            good="""
                y = net(x)
                loss_a = net(x.detach()).sum()
                loss_a.backward()
                y.sum().backward()
                opt.step()
            """,
            outcome="raises",
            reference="torch.tensor([[2.0, 2.0]])",
        ),
    ),
)

_CHOICES = (
    "choose one; they train different things, so --fix alone applies neither\n"
    "A  learn from the new weights: run the forward again after the step\n"
    "B  learn from the old weights: all backwards first, then all steps"
)


_WORDS = HazardWords(
    message="`{target}.step()` changes weights that a later backward still needs",
    saved="keeps its weights, to send gradient to its input",
    changed="{write} writes those weights in place",
    needed="goes back through the weights as they were on line {row}",
    fix=Fix("display", _CHOICES),
)

_BACKWARD = re.compile(r"(?<![\w.\])])([A-Za-z_][\w.]*)\.backward\(")


def static(query: Query) -> Iterator[Finding]:
    """Tell a step between a forward and the backward that needs its weights, once a step."""
    yield from tell_hazards(RULE, query, "optimizer", _WORDS)


def runtime(hazard: RuntimeEvent) -> Finding | None:
    """Tell a weight that an optimizer changed before backward read it."""
    if not isinstance(hazard, Hazard):
        return None
    save, write, use = hazard.save, hazard.write, hazard.use
    if write.through != "optimizer" or hazard.changed_at is None:
        return None
    row = hazard.saved_at.place.start.row if hazard.saved_at else 0
    seen = "PyTorch raised here" if use.raised else "nothing raised: the gradient is wrong"
    called = f"`{hazard.changed_at.target}.step()`" if hazard.changed_at.target else "a step"
    versions = f"version {write.version - 1} -> {write.version}"
    if not use.raised:
        versions = f"no counter notices: version {save.version} stays"
    facts = f"{save.tensor}, " if save.tensor.dtype else ""
    return RULE.finding(
        f"{called} changed weights that {_loss(hazard.needed_at)} still needs",
        hazard.changed_at.place,
        labels=runtime_labels(
            hazard,
            saved=f"keeps its weights, to send gradient to its input "
            f"({facts}version {save.version})",
            changed=f"{write.op} writes those weights in place ({versions})",
            needed=f"{use.node} goes back through the weights as they were"
            f"{f' on line {row}' if row else ''}; {seen}",
        ),
        outcome="raises" if use.raised else "silent",
        fix=Fix("display", _CHOICES),
    )


def _loss(needed: Site | None) -> str:
    """Return what is asked for its backward, if it has a name."""
    match = _BACKWARD.search(" ".join(needed.source)) if needed else None
    return f"`{match[1]}`" if match else "a later backward"
