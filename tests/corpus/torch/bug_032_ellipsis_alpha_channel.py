import torch
from torch import Tensor

torch.manual_seed(205)
raw = torch.randn(2, 2, 4, requires_grad=True)


def composite(rgba: Tensor, background: Tensor) -> Tensor:
    alpha = rgba[..., 3:]
    out = rgba[..., :3] * alpha + background * (1 - alpha)
    rgba[..., 3] = 1.0
    return out, rgba


image, opaque = composite(torch.sigmoid(raw), torch.full((3,), 0.2))
loss = image.pow(2).mean() + opaque.mean()
loss.backward()
