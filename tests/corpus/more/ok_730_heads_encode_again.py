import torch
import torch.nn as nn

torch.manual_seed(1730)
encoder = nn.Linear(2, 3)
heads = nn.ModuleList([nn.Linear(3, 1) for _ in range(2)])
x = torch.randn(4, 2)
targets = torch.randn(2, 4, 1)

for head, target in zip(heads, targets):
    z = torch.tanh(encoder(x))
    loss = (head(z) - target).pow(2).mean()
    loss.backward()
print(encoder.weight.grad)
