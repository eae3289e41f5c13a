import torch
import torch.nn as nn


class SymmetricQuantizer(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))

    def init_range(self, batch):
        self.scale.data.copy_(batch.abs().max().reshape(1))

    def forward(self, x):
        level = x / self.scale * 7
        return x + (torch.round(level) / 7 * self.scale - x).detach() + self.scale - self.scale.detach()


torch.manual_seed(1431)
quant = SymmetricQuantizer()
opt = torch.optim.SGD(quant.parameters(), lr=0.1)
batch = torch.randn(8, 3)
quant.init_range(batch)
loss = (quant(batch) - batch).pow(2).mean() + 0.01 * quant.scale.pow(2).sum()
loss.backward()
opt.step()
