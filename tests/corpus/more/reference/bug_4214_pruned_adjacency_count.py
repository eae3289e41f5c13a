import torch

torch.manual_seed(25)
score = torch.randn(4, 4, requires_grad=True)
feats = torch.randn(4, 2)


def edge_count(adj, thr=0.5):
    adj = torch.where(adj.detach() < thr, 0.0, adj.detach())
    return int((adj > 0).sum())


adj = torch.sigmoid(score)
h = adj @ feats
loss = h.pow(2).mean() + 0.01 * adj.sum()
print("edges", edge_count(adj))
loss.backward()
