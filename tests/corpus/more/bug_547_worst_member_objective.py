import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(62)
members = nn.ModuleList([nn.Linear(2, 1) for _ in range(3)])
x = torch.randn(8, 2)
y = x.prod(1, keepdim=True)


def member_losses():
    return torch.as_tensor([F.mse_loss(m(x), y) for m in members])


def worst_case(losses, tau=0.1):
    return tau * torch.logsumexp(losses / tau, dim=0)


opt = torch.optim.SGD(members.parameters(), lr=0.05)
opt.zero_grad()
loss = worst_case(member_losses())
loss.backward()
opt.step()
