import torch

torch.manual_seed(319)
density = torch.rand(2, 5, requires_grad=True)
depth = torch.linspace(1.0, 3.0, 5)

alpha = 1.0 - torch.exp(-density)
trans = torch.cumprod(1.0 - alpha, dim=1)
trans = trans.clamp(min=0.3)
weights = alpha * trans
rendered = (weights * depth).sum(dim=1)
loss = (rendered - 2.0).square().sum()
loss.backward()
