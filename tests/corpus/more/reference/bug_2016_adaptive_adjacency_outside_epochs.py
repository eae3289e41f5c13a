import torch
import torch.nn as nn
from functools import partial


def graph_conv(adj, theta, x):
    return torch.tanh(adj @ x @ theta)


torch.manual_seed(2116)
nodes = nn.Parameter(torch.randn(4, 2))
theta = nn.Parameter(torch.randn(3, 1))
opt = torch.optim.SGD([nodes, theta], lr=0.05)
history = torch.randn(6, 4, 3)
future = torch.randn(6, 4, 1)

for epoch in range(2):
    opt.zero_grad()
    adjacency = torch.softmax(torch.relu(nodes @ nodes.T), dim=1)
    forecast = partial(graph_conv, adjacency, theta)
    errors = [(forecast(x) - y).abs().mean() for x, y in zip(history, future)]
    total = sum(errors) / len(errors)
    total.backward()
    opt.step()
