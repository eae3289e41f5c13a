import numpy as np
import torch

torch.manual_seed(2237)
query = torch.randn(3, 4, requires_grad=True)
keys, values = torch.randn(5, 4), torch.randn(5, 2)
gallery: dict[str, np.ndarray] = {}


def export(name, tensor):
    img = tensor.detach().numpy().copy()
    img -= img.min()
    img /= img.max()
    gallery[name] = (img * 255).astype(np.uint8)


attn = torch.softmax(query @ keys.T, dim=-1)
summary = attn @ values
loss = summary.pow(2).mean()
export("step_0", attn)
loss.backward()
