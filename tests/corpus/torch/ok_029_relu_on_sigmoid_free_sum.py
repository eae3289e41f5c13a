import torch
import torch.nn.functional as F

torch.manual_seed(316)
a = torch.randn(4, 3, requires_grad=True)
b = torch.randn(4, 3, requires_grad=True)
mixed = torch.sigmoid(a) + torch.tanh(b)
F.leaky_relu_(mixed, 0.1)
loss = mixed.pow(2).sum()
loss.backward()
