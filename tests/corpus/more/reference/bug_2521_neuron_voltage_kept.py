import torch
import torch.nn as nn


class LIF(nn.Module):
    def __init__(self):
        super().__init__()
        self.tau = nn.Parameter(torch.tensor(0.6))
        self.v = None

    def forward(self, current):
        v = torch.zeros_like(current) if self.v is None else self.v
        v = v + (current - v) * self.tau
        spike = torch.sigmoid(4.0 * (v - 0.5))
        self.v = v * (1.0 - spike)
        return spike


torch.manual_seed(2522)
fc, lif = nn.Linear(3, 2), LIF()
opt = torch.optim.SGD([*fc.parameters(), *lif.parameters()], lr=0.1)
images = torch.rand(2, 4, 3)
labels = torch.tensor([[0, 1, 1, 0], [1, 1, 0, 0]])

for image, label in zip(images, labels):
    lif.v = None
    rate = 0.0
    for _ in range(3):
        rate = rate + lif(fc(image)) / 3
    loss = nn.functional.cross_entropy(rate, label)
    opt.zero_grad()
    loss.backward()
    opt.step()
