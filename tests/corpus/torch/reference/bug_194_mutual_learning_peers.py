import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(324)
trunk = nn.Sequential(nn.Linear(3, 4), nn.Tanh())
peers = nn.ModuleList([nn.Linear(4, 3), nn.Linear(4, 3)])
opts = [torch.optim.SGD([*trunk.parameters(), *peers[0].parameters()], lr=0.1),
        torch.optim.SGD(peers[1].parameters(), lr=0.1)]


def kl(p, q):
    return F.kl_div(F.log_softmax(p, 1), F.softmax(q, 1), reduction="batchmean")


x, y = torch.randn(5, 3), torch.tensor([0, 1, 2, 1, 0])
feats = trunk(x)
logits = [peer(feats) for peer in peers]
losses = [F.cross_entropy(logits[i], y) + kl(logits[i], logits[1 - i]) for i in range(2)]

for opt, loss in zip(opts, losses):
    opt.zero_grad()
    loss.backward(retain_graph=True)
for opt in opts:
    opt.step()
