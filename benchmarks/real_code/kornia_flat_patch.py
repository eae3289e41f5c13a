"""kornia: on a flat patch the branch that `where` drops divides by zero, and backward gives NaN."""

from typing import Any

from showing import Case, load, show


def gradients() -> list[Any]:
    import torch

    module = load("kornia.feature.orientation").PatchDominantGradientOrientation(32)
    patch = torch.zeros(1, 1, 32, 32, requires_grad=True)
    module(patch).sum().backward()
    assert patch.grad is not None
    return [patch.grad]


show(
    Case(
        "kornia.feature.orientation",
        "0.5 * (left - right) / denom,",
        "0.5 * (left - right) / torch.where(denom != 0, denom, 1.0),",
        gradients,
    )
)
