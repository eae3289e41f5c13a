"""kornia: on a flat patch the branch that `where` drops divides by zero in backward.

The patch itself is shielded by an earlier `where`; the weight of the angular smoothing is not.
"""

from typing import Any

from showing import Case, load, parameters, show


def gradients() -> list[Any]:
    import torch

    module = load("kornia.feature.orientation").PatchDominantGradientOrientation(32)
    patch = torch.zeros(1, 1, 32, 32, requires_grad=True)
    return parameters(module, module(patch).sum())


show(
    Case(
        "kornia.feature.orientation",
        "0.5 * (left - right) / denom,",
        "0.5 * (left - right) / torch.where(denom != 0, denom, 1.0),",
        gradients,
    )
)
