import torch
import torch.nn as nn

torch.manual_seed(1566)
conv = nn.Conv1d(2, 3, 2)
signal = torch.randn(2, 2, 4)

weight = conv.weight
strength = weight.detach().abs().flatten(1).sum(dim=1)
keep = strength > strength.median() * 0.5
mask = keep[:, None, None].float() * torch.tensor([[0.0, 0.0], [1.0, 1.0], [1.0, 0.5]]).unsqueeze(1)
out = nn.functional.conv1d(signal, weight * mask, conv.bias)
loss = out.pow(2).mean()
loss.backward()
