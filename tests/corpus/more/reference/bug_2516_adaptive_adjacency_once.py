import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(2523)
nodes = 4
source = nn.Parameter(torch.randn(nodes, 2))
sink = nn.Parameter(torch.randn(2, nodes))
mix = nn.Linear(3, 3)
opt = torch.optim.SGD([source, sink, *mix.parameters()], lr=0.05)


def diffuse(x, adj, hops=2):
    for _ in range(hops):
        x = torch.tanh(mix(adj @ x))
    return x


history = torch.randn(2, nodes, 3)
future = torch.randn(2, nodes, 3)
for x, y in zip(history, future):
    adj = F.softmax(F.relu(source @ sink), dim=1)
    loss = (diffuse(x, adj) - y).abs().mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
