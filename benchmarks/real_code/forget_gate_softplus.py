"""transformers GLM-5-Next and Kimi Linear: the branch that `where` drops overflows in backward.

    python forget_gate_softplus.py glm5_next modeling | glm5_next modular | kimi_linear modeling

For a gate above 88, `exp` is infinite; the derivative of the dropped branch is then 0 * inf.
"""

import sys
from typing import Any

from showing import Case, load, parameters, show

FAMILY, FORM = sys.argv[1:]
MODULE = f"transformers.models.{FAMILY}.{FORM}_{FAMILY}"
NAMES = {
    "glm5_next": ("Glm5NextTextConfig", "Glm5NextTextForgetGate"),
    "kimi_linear": ("KimiLinearConfig", "KimiLinearForgetGate"),
}


def gradients() -> list[Any]:
    import torch

    config_name, gate_name = NAMES[FAMILY]
    config = getattr(load("transformers"), config_name)(hidden_size=32)
    config.linear_lower_bound = None
    gate = getattr(load(MODULE), gate_name)(config)
    with torch.no_grad():
        for parameter in gate.parameters():
            parameter.normal_()
        gate.dt_bias[0] = 100.0
    return parameters(gate, gate(torch.randn(1, 3, 32)).sum())


show(
    Case(
        MODULE,
        "torch.log(1.0 + torch.exp(g))",
        "torch.log(1.0 + torch.exp(g.clamp(max=20.0)))",
        gradients,
    )
)
