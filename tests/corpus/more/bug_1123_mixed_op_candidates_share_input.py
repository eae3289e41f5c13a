import torch
import torch.nn as nn

torch.manual_seed(1123)


class MixedOp(nn.Module):
    def __init__(self):
        super().__init__()
        separable = nn.Sequential(nn.ReLU(inplace=True), nn.Linear(3, 3))
        self.ops = nn.ModuleList([nn.Linear(3, 3), separable])

    def forward(self, x, weights):
        outs = []
        for w, op in zip(weights, self.ops):
            outs.append(w * op(x))
        return sum(outs)


stem, cell = nn.Linear(2, 3), MixedOp()
alphas = torch.zeros(2)
loss = cell(stem(torch.randn(4, 2)), alphas.softmax(0)).pow(2).sum()
loss.backward()
