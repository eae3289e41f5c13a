import torch

torch.manual_seed(741)
att = torch.randn(2, 2, requires_grad=True)
x = torch.randn(3, 2)
adj = torch.tensor([[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0]])

bias = torch.log(adj)
has_edge = adj.sum(dim=1, keepdim=True) > 0
bias = torch.where(has_edge, bias, torch.zeros_like(bias))
scores = x @ att @ x.T + bias
weights = torch.softmax(scores, dim=-1)
weights = torch.where(has_edge, weights, torch.zeros_like(weights))
loss = (weights @ x).pow(2).sum()
loss.backward()
