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
supervised = F.cross_entropy(net(x_labeled), y)
loss = supervised + 0.5 * consistency(net, x_unlabeled)
optimizer.zero_grad()
loss.backward()
optimizer.step()
