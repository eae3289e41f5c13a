import torch
import torch.nn as nn
import torch.nn.functional as F


class TinyMoE(nn.Module):
    def __init__(self, dim, experts, depth):
        super().__init__()
        self.gates = nn.ModuleList(nn.Linear(dim, experts) for _ in range(depth))
        self.experts = nn.ModuleList(nn.Linear(dim, experts * dim) for _ in range(depth))

    def forward(self, x):
        self.aux = []
        for gate, expert in zip(self.gates, self.experts):
            p = gate(x).softmax(-1)
            self.aux.append(p.shape[-1] * p.mean(0).pow(2).sum())
            out = expert(x).view(len(x), p.shape[-1], -1)
            x = x + torch.tanh((p.unsqueeze(-1) * out).sum(1))
        return x

    def balance_loss(self):
        return torch.tensor(self.aux).mean()


torch.manual_seed(2520)
model = TinyMoE(2, 3, 2)
x, y = torch.randn(5, 2), torch.tensor([0, 1, 0, 0, 1])
loss = F.cross_entropy(model(x), y) + 0.5 * model.balance_loss()
loss.backward()
