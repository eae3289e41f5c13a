"""Labels and sentences that several rules share."""

from __future__ import annotations

from gradsan.model.event import Hazard, Site
from gradsan.model.finding import Label, Role
from gradsan.static.query import Spot


def spot_label(role: Role, spot: Spot, text: str) -> Label:
    """Label a place that check has seen."""
    return Label(role, spot.place, text, spot.function, spot.source)


def site_label(role: Role, site: Site, text: str) -> Label:
    """Label a place that a run has passed."""
    return Label(role, site.place, text, site.function, site.source, site.called_from)


def runtime_labels(hazard: Hazard, saved: str, changed: str, needed: str) -> tuple[Label, ...]:
    """Label the three places of a hazard, as far as they are known, in time order."""
    told: tuple[tuple[Role, Site | None, str], ...] = (
        ("saved", hazard.saved_at, saved),
        ("changed", hazard.changed_at, changed),
        ("needed", hazard.needed_at, needed),
    )
    return tuple(site_label(role, site, text) for role, site, text in told if site)


# What the derivative reads, in the words of the formula. An op that is not here gets the
# general sentence.
_FORMULAS = {
    "exp": "The derivative of exp is its own result: grad_x = grad * exp(x).",
    "sigmoid": "The derivative of sigmoid is made from its result s: grad_x = grad * s * (1 - s).",
    "tanh": "The derivative of tanh is made from its result t: grad_x = grad * (1 - t^2).",
    "relu": "The derivative of relu is read off its result: grad_x = grad where the result > 0.",
    "softmax": "The derivative of softmax is made from its result s: "
    "grad_x = s * (grad - sum(grad * s)).",
    "log_softmax": "The derivative of log_softmax is made from its result r: "
    "grad_x = grad - exp(r) * sum(grad).",
    "sqrt": "The derivative of sqrt is made from its result r: grad_x = grad / (2 * r).",
    "mul": "The derivative of a product reads the other factor: grad_a = grad * b.",
    "div": "The derivative of a / b reads both: grad_a = grad / b, grad_b = -grad * a / b^2.",
    "pow": "The derivative of x^n reads x: grad_x = grad * n * x^(n-1).",
    "sin": "The derivative of sin reads its input: grad_x = grad * cos(x).",
    "cos": "The derivative of cos reads its input: grad_x = -grad * sin(x).",
    "log": "The derivative of log reads its input: grad_x = grad / x.",
    "matmul": "The derivative of a matrix product reads the other matrix: grad_a = grad @ b.T.",
    "conv": "The derivative of a convolution reads its input (for the weight's gradient) and "
    "its weight (for the input's).",
}
_SAME = {
    **dict.fromkeys(("mm", "bmm", "mv", "dot", "addmm", "baddbmm", "linear"), "matmul"),
    **dict.fromkeys(("conv1d", "conv2d", "conv3d", "convolution"), "conv"),
}


def formula(op: str) -> str:
    """Say what backward of the op reads, with the formula where it is short.

    >>> formula("Sigmoid")
    'The derivative of sigmoid is made from its result s: grad_x = grad * s * (1 - s).'
    """
    plain = op.lower().rstrip("_")
    general = f"Backward of {op or 'the op'} reads the value it kept."
    return _FORMULAS.get(_SAME.get(plain, plain), general)
