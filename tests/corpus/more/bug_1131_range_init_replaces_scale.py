import torch
import torch.nn as nn

torch.manual_seed(1131)


class SymmetricQuantizer(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.ones(1))

    def init_range(self, batch):
        self.scale = nn.Parameter(batch.abs().max().view(1))

    def forward(self, x):
        return self.scale * torch.tanh(x / self.scale)


quantizer = SymmetricQuantizer()
optimizer = torch.optim.SGD(quantizer.parameters(), lr=0.1)
quantizer.init_range(torch.randn(8))
loss = quantizer(torch.randn(4)).pow(2).sum()
loss.backward()
optimizer.step()
