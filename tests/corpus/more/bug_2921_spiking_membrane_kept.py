import torch
import torch.nn as nn


class Leaky(nn.Module):
    def __init__(self, beta=0.8, threshold=0.5):
        super().__init__()
        self.beta, self.threshold, self.mem = beta, threshold, None

    def forward(self, current):
        if self.mem is None:
            self.mem = torch.zeros_like(current)
        self.mem = self.beta * self.mem + current
        spike = torch.sigmoid(4 * (self.mem - self.threshold))
        self.mem = self.mem * (1 - spike)
        return spike


class SpikingNet(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 4)
        self.lif = Leaky()
        self.out = nn.Linear(4, 2)

    def forward(self, x, num_steps=3):
        spikes = [self.lif(self.fc(x)) for _ in range(num_steps)]
        return self.out(torch.stack(spikes).mean(0))


torch.manual_seed(21)
net = SpikingNet()
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
for epoch in range(2):
    x, target = torch.rand(5, 3), torch.randint(0, 2, (5,))
    loss = nn.functional.cross_entropy(net(x), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
