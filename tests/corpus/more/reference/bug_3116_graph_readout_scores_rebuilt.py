import torch
import torch.nn as nn


class AttentionReadout(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.score = nn.Linear(dim, 1, bias=False)
        self.value = nn.Linear(dim, dim)

    def forward(self, graphs):
        pooled = []
        for nodes in graphs:
            raw = torch.stack([self.score(node).squeeze() for node in nodes])
            attn = raw.softmax(dim=0)
            pooled.append(attn @ self.value(nodes))
        return torch.stack(pooled)


torch.manual_seed(3117)
readout = AttentionReadout(3)
head = nn.Linear(3, 1)
opt = torch.optim.Adam([*readout.parameters(), *head.parameters()], lr=1e-3)
graphs = [torch.randn(n, 3) for n in (2, 4, 3)]
labels = torch.tensor([0.0, 1.0, 1.0])
opt.zero_grad()
logits = head(readout(graphs)).squeeze(-1)
loss = nn.functional.binary_cross_entropy_with_logits(logits, labels)
loss.backward()
