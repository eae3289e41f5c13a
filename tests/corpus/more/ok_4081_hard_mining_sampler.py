import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 6), nn.LeakyReLU(0.1, inplace=True))
        self.embed = nn.Linear(6, 3)

    def forward(self, x):
        return F.normalize(self.embed(self.body(x)), dim=-1)


class TripletSampler:
    def __init__(self, labels, seed):
        self.labels = labels.numpy()
        self.rng = np.random.default_rng(seed)
        self.hardness = np.ones(len(labels))

    def draw(self, dist, k):
        dist = dist.copy()
        np.fill_diagonal(dist, np.inf)
        weight = self.hardness / self.hardness.sum()
        anchors = self.rng.choice(len(dist), size=k, replace=False, p=weight)
        pos, neg = [], []
        for a in anchors:
            same = self.labels == self.labels[a]
            same[a] = False
            pos.append(self.rng.choice(np.flatnonzero(same)))
            other = dist[a].copy()
            other[self.labels == self.labels[a]] = np.inf
            neg.append(int(other.argmin()))
        return torch.from_numpy(anchors), torch.tensor(np.array(pos)), torch.tensor(neg)

    def feedback(self, anchors, losses):
        self.hardness *= 0.9
        np.add.at(self.hardness, anchors.numpy(), losses)


def distances(net, x):
    with torch.no_grad():
        z = net(x)
        return torch.cdist(z, z).numpy()


torch.manual_seed(137)
y = torch.arange(12) % 3
x = torch.randn(12, 4) + y.unsqueeze(1)
net, sampler = Net(), TripletSampler(y, seed=1)
opt = torch.optim.SGD(net.parameters(), lr=0.1)
history = []
for step in range(6):
    a, p, n = sampler.draw(distances(net, x), k=5)
    za, zp, zn = net(x[a]), net(x[p]), net(x[n])
    gap = (za - zp).pow(2).sum(1) - (za - zn).pow(2).sum(1)
    per = F.softplus(gap / 0.5)
    loss = per.mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
    sampler.feedback(a, per.detach().cpu().numpy())
    history.append(loss.item())
d = distances(net, x)
np.fill_diagonal(d, np.inf)
recall = (y.numpy()[d.argmin(1)] == y.numpy()).mean()
print("recall", recall, "loss", np.round(history[-2:], 4).tolist())
