import torch
import torch.nn as nn


class LIF(nn.Module):
    def __init__(self, n_in, n_out, beta=0.8):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.beta = beta
        self.mem = torch.zeros(n_out)

    def forward(self, x):
        self.mem = self.beta * self.mem + self.fc(x)
        return torch.sigmoid(4 * (self.mem - 0.5))


torch.manual_seed(1617)
layer = LIF(3, 2)
opt = torch.optim.SGD(layer.parameters(), lr=0.1)
batches = [(torch.rand(4, 3), torch.rand(4, 2)) for _ in range(2)]

for x, rate in batches:
    loss = (layer(x) - rate).pow(2).mean()
    opt.zero_grad()
    loss.backward()
    opt.step()
