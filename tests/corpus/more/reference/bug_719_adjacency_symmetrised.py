import torch

torch.manual_seed(719)
logits = torch.randn(3, 3, requires_grad=True)
nodes = torch.randn(3, 2)

adj = torch.relu(logits) * 0.5
adj = adj + adj.t()
degree = adj.sum(dim=1)
smooth = (adj * torch.cdist(nodes, nodes).square()).sum()
loss = smooth - torch.log(degree + 1).sum()
loss.backward()
