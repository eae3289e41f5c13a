import torch
import torch.nn as nn


class LeakyLayer(nn.Module):
    def __init__(self, n_in, n_out, beta=0.8):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.beta = beta
        self.mem = torch.zeros(n_out)

    def forward(self, x):
        self.mem = self.beta * self.mem + self.fc(x)
        return torch.sigmoid(4 * (self.mem - 1.0))


torch.manual_seed(2115)
snn = LeakyLayer(3, 2)
opt = torch.optim.SGD(snn.parameters(), lr=0.1)
batches = [(torch.randn(4, 3, 3), torch.rand(2)) for _ in range(2)]

for frames, rate in batches:
    opt.zero_grad()
    spikes = torch.stack([snn(f.mean(0)) for f in frames])
    loss = (spikes.mean(0) - rate).pow(2).sum()
    loss.backward()
    opt.step()
