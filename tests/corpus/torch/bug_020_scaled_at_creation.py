import math

import torch

torch.manual_seed(19)
phase = torch.rand(4, requires_grad=True) * 2 * math.pi
amplitude = torch.ones(4, requires_grad=True)

field = torch.stack([amplitude * phase.cos(), amplitude * phase.sin()])
intensity = field.sum(dim=1).pow(2).sum()
loss = -intensity
loss.backward()
update = phase.grad
print(update is None)
