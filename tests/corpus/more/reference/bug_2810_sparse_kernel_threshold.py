import torch
import torch.nn.functional as F

torch.manual_seed(510)
X = torch.rand(6, 2)
y = torch.sin(4 * X[:, 0])
log_scale = torch.tensor([-0.7, 0.0], requires_grad=True)


def rbf(a, b, length, cutoff=0.05):
    sq = ((a[:, None] - b[None]) / length).pow(2).sum(-1)
    k = torch.exp(-0.5 * sq)
    return F.threshold(k, cutoff, 0.0)


length, variance = log_scale.exp().unbind()
K = variance * rbf(X, X, length) + 0.1 * torch.eye(6)
alpha = torch.linalg.solve(K, y)
loss = 0.5 * y @ alpha + 0.5 * torch.logdet(K)
loss.backward()
