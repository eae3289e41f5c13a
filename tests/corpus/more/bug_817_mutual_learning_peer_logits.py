import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(818)
nets = [nn.Linear(3, 2), nn.Linear(3, 2)]
opts = [torch.optim.SGD(n.parameters(), lr=0.1) for n in nets]
x, y = torch.randn(5, 3), torch.tensor([0, 1, 1, 0, 1])

outputs = [net(x) for net in nets]
for i, opt in enumerate(opts):
    peer = outputs[1 - i]
    kl = F.kl_div(F.log_softmax(outputs[i], 1), F.softmax(peer, 1), reduction="batchmean")
    loss = F.cross_entropy(outputs[i], y) + kl
    opt.zero_grad()
    loss.backward()
    opt.step()
