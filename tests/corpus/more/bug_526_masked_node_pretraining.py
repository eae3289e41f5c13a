from dataclasses import dataclass

import torch
import torch.nn as nn


@dataclass
class Graph:
    x: torch.Tensor
    adj: torch.Tensor

    def corrupt(self, token, rate=0.5):
        hidden = torch.rand(len(self.x)) < rate
        feats = self.x
        feats[hidden] = token
        return feats, hidden


torch.manual_seed(48)
conv = nn.Linear(3, 3)
graph = Graph(torch.randn(5, 3), (torch.rand(5, 5) < 0.5).float())
token = torch.zeros(3)
clean = graph.x.clone()
graph.x.requires_grad_(True)
feats, hidden = graph.corrupt(token)
out = torch.relu(conv((graph.adj + torch.eye(5)) @ feats))
loss = (out[hidden] - clean[hidden]).pow(2).mean()
loss.backward()
saliency = graph.x.grad.norm(dim=1)
