import torch

torch.manual_seed(436)
embed = torch.randn(4, 2)
embed[2] = 0.0
embed.requires_grad_(True)


def safe_log(x):
    positive = x > 0
    inner = torch.where(positive, x, torch.ones_like(x))
    return torch.where(positive, torch.log(inner), torch.zeros_like(x))


def safe_norm(x):
    sq = x.square().sum(-1)
    empty = sq == 0
    return torch.where(empty, torch.zeros_like(sq), torch.where(empty, torch.ones_like(sq), sq).sqrt())


gap = embed.abs()
loss = safe_log(gap).sum() + safe_norm(embed).sum()
loss.backward()
print(embed.grad)
