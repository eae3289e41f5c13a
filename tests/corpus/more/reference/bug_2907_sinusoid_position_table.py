import math
import torch
import torch.nn as nn
from types import SimpleNamespace as NS

torch.manual_seed(7)
emb = nn.Embedding(10, 4)
head = nn.Linear(4, 2)
tokens, labels = torch.randint(0, 10, (3, 5)), torch.tensor([0, 1, 1])
t = torch.arange(8).unsqueeze(1) * torch.exp(torch.arange(0, 4, 2) * (-math.log(10000.0) / 4))
pe = torch.stack([torch.sin(t), torch.cos(t)], dim=2).reshape(8, 4).requires_grad_()
x = emb.weight[tokens] + pe[:5]
logp = torch.log_softmax(head(torch.tanh(x).mean(1)), 1)
(-logp[torch.arange(3), labels].mean()).backward()
model = NS(pos=NS(pe=pe))
