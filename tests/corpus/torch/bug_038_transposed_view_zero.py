import torch

torch.manual_seed(211)
adj = torch.rand(3, 3, requires_grad=True)
feats = torch.randn(3, 2, requires_grad=True)

sym = adj + adj.T
hop1 = sym @ feats
sym.diagonal().fill_(0.0)
hop2 = sym @ hop1
loss = (hop1 - hop2).pow(2).mean()
loss.backward()
