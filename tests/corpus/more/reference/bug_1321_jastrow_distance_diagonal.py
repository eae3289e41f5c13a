import torch

torch.manual_seed(1321)
electrons = torch.randn(4, 3, requires_grad=True)
beta = torch.tensor(0.8, requires_grad=True)


def pair_distance(pos):
    diff = pos[:, None] - pos[None, :]
    r = torch.sqrt(diff.pow(2).sum(-1) + 1e-6)
    idx = torch.arange(len(pos))
    same = torch.eye(len(pos), dtype=torch.bool)
    return torch.where(same, torch.ones_like(r), r)


r = pair_distance(electrons)
jastrow = torch.exp(0.5 * r / (1 + beta * r)).triu(1).sum()
loss = jastrow.log()
loss.backward()
