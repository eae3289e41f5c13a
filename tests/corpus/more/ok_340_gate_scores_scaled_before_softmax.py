import math

import torch
import torch.nn as nn

torch.manual_seed(89)
router = nn.Linear(4, 3, bias=False)
experts = nn.ModuleList(nn.Linear(4, 2) for _ in range(3))
tokens = torch.randn(5, 4)
load_bias = torch.tensor([0.1, -0.2, 0.0])


def route(x, temperature):
    scores = router(x)
    scores.div_(temperature * math.sqrt(x.shape[1])).add_(load_bias)
    gates = scores.softmax(dim=-1)
    scores.zero_()
    return gates


gates = route(tokens, temperature=0.7)
stacked = torch.stack([expert(tokens) for expert in experts], dim=1)
mixed = torch.einsum("te,ted->td", gates, stacked)
balance = gates.mean(0).square().sum()
loss = mixed.square().mean() + balance
loss.backward()
