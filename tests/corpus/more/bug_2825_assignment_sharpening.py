import torch

torch.manual_seed(2302)
points = torch.randn(6, 2)
centroids = torch.randn(3, 2, requires_grad=True)


def soft_assign(x, mu, power):
    d2 = (x[:, None] - mu[None]).square().sum(-1)
    q = torch.softmax(-d2, dim=1)
    entropy = -(q * q.log()).sum(1).mean()
    q **= power
    q /= q.sum(1, keepdim=True)
    return q, d2, entropy


q, d2, entropy = soft_assign(points, centroids, 2.0)
loss = (q * d2).sum(1).mean() + 0.1 * entropy
loss.backward()
