import torch
import torch.nn as nn


def worst_sample(residual):
    size = residual.detach().squeeze(1)
    size = size.abs()
    return int(size.argmax()), float(size.max())


torch.manual_seed(630)
model = nn.Linear(3, 1)
opt = torch.optim.SGD(model.parameters(), lr=0.05)
x, y = torch.randn(6, 3), torch.randn(6, 1)

opt.zero_grad()
residual = model(x) - y
loss = residual.pow(2).mean()
index, size = worst_sample(residual)
print(f"worst sample {index}: {size:.3f}")
loss.backward()
opt.step()
