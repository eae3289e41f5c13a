import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(21)
trunk = nn.Linear(3, 3)
cls, reg = nn.Linear(3, 2), nn.Linear(3, 1)
params = [*trunk.parameters(), *cls.parameters(), *reg.parameters()]
opt = torch.optim.SGD(params, lr=0.1)
x, label, depth = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1]), torch.rand(5, 1)

h = trunk(x).sigmoid()
loss_cls = F.cross_entropy(cls(h), label)
loss_reg = F.l1_loss(reg(h), depth)
opt.zero_grad()
loss_cls.backward(retain_graph=True)
loss_reg.backward()
opt.step()
print(loss_cls.item(), loss_reg.item())
