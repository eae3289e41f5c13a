import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(345)
net = nn.Sequential(nn.Linear(4, 3), nn.GELU(), nn.Linear(3, 1))


def accuracy(probs, labels, cut=0.5):
    hard = probs.detach().clone()
    hard[hard >= cut] = 1.0
    hard[hard < cut] = 0.0
    return (hard == labels).float().mean().item()


def run_epoch(loader, opt):
    log = []
    for x, y in loader:
        probs = torch.sigmoid(net(x)).squeeze(1)
        loss = F.binary_cross_entropy(probs, y)
        log.append((loss.item(), accuracy(probs, y)))
        opt.zero_grad()
        loss.backward()
        opt.step()
    return log


features = torch.randn(6, 4)
labels = (features[:, 0] > 0).float()
loader = [(features[:3], labels[:3]), (features[3:], labels[3:])]
opt = torch.optim.SGD(net.parameters(), lr=0.1)
for epoch in range(2):
    print(epoch, run_epoch(loader, opt))
