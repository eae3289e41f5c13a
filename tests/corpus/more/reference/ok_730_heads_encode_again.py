import torch
import torch.nn as nn

torch.manual_seed(1730)
encoder = nn.Linear(2, 3)
heads = nn.ModuleList([nn.Linear(3, 1) for _ in range(2)])
x = torch.randn(4, 2)
targets = torch.randn(2, 4, 1)

z = torch.tanh(encoder(x))
loss = sum((head(z) - t).pow(2).mean() for head, t in zip(heads, targets))
loss.backward()
print(encoder.weight.grad)
