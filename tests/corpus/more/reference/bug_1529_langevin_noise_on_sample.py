import torch
import torch.nn as nn

torch.manual_seed(1529)
energy = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
gen_x = torch.rand(2, 3, requires_grad=True)

for k in range(2):
    gen_x.data += 0.01 * torch.randn(2, 3)
    gen_x.grad = None
    loss = energy(gen_x).sum()
    loss.backward()
    gen_x.data.add_(gen_x.grad, alpha=-0.1)
    gen_x.data.clamp_(0, 1)
