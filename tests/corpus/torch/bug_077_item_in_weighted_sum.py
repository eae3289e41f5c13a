import torch
import torch.nn as nn

torch.manual_seed(251)
net = nn.Linear(3, 1)
x, y = torch.randn(4, 3), torch.randn(4, 1)
weights = {"mse": 1.0, "mae": 0.5}

terms = {"mse": (net(x) - y).pow(2).mean(), "mae": (net(x) - y).abs().mean()}
loss = torch.zeros(())
for name, value in terms.items():
    loss = loss + weights[name] * value.item()
loss.backward()
