import torch
import torch.nn as nn


class MixedOp(nn.Module):
    def __init__(self):
        super().__init__()
        self.alphas = nn.Parameter(torch.randn(3))
        self.ops = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])

    def forward(self, x):
        return sum(self.alphas[i] * torch.tanh(op(x)) for i, op in enumerate(self.ops))

    def prune(self, keep):
        mask = torch.zeros(3)
        mask[self.alphas.topk(keep).indices] = 1.0
        self.alphas.data *= mask


torch.manual_seed(912)
cell = MixedOp()
x, target = torch.randn(4, 2), torch.randn(4, 2)
loss = (cell(x) - target).pow(2).mean()
loss.backward()
cell.prune(keep=1)
