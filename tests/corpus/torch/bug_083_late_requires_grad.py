import torch
import torch.nn as nn

torch.manual_seed(257)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
x = torch.randn(2, 3)
label = torch.tensor([0, 1])

logits = net(x)
x.requires_grad_(True)
loss = nn.functional.cross_entropy(logits, label)
loss.backward()
saliency = x.grad
