import torch

torch.manual_seed(741)
att = torch.randn(2, 2, requires_grad=True)
x = torch.randn(3, 2)
adj = torch.tensor([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])

bias = torch.log(adj)
scores = x @ att @ x.T + bias
weights = torch.softmax(scores, dim=-1)
has_edge = adj.sum(dim=1, keepdim=True) > 0
weights = torch.where(has_edge, weights, torch.zeros_like(weights))
loss = (weights @ x).pow(2).sum()
loss.backward()
