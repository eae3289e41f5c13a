import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint

torch.manual_seed(1508)
embed, base, head = nn.Embedding(6, 4), nn.Linear(4, 4), nn.Linear(4, 2)
embed.requires_grad_(False)
base.requires_grad_(False)
lora_a = nn.Parameter(torch.randn(4, 2) * 0.3)
lora_b = nn.Parameter(torch.randn(2, 4) * 0.3)
opt = torch.optim.SGD([lora_a, lora_b, *head.parameters()], lr=0.1)


def block(h):
    return torch.tanh(base(h) + h @ lora_a @ lora_b)


h = checkpoint(block, embed(torch.tensor([0, 3, 5, 1])), use_reentrant=False)
loss = F.cross_entropy(head(h), torch.tensor([0, 1, 1, 0]))
opt.zero_grad()
loss.backward()
opt.step()
