import torch

torch.manual_seed(306)
source = torch.randn(5, requires_grad=True)
u = torch.zeros(5)
for _ in range(3):
    new = u + 0.2 * (torch.roll(u, 1) + torch.roll(u, -1) - 2 * u) + 0.1 * source
    new = new * torch.tensor([0.0, 1.0, 1.0, 1.0, 0.0])
    u = new
loss = (u - 1).pow(2).sum()
loss.backward()
