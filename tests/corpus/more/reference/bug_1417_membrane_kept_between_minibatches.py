import torch
import torch.nn as nn


class LeakyLayer(nn.Module):
    def __init__(self, n_in, n_out):
        super().__init__()
        self.fc = nn.Linear(n_in, n_out)
        self.mem = torch.zeros(n_out)

    def forward(self, x):
        self.mem = 0.8 * self.mem + self.fc(x)
        return torch.sigmoid(4 * (self.mem - 1))


torch.manual_seed(1417)
lif = LeakyLayer(3, 2)
rollout, advantage = torch.randn(2, 4, 5, 3), torch.randn(2, 5)
for minibatch, adv in zip(rollout, advantage):
    spikes = 0
    lif.mem = lif.mem.detach()
    for frame in minibatch:
        spikes = spikes + lif(frame)
    loss = -(torch.log_softmax(spikes, 1)[:, 0] * adv).mean()
    lif.zero_grad()
    loss.backward()
