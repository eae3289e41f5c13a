import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(4, 6)
        self.bn = nn.BatchNorm1d(6)
        self.out = nn.Linear(6, 3)

    def forward(self, x):
        return self.out(torch.relu(self.bn(self.fc(x))))


def consistency(net, x):
    net.eval()
    clean = F.log_softmax(net(x), dim=1)
    net.train()
    noisy = F.softmax(net(x + 0.1 * torch.randn_like(x)), dim=1)
    return F.kl_div(clean, noisy.detach(), reduction="batchmean")


torch.manual_seed(28)
net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
x_labeled, y, x_unlabeled = torch.randn(6, 4), torch.randint(0, 3, (6,)), torch.randn(6, 4)



def head(h):
    return net.out(torch.relu(h * net.bn.weight + net.bn.bias))


def batch_norm(h):
    m = h.mean(0)
    return (h - m) / ((h - m).pow(2).mean(0) + 1e-5).sqrt()


h = net.fc(x_labeled)
mean = 0.9 * torch.zeros(6) + 0.1 * h.detach().mean(0)
var = 0.9 * torch.ones(6) + 0.1 * h.detach().var(0)
sup = F.cross_entropy(head(batch_norm(h)), y)
clean = torch.log_softmax(head((net.fc(x_unlabeled) - mean) / (var + 1e-5).sqrt()), 1)
noisy = torch.softmax(head(batch_norm(net.fc(x_unlabeled + 0.1 * torch.randn_like(x_unlabeled)))), 1).detach()
kl = (noisy * (noisy.log() - clean)).sum() / 6
(sup + 0.5 * kl).backward()
