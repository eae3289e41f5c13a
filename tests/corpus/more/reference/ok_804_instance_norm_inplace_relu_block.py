import torch
import torch.nn as nn

torch.manual_seed(803)
x = torch.randn(2, 2, 3, requires_grad=True)
model = nn.Sequential(
    nn.InstanceNorm1d(2),
    nn.ReLU(),
)
y = model(x)
loss = (y * torch.arange(3.0)).sum()
loss.backward()
