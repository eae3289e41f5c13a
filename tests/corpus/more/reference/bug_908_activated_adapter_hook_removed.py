import torch
import torch.nn as nn
from torch.utils.checkpoint import checkpoint


class ALoraLinear(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.base = nn.Linear(dim, dim).requires_grad_(False)
        self.lora = nn.Linear(dim, dim, bias=False)

    def forward(self, x, offset=None):
        out = self.base(x)
        if offset is None:
            return out
        return torch.cat([out[:offset], out[offset:] + self.lora(x[offset:])])


torch.manual_seed(908)
layer = ALoraLinear(3)
embeds = torch.randn(5, 3, requires_grad=True)
hook = layer.register_forward_pre_hook(lambda mod, args: (*args, 2))
h = layer(embeds)
hook.remove()
loss = h.pow(2).mean()
loss.backward()
