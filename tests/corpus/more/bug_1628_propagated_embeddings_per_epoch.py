import torch
import torch.nn.functional as F


def propagate(x, adj, layers=2):
    outs = [x]
    for _ in range(layers):
        outs.append(torch.tanh(adj @ outs[-1]))
    return torch.stack(outs).mean(0)


def bpr(emb, users, pos, neg):
    margin = (emb[users] * (emb[pos] - emb[neg])).sum(-1)
    return F.softplus(-margin).mean()


torch.manual_seed(1618)
adj = torch.rand(6, 6) / 6
table = torch.randn(6, 3, requires_grad=True)
triples = [([0, 1], [3, 4], [5, 3]), ([1, 2], [4, 5], [3, 4])]
emb = propagate(table, adj)
for users, pos, neg in triples:
    loss = bpr(emb, users, pos, neg)
    loss.backward()
