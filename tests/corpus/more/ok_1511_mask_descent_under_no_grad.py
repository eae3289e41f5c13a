import torch
import torch.nn as nn

torch.manual_seed(1561)
layer = nn.Linear(4, 2, bias=False)
layer.requires_grad_(False)
inputs = torch.randn(5, 4)
target = layer(inputs) * 0.5
s = torch.ones(4, requires_grad=True)

for step in range(3):
    if s.grad is not None:
        s.grad.zero_()
    loss = (layer(inputs * s) - target).pow(2).mean() + 0.01 * s.abs().sum()
    loss.backward()
    if step < 2:
        with torch.no_grad():
            s -= 0.3 * s.grad
            s.clamp_(0, 1)
