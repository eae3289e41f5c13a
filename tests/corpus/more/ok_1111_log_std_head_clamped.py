import torch
import torch.nn as nn

torch.manual_seed(2111)


class Actor(nn.Module):
    def __init__(self):
        super().__init__()
        self.mean, self.log_std = nn.Linear(3, 2), nn.Linear(3, 2)

    def forward(self, states):
        log_stds = self.log_std(states).clamp_(-0.5, 0.5)
        return self.mean(states) + torch.randn(4, 2) * log_stds.exp_()


actor = Actor()
loss = actor(torch.randn(4, 3)).pow(2).mean()
loss.backward()
