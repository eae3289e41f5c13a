import torch
import torch.nn as nn

torch.manual_seed(1131)
node_vec = nn.Parameter(torch.randn(4, 2))
gcn = nn.Linear(3, 2)
opt = torch.optim.Adam([node_vec, *gcn.parameters()], lr=1e-2)


def learned_adjacency(v):
    return torch.softmax(torch.relu(v @ v.T), dim=1)


def forecast(adj, window):
    return torch.relu(gcn(adj @ window))


windows = torch.randn(5, 4, 3)
targets = torch.randn(5, 4, 2)
adj = learned_adjacency(node_vec)
for epoch in range(2):
    for x, y in zip(windows, targets):
        loss = nn.functional.l1_loss(forecast(adj, x), y)
        opt.zero_grad()
        loss.backward()
        opt.step()
print("final", loss.item())
