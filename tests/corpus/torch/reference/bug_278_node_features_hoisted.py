import torch
import torch.nn as nn

torch.manual_seed(352)
adj = torch.tensor([[0.5, 0.5, 0.0], [0.3, 0.4, 0.3], [0.0, 0.5, 0.5]])
gcn, out = nn.Linear(4, 3), nn.Linear(3, 2)
opt = torch.optim.SGD(out.parameters(), lr=0.1)
nodes, labels = torch.randn(3, 4), torch.tensor([1, 0, 1])

for epoch in range(3):
    gcn.zero_grad()
    hidden = torch.relu(adj @ gcn(nodes))
    loss = nn.functional.cross_entropy(out(hidden), labels)
    opt.zero_grad()
    loss.backward()
    opt.step()
