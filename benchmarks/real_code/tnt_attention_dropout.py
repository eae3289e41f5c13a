"""timm TNT: softmax keeps its result, and the dropout behind it writes into that result."""

from typing import Any

from showing import Case, load, parameters, show


def gradients() -> list[Any]:
    import torch

    model = load("timm").create_model(
        "tnt_s_patch16_224", img_size=32, embed_dim=48, depth=1, attn_drop_rate=0.1
    )
    return parameters(model, model.train()(torch.randn(2, 3, 32, 32)).square().sum())


show(
    Case(
        "timm.models.tnt",
        "self.attn_drop = nn.Dropout(attn_drop, inplace=True)",
        "self.attn_drop = nn.Dropout(attn_drop)",
        gradients,
    )
)
