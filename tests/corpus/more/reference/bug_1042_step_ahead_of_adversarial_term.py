import torch
import torch.nn as nn

torch.manual_seed(1042)
seg = nn.Linear(3, 2)
disc = nn.Linear(2, 1)
opt = torch.optim.SGD(seg.parameters(), lr=0.1)
source, target = torch.randn(4, 3), torch.randn(4, 3)
labels = torch.tensor([0, 1, 1, 0])

before = seg.weight.detach().clone()
opt.zero_grad()
loss_seg = nn.functional.cross_entropy(seg(source), labels)
loss_seg.backward()
loss_adv = nn.functional.softplus(-disc(seg(target))).mean()
loss_adv.backward()
opt.step()
