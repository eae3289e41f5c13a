"""transformers Doge: softmax keeps the routing weights, and `/=` normalizes them in place.

python doge_routing_weights.py modeling_doge | modular_doge
"""

import sys
from typing import Any

from showing import Case, load, parameters, show

MODULE = f"transformers.models.doge.{sys.argv[1]}"


def gradients() -> list[Any]:
    import torch

    config = load("transformers").DogeConfig(
        hidden_size=32, intermediate_size=32, num_experts=16, num_experts_per_tok=4,
        is_moe=True, norm_topk_prob=True,
    )  # fmt: skip
    model = load(MODULE).DogeCDMoE(config).train()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_()
    output, _ = model(torch.randn(2, 5, 32))
    return parameters(model, output.square().sum())


total = "routing_weights.sum(dim=-1, keepdim=True)"
show(
    Case(
        MODULE,
        f"routing_weights /= {total}",
        f"routing_weights = routing_weights / {total}",
        gradients,
    )
)
