import torch
import torch.nn as nn

torch.manual_seed(717)
wq, wk = nn.Linear(2, 2, bias=False), nn.Linear(2, 2, bias=False)
x = torch.randn(3, 2)
maps = []

attn = torch.softmax(wq(x) @ wk(x).T, dim=-1)
shown = attn.detach().clone()
shown.add_(torch.eye(3))
maps.append(shown / shown.sum(dim=-1, keepdim=True))
loss = (attn @ x).pow(2).sum()
loss.backward()
