"""transformers SAM family: `queries` is the caller's `point_embeddings`, and `+=` changes both.

    python sam_target_embedding.py sam | sam_hq | sam2 | sam2_video | …

The layers are given `point_embeddings` again as position of the queries. From the second layer
on, `+=` also writes into what the layer before has kept for backward.
"""

import sys
from typing import Any

from showing import Case, load, parameters, show

FAMILY = sys.argv[1]
MODULE = f"transformers.models.{FAMILY}.modeling_{FAMILY}"


def find(suffix: str) -> Any:
    module = load(MODULE)
    names = [name for name in vars(module) if name.endswith(suffix)]
    return getattr(module, min(names, key=len))


def gradients() -> list[Any]:
    import torch

    config = find("MaskDecoderConfig")(
        hidden_size=32, mlp_dim=32, num_hidden_layers=LAYERS, num_attention_heads=2
    )
    model = find("TwoWayTransformer")(config).train()
    points = torch.randn(1, 1, 3, 32, requires_grad=True)
    output = model(
        point_embeddings=points * 1,
        image_embeddings=torch.randn(1, 32, 4, 4),
        image_positional_embeddings=torch.randn(1, 32, 4, 4),
        attention_similarity=None,
        target_embedding=torch.randn(1, 1, 1, 32),
    )
    loss = sum(tensor.square().sum() for tensor in output if isinstance(tensor, torch.Tensor))
    return [*parameters(model, loss), points.grad]


LAYERS = 1  # one layer: no error hides that the gradient is another
show(
    Case(
        MODULE,
        "queries += target_embedding",
        "queries = queries + target_embedding",
        gradients,
    )
)
