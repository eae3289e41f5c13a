import torch
import torch.nn as nn

torch.manual_seed(1122)
scorer = nn.Linear(3, 1)
nodes = torch.randn(1, 2, 3)


class MedicineGraph:
    def __init__(self, h):
        self.adj = torch.softmax(h @ h.transpose(1, 2), dim=-1) * torch.sigmoid(scorer(h))

    def add_edge(self, a, b, score):
        self.adj = self.adj.clone()
        self.adj[0, a, b] = score

    def hop(self, h):
        return torch.bmm(self.adj, torch.tanh(h * scorer.weight))


graph = MedicineGraph(nodes)
first = graph.hop(nodes)
graph.add_edge(0, 1, 0.8)
second = graph.hop(first)
loss = second.pow(2).sum()
loss.backward()
