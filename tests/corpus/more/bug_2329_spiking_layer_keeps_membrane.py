import torch
import torch.nn as nn


class Leaky(nn.Module):
    def __init__(self, beta=0.8):
        super().__init__()
        self.beta = nn.Parameter(torch.tensor(beta))
        self.mem = None

    def forward(self, current):
        if self.mem is None:
            self.mem = torch.zeros_like(current)
        self.mem = self.beta * self.mem + current
        return torch.sigmoid(4 * (self.mem - 1))


torch.manual_seed(1129)
model = nn.Sequential()
model.add_module("fc", nn.Linear(3, 2))
model.add_module("lif", Leaky())
opt = torch.optim.SGD(model.parameters(), lr=0.1)

for batch in torch.randn(2, 3, 4, 3):
    rate = torch.stack([model(frame) for frame in batch]).mean(0)
    loss = nn.functional.cross_entropy(rate, torch.tensor([0, 1, 1, 0]))
    opt.zero_grad()
    loss.backward()
    opt.step()
