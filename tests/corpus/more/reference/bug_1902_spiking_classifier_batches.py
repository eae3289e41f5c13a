import torch
import torch.nn as nn


class Integrator(nn.Module):
    def __init__(self, n_in, n_out, beta=0.9):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.beta = beta
        self.mem = torch.zeros(n_out)

    def forward(self, spikes):
        self.mem = torch.zeros(self.fc.out_features)
        for s in spikes:
            self.mem = torch.tanh(self.beta * self.mem + self.fc(s))
        return self.mem


torch.manual_seed(771)
net = Integrator(3, 2)
loader = [(torch.rand(4, 5, 3).round(), torch.randn(5, 2)) for _ in range(2)]
for spikes, target in loader:
    net.zero_grad()
    loss = (net(spikes) - target).pow(2).mean()
    loss.backward()
