import torch
import torch.nn as nn
import torch.nn.functional as F


def train_step(net, opt, micro_batches):
    opt.zero_grad()
    x, y = map(torch.cat, zip(*micro_batches))
    F.mse_loss(net(x), y).backward()
    opt.step()


torch.manual_seed(1715)
net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))
opt = torch.optim.SGD(net.parameters(), lr=0.1)
data = [(torch.randn(4, 3), torch.randn(4, 2)) for _ in range(3)]
train_step(net, opt, data)
