import torch

torch.manual_seed(745)
nodes = torch.randn(4, 2, requires_grad=True)
bars = torch.tensor([[0, 1], [1, 2], [2, 3], [3, 0]])
rest = torch.ones(4)
fixed = torch.tensor([0, 3])

span = nodes[bars[:, 1]] - nodes[bars[:, 0]]
tension = (span.norm(dim=1) - rest).unsqueeze(1) * span
force = torch.zeros(4, 2).index_add(0, bars[:, 0], tension)
force = force.index_fill(0, fixed, 0.0)
loss = force.pow(2).sum()
loss.backward()
