import math
import torch
import torch.nn as nn

torch.manual_seed(2127)
prompt = nn.Embedding(5, 4)
backbone = nn.Linear(4, 2).requires_grad_(False)


def positions(n, dim):
    pos = torch.arange(n).unsqueeze(1) / torch.tensor([math.pow(100.0, k / dim) for k in range(dim)])
    return torch.sin(pos)


def build_inputs(tokens, n_prompt=3):
    soft = prompt.weight[:n_prompt]
    soft += positions(n_prompt, 4)
    return torch.cat([soft, tokens])


tokens = torch.randn(2, 4)
logits = backbone(build_inputs(tokens)).mean(0)
loss = nn.functional.cross_entropy(logits[None], torch.tensor([1]))
loss.backward()
