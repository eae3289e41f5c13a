import torch

torch.manual_seed(370)
N = 4
high_dim = torch.randn(N, 5)
embedding = torch.randn(N, 2, requires_grad=True)


def pairwise(points):
    gap = points.unsqueeze(0) - points.unsqueeze(1)
    return gap.pow(2).sum(dim=-1).sqrt()


def stress(low, high):
    weight = 1.0 - torch.eye(N)
    return (weight * (low - high)).pow(2).sum() / 2


with torch.no_grad():
    target = pairwise(high_dim)

opt = torch.optim.Adam([embedding], lr=0.1)
opt.zero_grad()
loss = stress(pairwise(embedding), target)
loss.backward()
opt.step()
print(embedding.grad)
