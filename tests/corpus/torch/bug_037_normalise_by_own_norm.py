import torch

torch.manual_seed(210)
raw = torch.randn(3, 4, requires_grad=True)


def unit(v):
    n = v.norm(dim=1, keepdim=True)
    return v.div_(n)


emb = unit(raw * 1.0)
sim = emb @ emb.t()
loss = (sim - torch.eye(3)).pow(2).sum()
loss.backward()
